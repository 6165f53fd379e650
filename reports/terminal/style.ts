import { styleText } from 'node:util';
import { clip } from '../text/printable.js';
import type { Mark } from '../wording/verdict-labels.js';
import { forTerminal, hanging, wrap } from './sanitise.js';

/** Formats of `styleText` by mark. */
const colours = {
  pass: 'green',
  fail: 'red',
  waived: 'magenta',
  inconclusive: 'yellow',
  skipped: 'dim',
  attested: 'cyan',
  pending: 'dim',
  changed: 'blue',
} as const satisfies Record<Mark, string>;

/** The sign of each mark where no drawing is possible. */
const ascii: Readonly<Record<Mark, string>> = {
  ...{ pass: '+', fail: 'X', waived: '/', inconclusive: '?' },
  ...{ skipped: '-', attested: '@', pending: '.', changed: '~' },
};
const unicode = { ...ascii, pass: '✓', fail: '✗', pending: '·' };

/** How text is drawn: with colours or without, with glyphs or in ASCII. */
export interface Style {
  readonly unicode: boolean;
  /** Text from anywhere, made safe for the terminal. */
  readonly safe: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly soft: (text: string) => string;
  /** Text in the colour of a mark. */
  readonly paint: (mark: Mark, text: string) => string;
  /** Text of a headline, in bold and the colour of its mark. */
  readonly verdict: (mark: Mark, text: string) => string;
  /** The sign of a mark, one column. */
  readonly sign: (mark: Mark) => string;
}

/** @param options.glyphs False for logs: viewers of logs have odd fonts, so marks are ASCII there in any locale. */
export function createStyle(options: { colour: boolean; unicode: boolean; glyphs: boolean }): Style {
  const signs = options.unicode && options.glyphs ? unicode : ascii;
  // Whether this stream shows colour is known already, so `styleText` must not look at standard output.
  const code = (format: 'bold' | (typeof colours)[Mark], text: string) =>
    options.colour && text ? styleText(format, text, { validateStream: false }) : text;
  const paint = (mark: Mark, text: string) => code(colours[mark], text);
  return {
    unicode: options.unicode,
    safe: (text) => forTerminal(text, options.unicode),
    bold: (text) => code('bold', text),
    soft: (text) => code('dim', text),
    paint,
    verdict: (mark, text) => code('bold', paint(mark, text)),
    sign: (mark) => paint(mark, signs[mark]),
  };
}

/** A surface so many columns wide. */
export interface Sheet extends Style {
  readonly columns: number;
  /** Text from anywhere, broken into lines: the first after a head, the others below it, so many columns in. */
  readonly lines: (text: string, indent?: number, head?: string) => string[];
}

// A terminal is for the first look; the whole of a long text stands in report.html.
const longest = 1_200;

/** A style with the width that it is drawn in. */
export function sheetOf(ink: Style, columns: number): Sheet {
  return {
    ...ink,
    columns,
    lines: (text, indent = 0, head = ' '.repeat(indent)) =>
      hanging(head, indent, wrap(ink.safe(clip(text, longest)), columns - indent)),
  };
}
