import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import { clip, printable, printableLine } from '../../reports/text/words.js';
import type { Redactor } from '../redaction/redactor.js';

/** The last characters are kept. */
const kept = 256 * 1024;

/** The output of a target, in memory: a key may stand in two chunks of it. */
export function createTargetLog() {
  const decoder = new StringDecoder();
  let all = '';
  let isCut = false;
  return {
    add: (chunk: Buffer) => {
      all += decoder.write(chunk);
      isCut ||= all.length > kept;
      all = all.slice(-kept);
    },
    /** Without keys, escape sequences and controls; ends with a line break, if not empty. */
    text: (redactor: Redactor): string => {
      // Cut between lines: half of a key would not be found.
      const whole = isCut ? `[ Only the last lines are kept. ]\n${all.slice(all.indexOf('\n') + 1)}` : all;
      const text = printable(redactor.redact(stripVTControlCharacters(whole).replace(/\r\n?/g, '\n')));
      return text === '' || text.endsWith('\n') ? text : `${text}\n`;
    },
  };
}

export function lastLines(text: string, most = 12): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-most).map((line) => `  | ${printableLine(clip(line, 170))}`);
}
