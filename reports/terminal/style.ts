import { styleText } from 'node:util';
import { clip } from '../text/printable.js';
import type { Mark } from '../wording/verdict-labels.js';
import { forTerminal, hanging, wrap } from './sanitise.js';

/** Formats of `styleText` by mark. */
const colours = {
  pass: 'green',
  fail: 'red',
  waived: 'magenta',
  lacking: 'dim',
  inconclusive: 'yellow',
  skipped: 'dim',
  attested: 'cyan',
  pending: 'dim',
  changed: 'blue',
  differs: 'blue',
} as const satisfies Record<Mark, string>;

/** The sign of each mark where no drawing is possible. */
const ascii: Readonly<Record<Mark, string>> = {
  ...{ pass: '+', fail: 'X', waived: '/', lacking: '=', inconclusive: '?' },
  ...{ skipped: '-', attested: '@', pending: '.', changed: '~', differs: '#' },
};
const unicode = { ...ascii, pass: '✓', fail: '✗', pending: '·' };

// A terminal is for the first look; the whole of a long text stands in report.html.
const longest = 1_200;

/** How text is drawn: with colours or without, with glyphs or in ASCII, so many columns wide. */
export type Style = ReturnType<typeof createStyle>;

/** @param options.glyphs False for logs: viewers of logs have odd fonts, so marks are ASCII there in any locale. */
export function createStyle(options: { colour: boolean; unicode: boolean; glyphs: boolean; columns?: number }) {
  const { columns = 80 } = options;
  const signs = options.unicode && options.glyphs ? unicode : ascii;
  const safe = (text: string) => forTerminal(text, options.unicode);
  // Whether this stream shows colour is known already, so `styleText` must not look at standard output.
  const code = (format: 'bold' | (typeof colours)[Mark], text: string) =>
    options.colour && text ? styleText(format, text, { validateStream: false }) : text;
  const paint = (mark: Mark, text: string) => code(colours[mark], text);
  return {
    unicode: options.unicode,
    columns,
    /** Text from anywhere, made safe for the terminal. */
    safe,
    /** Text from anywhere, broken into lines: the first after a head, the others below it, so many columns in. */
    lines: (text: string, indent = 0, head = ' '.repeat(indent)) =>
      hanging(head, indent, wrap(safe(clip(text, longest)), columns - indent)),
    bold: (text: string) => code('bold', text),
    soft: (text: string) => code('dim', text),
    /** Text in the colour of a mark. */
    paint,
    /** Text of a headline, in bold and the colour of its mark: of a run that passed but for waivers, amber. */
    verdict: (mark: Mark, text: string) => code('bold', paint(mark === 'waived' ? 'inconclusive' : mark, text)),
    /** The sign of a mark, one column. */
    sign: (mark: Mark) => paint(mark, signs[mark]),
  };
}
