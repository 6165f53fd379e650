import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import { clip, printable, printableLine } from '../../reports/text/words.js';
import type { Redactor } from '../redaction/redactor.js';

const mostCharacters = 256 * 1024;

/** The log is kept in memory, since a key may stand in two chunks. */
export function createTargetLog() {
  const decoder = new StringDecoder();
  let output = '';
  let isCut = false;
  return {
    add: (chunk: Buffer) => {
      output += decoder.write(chunk);
      isCut ||= output.length > mostCharacters;
      output = output.slice(-mostCharacters);
    },
    /** Without keys, escape sequences and controls. */
    text: (redactor: Redactor): string => {
      // Half of a key would not be found, so a cut line goes.
      const whole = isCut ? `[ Only the last lines are kept. ]\n${output.slice(output.indexOf('\n') + 1)}` : output;
      const text = printable(redactor.redact(stripVTControlCharacters(whole).replace(/\r\n?/g, '\n')));
      return text === '' || text.endsWith('\n') ? text : `${text}\n`;
    },
  };
}

export function lastLines(text: string) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-12).map((line) => `  | ${printableLine(clip(line, 170))}`);
}
