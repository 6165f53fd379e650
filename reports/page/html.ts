import { inline, printable } from '../text/words.js';

/** Complete and well-formed HTML, which only `html` and `trusted` make. */
export class Markup {
  constructor(readonly source: string) {}
}

/** Text and numbers are escaped, markup is not, `false` and `undefined` are empty. */
export type Child = Markup | string | number | false | undefined | readonly Child[];

/** The only way from text to markup. @throws TypeError for an attribute without quotes, and for markup in an attribute */
export function html(strings: TemplateStringsArray, ...children: readonly Child[]): Markup {
  let source = strings[0] ?? '';
  for (const [index, child] of children.entries()) {
    // Only the template: an interpolated text may end in any character.
    if (/=$/.test(strings[index] ?? '')) throw new TypeError('an interpolated attribute wants quotes');
    if (/="$/.test(strings[index] ?? '') && child instanceof Markup)
      throw new TypeError('an attribute takes text, not markup');
    source += markup(child) + (strings[index + 1] ?? '');
  }
  return new Markup(source);
}

/** Takes our own source, such as a style sheet, and never anything from outside. */
export const trusted = (source: string) => new Markup(source);

export const coded = (text: string): Child =>
  inline(text).map((part) => (part.kind === 'code' ? html`<code>${part.text}</code>` : part.text));

function markup(child: Child): string {
  if (child === false || child === undefined) return '';
  if (child instanceof Markup) return child.source;
  if (typeof child === 'object') return child.map(markup).join('');
  return printable(String(child)).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
