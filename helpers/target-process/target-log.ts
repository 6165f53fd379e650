import { stripVTControlCharacters } from 'node:util';
import { clip, printable, printableLine } from '../../reports/text/printable.js';
import type { Redactor } from '../redaction/redactor.js';

/** Bytes that are kept: the last ones. */
const kept = 256 * 1024;

/** What a started target printed, in memory until the run ends: a key may stand in two chunks of it. */
export function createTargetLog() {
  let chunks: Buffer[] = [];
  let size = 0;
  let isCut = false;
  const add = (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= 2 * kept) return;
    chunks = [Buffer.from(Buffer.concat(chunks).subarray(-kept))];
    size = kept;
    isCut = true;
  };
  return {
    add,
    /** As it may be written: without keys, escape sequences and controls. Ends with a line break, if it holds anything. */
    text: (redactor: Redactor): string => {
      const all = String(Buffer.concat(chunks));
      // Cut between lines: half of a key would not be known as one.
      const whole = isCut ? `[ Only the last lines are kept. ]\n${all.slice(all.indexOf('\n') + 1)}` : all;
      const text = printable(redactor.redact(stripVTControlCharacters(whole).replace(/\r\n?/g, '\n')));
      return text === '' || text.endsWith('\n') ? text : `${text}\n`;
    },
  };
}

/** The last lines of a log, as a terminal may have them. */
export function lastLines(text: string, most = 12): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-most).map((line) => `  | ${printableLine(clip(line, 170))}`);
}
