import { inline } from '../text/inline.js';
import { printable } from '../text/printable.js';

/** Text that is markup already. Only `html` and `trusted` make it. */
export class Markup {
  /** @param source HTML, complete and well-formed */
  constructor(readonly source: string) {}

  toString(): string {
    return this.source;
  }
}

/** An interpolation of a template: text and numbers are escaped, markup is not, `false` and `undefined` give no text. */
export type Child = Markup | string | number | false | undefined | readonly Child[];

/**
 * The only function that makes markup from text: every interpolation that is not markup is escaped, and invisible
 * characters are written as code points, so text of a target stays text.
 * @throws TypeError for an interpolation in an attribute without quotes, which no escaping makes safe, and for markup in one
 */
export function html(strings: TemplateStringsArray, ...children: readonly Child[]): Markup {
  let source = strings[0] ?? '';
  for (const [index, child] of children.entries()) {
    // Only the template is looked at: an interpolated text may end in any character.
    if (/=$/.test(strings[index] ?? '')) throw new TypeError('an interpolated attribute wants quotes');
    if (/="$/.test(strings[index] ?? '') && child instanceof Markup)
      throw new TypeError('an attribute takes text, not markup');
    source += markup(child) + (strings[index + 1] ?? '');
  }
  return new Markup(source);
}

/** Source of this package's own making, such as a style sheet. Never for anything that came from outside. */
export function trusted(source: string): Markup {
  return new Markup(source);
}

/** A sentence with the names in it set as code. */
export function coded(text: string): Child {
  return inline(text).map((span) => (span.kind === 'code' ? html`<code>${span.text}</code>` : span.text));
}

function markup(child: Child): string {
  if (child === false || child === undefined) return '';
  if (child instanceof Markup) return child.source;
  if (typeof child === 'object') return child.map(markup).join('');
  return printable(String(child)).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
