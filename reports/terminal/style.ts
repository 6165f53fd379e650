import { styleText } from 'node:util';
import { clip, printableLine } from '../text/printable.js';
import type { Mark } from '../wording/verdict-labels.js';
import { hanging, wrap } from './wrap.js';

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

/** How text is drawn: with colours or without, so many columns wide. */
export type Style = ReturnType<typeof createStyle>;

export function createStyle({ colour, columns = 80 }: { colour: boolean; columns?: number }) {
  // Whether this stream shows colour is known already, so `styleText` must not look at standard output.
  const code = (format: 'bold' | (typeof colours)[Mark], text: string) =>
    colour && text ? styleText(format, text, { validateStream: false }) : text;
  return {
    /** Text from anywhere, made safe for the terminal. */
    safe: printableLine,
    /** Text from anywhere, broken into lines: the first after a head, the others below it, so many columns in. */
    lines: (text: string, indent = 0, head = ' '.repeat(indent)) =>
      hanging(head, indent, wrap(printableLine(clip(text, longest)), columns - indent)),
    bold: (text: string) => code('bold', text),
    soft: (text: string) => code('dim', text),
    /** Text in bold and in the colour of a mark. */
    marked: (mark: Mark, text: string) => code('bold', code(colours[mark], text)),
  };
}
