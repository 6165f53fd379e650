import type { RunVerdict } from '../../schemas/verdict.js';
import { headlineMarks, labels, type Mark } from '../text/verdict-labels.js';
import { forTerminal } from './sanitise.js';

/** The codes that the terminal is sent for colour, all of them. */
const sgr = { bold: '1', soft: '2', red: '31', green: '32', yellow: '33', blue: '34', magenta: '35', cyan: '36' };
const colours: Readonly<Record<Mark, keyof typeof sgr>> = {
  pass: 'green',
  fail: 'red',
  waived: 'magenta',
  inconclusive: 'yellow',
  skipped: 'soft',
  attested: 'cyan',
  pending: 'soft',
  changed: 'blue',
};

/** How text is drawn: with colours or without, with glyphs or in ASCII. */
export interface Style {
  readonly unicode: boolean;
  /** Text from anywhere, made safe for the terminal. */
  readonly safe: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly soft: (text: string) => string;
  /** Text in the colour of a mark. */
  readonly paint: (mark: Mark, text: string) => string;
  readonly verdict: (verdict: RunVerdict, text: string) => string;
  /** The sign of a mark, one column. */
  readonly sign: (mark: Mark) => string;
}

/** @param options.glyphs False for logs: viewers of logs have odd fonts, so marks are ASCII there in any locale. */
export function createStyle(options: { colour: boolean; unicode: boolean; glyphs: boolean }): Style {
  const glyphs = options.unicode && options.glyphs;
  const code = (name: keyof typeof sgr, text: string) =>
    options.colour && text ? `\u001b[${sgr[name]}m${text}\u001b[0m` : text;
  const paint = (mark: Mark, text: string) => code(colours[mark], text);
  return {
    unicode: options.unicode,
    safe: (text) => forTerminal(text, options.unicode),
    bold: (text) => code('bold', text),
    soft: (text) => code('soft', text),
    paint,
    verdict: (verdict, text) => code('bold', paint(headlineMarks[verdict], text)),
    sign: (mark) => paint(mark, glyphs ? labels[mark].glyph : labels[mark].ascii),
  };
}
