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
 * The only function that makes markup from text. It escapes every interpolation that is not markup, so text of a
 * target stays text; it writes invisible characters as code points. Between tags quotes stay as they are: bodies are full
 * of them, and a page would be a quarter larger for nothing.
 *
 * @throws TypeError for an interpolation in an attribute without quotes, which no escaping makes safe, and for markup
 *   within quotes, which was escaped for another place
 */
export function html(strings: TemplateStringsArray, ...children: readonly Child[]): Markup {
  let source = strings[0] ?? '';
  // Only the literal parts of a template open and close tags and quotes: what is interpolated cannot.
  let open = openAfter('', source);
  for (const [index, child] of children.entries()) {
    // Only the template is checked: an interpolated text may end in any character.
    if (strings[index]?.endsWith('=')) throw new TypeError('an interpolated attribute wants quotes');
    const next = strings[index + 1] ?? '';
    source += markup(child, isInQuotes(open)) + next;
    open = openAfter(open, next);
  }
  return new Markup(source);
}

/** The part of a template after the last tag that it closed. */
function openAfter(open: string, more: string): string {
  const text = open + more;
  return text.slice(text.lastIndexOf('>') + 1);
}

/** Whether the value of an attribute is open: in a tag, or in attributes that are made apart from their tag. */
function isInQuotes(open: string): boolean {
  if (!open.includes('<')) return /[\w-]="[^"]*$/.test(open);
  return (open.match(/"/g) ?? []).length % 2 === 1;
}

/** Source of this module's own making, such as a style sheet. Never for anything that came from outside. */
export function trusted(source: string): Markup {
  return new Markup(source);
}

function markup(child: Child, isQuoted: boolean): string {
  if (child instanceof Markup) {
    if (isQuoted) throw new TypeError('an attribute takes text, not markup');
    return child.source;
  }
  if (child === false || child === undefined) return '';
  if (typeof child === 'object') {
    // Added one to the other, the pieces of a page are copied once, and not once for each level that they stand in.
    let source = '';
    for (const one of child) source += markup(one, isQuoted);
    return source;
  }
  return escaped(String(child), isQuoted);
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Most texts of a page, by far: nothing in them has to be escaped, or is unseen. */
const harmless = /^[\w .,:;()/#-]*$/;

function escaped(text: string, isQuoted: boolean): string {
  if (harmless.test(text)) return text;
  return printable(text).replace(isQuoted ? /[&<>"'`]/g : /[&<>]/g, (character) => references[character] ?? '');
}

/** A sentence with the names in it set as code. */
export function coded(text: string): Child {
  return inline(text).map((span) => (span.kind === 'code' ? html`<code>${span.text}</code>` : span.text));
}
