import { styleText } from 'node:util';
import { wrapAnsi } from 'fast-wrap-ansi';
import { clip, printableLine } from '../text/words.js';
import type { Mark } from '../wording/verdict-labels.js';

/** The word beside a mark says the same without colour. */
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
/** A log has no width. */
const logColumns = 120;

/** A stream of Node, or anything like it. */
export interface Surface {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** By the usual variables: FORCE_COLOR wins over NO_COLOR, as in Node. `live`: lines can be written over. */
export function terminalCapabilities(
  stream: Surface,
  { TERM, FORCE_COLOR: forced, NO_COLOR }: Readonly<Record<string, string | undefined>>,
) {
  const live = stream.isTTY === true && TERM !== 'dumb';
  return { live, colour: forced === undefined ? live && !NO_COLOR : forced !== '0' && forced !== 'false' };
}

/** The width of a stream now. */
export function columnsOf({ isTTY, columns }: Surface): number {
  return isTTY === true ? Math.max(40, columns || 80) : logColumns;
}

/** Lines of at most so many columns; only a word longer than that is broken. */
export function wrap(text: string, columns: number): string[] {
  return wrapAnsi(text, Math.max(1, columns), { hard: true }).split('\n');
}

/** Lines behind a head, the others indented below the text. @param indent columns of the head */
export function hanging(head: string, text: string, columns: number, indent = head.length): string[] {
  return wrap(text, columns - indent).map((line, at) => (at === 0 ? head : ' '.repeat(indent)) + line);
}

export type Style = ReturnType<typeof createStyle>;

export function createStyle({ colour, columns }: { colour: boolean; columns: number }) {
  // It is known already, so `styleText` must not look at standard output.
  const code = (format: 'bold' | (typeof colours)[Mark], text: string) =>
    colour && text ? styleText(format, text, { validateStream: false }) : text;
  return {
    /** Made safe for the terminal. */
    safe: printableLine,
    /** Safe lines: the first behind a head, the others indented. */
    lines: (text: string, indent = 0, head = ' '.repeat(indent)) =>
      hanging(head, printableLine(clip(text, longest)), columns, indent),
    /** Lines beside a word of its own column, in the colour of its mark. */
    beside: (word: string, text: string, mark?: Mark) => {
      const head = word.padEnd(besideColumns);
      const shown = mark ? code('bold', code(colours[mark], head)) : code('dim', head);
      return hanging(shown, printableLine(clip(text, longest)), columns, besideColumns);
    },
    bold: (text: string) => code('bold', text),
    soft: (text: string) => code('dim', text),
    marked: (mark: Mark, text: string) => code('bold', code(colours[mark], text)),
  };
}
