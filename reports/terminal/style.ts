import { styleText } from 'node:util';
import { wrapAnsi } from 'fast-wrap-ansi';
import { clip, printableLine } from '../text/words.js';
import type { Mark } from '../wording/verdict-labels.js';

const colours = {
  pass: 'green',
  fail: 'red',
  waived: 'magenta',
  lacking: 'dim',
  inconclusive: 'yellow',
  skipped: 'dim',
  attested: 'cyan',
  pending: 'dim',
  differs: 'blue',
} as const satisfies Record<Mark, string>;

// report.html has longer texts in full.
const longest = 1_200;
const besideColumns = 14;

export type Surface = Readonly<{ isTTY?: boolean; columns?: number }>;

/** FORCE_COLOR wins over NO_COLOR, as in Node. `live`: lines can be written over. */
export function terminalCapabilities(
  stream: Surface,
  { TERM, FORCE_COLOR: forced, NO_COLOR }: Readonly<Record<string, string | undefined>>,
) {
  const live = stream.isTTY === true && TERM !== 'dumb';
  return { live, colour: forced === undefined ? live && !NO_COLOR : forced !== '0' && forced !== 'false' };
}

/** The width of a stream now. A log has none. */
export const columnsOf = ({ isTTY, columns }: Surface) => (isTTY === true ? Math.max(40, columns || 80) : 120);

/** Breaks a text between words; only a word longer than a line is broken. */
export const wrap = (text: string, columns: number) => wrapAnsi(text, Math.max(1, columns), { hard: true }).split('\n');

/** Puts the first line behind a head, and indents the others. */
export const hanging = (head: string, text: string, columns: number, indent = head.length) =>
  wrap(text, columns - indent).map((line, at) => (at === 0 ? head : ' '.repeat(indent)) + line);

export type Style = ReturnType<typeof createStyle>;

export function createStyle({ colour, columns }: { colour: boolean; columns: number }) {
  // The caller knows about colour, so `styleText` must not look at standard output.
  const code = (format: 'bold' | (typeof colours)[Mark], text: string) =>
    colour && text ? styleText(format, text, { validateStream: false }) : text;
  const soft = (text: string) => code('dim', text);
  const marked = (mark: Mark, text: string) => code('bold', code(colours[mark], text));
  /** Safe lines: the first behind a head, the others indented. */
  const lines = (text: string, indent = 0, head = ' '.repeat(indent)) =>
    hanging(head, printableLine(clip(text, longest)), columns, indent);
  const beside = (word: string, text: string, mark?: Mark) => {
    const padded = word.padEnd(besideColumns);
    return lines(text, besideColumns, mark ? marked(mark, padded) : soft(padded));
  };
  return { safe: printableLine, bold: (text: string) => code('bold', text), soft, marked, lines, beside };
}
