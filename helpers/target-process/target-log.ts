import { stripVTControlCharacters } from 'node:util';
import { terminalCapabilities } from '../../reports/terminal/capabilities.js';
import { cut, forTerminal } from '../../reports/terminal/sanitise.js';
import { grouped, printable } from '../../reports/text/printable.js';
import type { Redactor } from '../redaction/redactor.js';

/** Bytes that are kept of the beginning, where a target says how it was started, and of the end. */
const kept = 256 * 1024;
/** Where a line is longer than this at the place of a cut, it is cut within. */
const longestLine = 4096;
const newline = 0x0a;

/** What a started target printed, in memory until the run ends: a key may stand in two chunks of it. */
export function createTargetLog(keep = kept) {
  const head: Buffer[] = [];
  let headSize = 0;
  let tail: Buffer[] = [];
  let tailSize = 0;
  let leftOut = 0;

  const add = (chunk: Buffer) => {
    const first = chunk.subarray(0, Math.max(0, keep - headSize));
    const rest = chunk.subarray(first.length);
    if (first.length > 0) head.push(first);
    headSize += first.length;
    if (rest.length === 0) return;
    tail.push(rest);
    tailSize += rest.length;
    // Joined now and then only: a target may print in many small pieces.
    if (tailSize < 2 * keep) return;
    const whole = Buffer.concat(tail);
    leftOut += whole.length - keep;
    tail = [Buffer.from(whole.subarray(whole.length - keep))];
    tailSize = keep;
  };

  const raw = (): string => {
    const [start, all] = [Buffer.concat(head), Buffer.concat(tail)];
    const end = all.subarray(Math.max(0, all.length - keep));
    const lost = leftOut + all.length - end.length;
    if (lost === 0) return `${start}${end}`;
    // Cut between lines: half of a key would not be known as one.
    const [before, after] = [withoutLastLine(start), withoutFirstLine(end)];
    const gone = lost + start.length - before.length + end.length - after.length;
    return `${before}\n[ ${grouped(gone)} bytes omitted here; the first and last ${grouped(keep)} are kept. ]\n\n${after}`;
  };

  return {
    add,
    /** A line of ours between those of the target. */
    note: (sentence: string) => add(Buffer.from(`\n[ ${sentence} ]\n`)),
    /** As it may be written: without keys, escape sequences and controls. Ends with a line break, if it holds anything. */
    text: (redactor: Redactor): string => {
      const plain = stripVTControlCharacters(raw()).replace(/\r\n?/g, '\n');
      const text = printable(redactor.redact(plain));
      return text === '' || text.endsWith('\n') ? text : `${text}\n`;
    },
  };
}

function withoutLastLine(text: Buffer): Buffer {
  const at = text.lastIndexOf(newline);
  return text.subarray(0, at < text.length - longestLine ? Math.max(0, text.length - longestLine) : at + 1);
}

function withoutFirstLine(text: Buffer): Buffer {
  const at = text.indexOf(newline);
  return text.subarray(at < 0 || at > longestLine ? longestLine : at + 1);
}

/** The last lines of a log, as a terminal may have them. */
export function lastLines(text: string, env: NodeJS.ProcessEnv, most = 12): string[] {
  const { unicode } = terminalCapabilities(process.stderr, env);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-most).map((line) => `  | ${cut(forTerminal(line, unicode), 200, unicode)}`);
}
