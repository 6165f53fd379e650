import { visible } from '../visible.js';

/** Text that is markup already. Only `html` and `trusted` make it. */
export class Markup {
  /** @param source HTML, complete and well-formed */
  constructor(readonly source: string) {}

  toString(): string {
    return this.source;
  }
}

/** What may stand in a template: text and numbers are escaped, markup is not, nothing is nothing. */
export type Child = Markup | string | number | false | undefined | readonly Child[];

/**
 * The one door from text to markup. Every interpolation is escaped unless it is markup, so what a target sent stays
 * text; what nobody would see of it is written as its code point.
 *
 * @throws TypeError for an interpolation in an attribute without quotes, which no escaping makes safe
 */
export function html(strings: TemplateStringsArray, ...children: readonly Child[]): Markup {
  let source = strings[0] ?? '';
  for (const [index, child] of children.entries()) {
    if (source.endsWith('=')) throw new TypeError('an interpolated attribute wants quotes');
    source += markup(child) + (strings[index + 1] ?? '');
  }
  return new Markup(source);
}

/** Source of this module's own making, such as a style sheet. Never for anything that came from outside. */
export function trusted(source: string): Markup {
  return new Markup(source);
}

function markup(child: Child): string {
  if (child instanceof Markup) return child.source;
  if (child === false || child === undefined) return '';
  if (typeof child === 'object') return child.map(markup).join('');
  return escaped(String(child));
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function escaped(text: string): string {
  return visible(text).replace(/[&<>"'`]/g, (character) => references[character] ?? '');
}
