import { styleText } from 'node:util';
import { wrapAnsi } from 'fast-wrap-ansi';
import { clip, printableLine } from '../text/printable.js';
import type { Mark } from '../wording/verdict-labels.js';

/** Formats of `styleText` by mark: the word beside it says the same without a colour. */
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

// A terminal is for the first look; the whole of a long text stands in report.html.
const longest = 1_200;
/** What a log is given: it has no width, and lines of this length can be read in every viewer. */
const logColumns = 120;

/** A stream of Node, or anything that says as much. */
export interface Surface {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/**
 * What a stream can show, by the variables that terminals and CI systems agree on. FORCE_COLOR wins over NO_COLOR, as
 * in Node itself; a dumb terminal gets neither colour nor redrawing. `live`: lines that were written can be written over.
 */
export function terminalCapabilities(
  stream: Surface,
  { TERM, FORCE_COLOR: forced, NO_COLOR }: Readonly<Record<string, string | undefined>>,
) {
  const live = stream.isTTY === true && TERM !== 'dumb';
  return { live, colour: forced === undefined ? live && !NO_COLOR : forced !== '0' && forced !== 'false' };
}

/** The width of a stream now: a window may change it. */
export function columnsOf({ isTTY, columns }: Surface): number {
  return isTTY === true ? Math.max(40, columns || 80) : logColumns;
}

/** The text in lines of at most so many columns, broken between words; only a word longer than a line is broken. */
export function wrap(text: string, columns: number): string[] {
  return wrapAnsi(text, Math.max(1, columns), { hard: true }).split('\n');
}

/** A text in lines of which the first stands after a head, and the others below the text. @param indent columns of the head */
export function hanging(head: string, text: string, columns: number, indent = head.length): string[] {
  return wrap(text, columns - indent).map((line, at) => (at === 0 ? head : ' '.repeat(indent)) + line);
}

/** How text is drawn: with colours or without, so many columns wide. */
export type Style = ReturnType<typeof createStyle>;

export function createStyle({ colour, columns }: { colour: boolean; columns: number }) {
  // Whether this stream shows colour is known already, so `styleText` must not look at standard output.
  const code = (format: 'bold' | (typeof colours)[Mark], text: string) =>
    colour && text ? styleText(format, text, { validateStream: false }) : text;
  return {
    /** Text from anywhere, made safe for the terminal. */
    safe: printableLine,
    /** Text from anywhere, broken into lines: the first after a head, the others below it, so many columns in. */
    lines: (text: string, indent = 0, head = ' '.repeat(indent)) =>
      hanging(head, printableLine(clip(text, longest)), columns, indent),
    bold: (text: string) => code('bold', text),
    soft: (text: string) => code('dim', text),
    /** Text in bold and in the colour of a mark. */
    marked: (mark: Mark, text: string) => code('bold', code(colours[mark], text)),
  };
}
