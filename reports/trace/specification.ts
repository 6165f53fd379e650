import { lexer, type Token, type Tokens } from 'marked';
import { sha256 } from '../integrity/sha256.js';
import { plain } from '../text/inline.js';

/** A sentence, a table row or a block of code of a specification. */
export interface Sentence {
  /** Headings above it, without the title of the document. */
  readonly heading: readonly string[];
  /** `3` or `4.2` for an item of a list, the first cell for a row. */
  readonly at?: string;
  /** On one line; names in backticks are code. */
  readonly text: string;
  /** SHA-256 of the text in normal form: no markup, NFC, single spaces. */
  readonly sha256: string;
}

/** A block of a specification, as a page shows it. */
export type SpecificationBlock =
  | { readonly kind: 'heading'; readonly depth: number; readonly text: string }
  | { readonly kind: 'sentences'; readonly sentences: readonly Sentence[] }
  | { readonly kind: 'code'; readonly code: string; readonly sentence: Sentence }
  | { readonly kind: 'item'; readonly label: string; readonly depth: number; readonly sentences: readonly Sentence[] }
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: readonly SpecificationRow[] };

type SpecificationRow = { readonly cells: readonly string[]; readonly sentence: Sentence };

/** A specification as it was read. */
export interface Specification {
  readonly title: string;
  readonly blocks: readonly SpecificationBlock[];
  /** Everything of it that says something, in order. */
  readonly sentences: readonly Sentence[];
}

/** Where a block stands: its headings, and the items of lists around it. */
interface Place {
  readonly heading: readonly string[];
  readonly items: readonly number[];
}

/** Reads a specification in Markdown, with tables. Headings are places, and no sentences. */
export function readSpecification(markdown: string): Specification {
  const blocks: SpecificationBlock[] = [];
  let title: string | undefined;
  let open: readonly { readonly depth: number; readonly text: string }[] = [];
  for (const token of lexer(markdown)) {
    if (token.type !== 'heading') {
      blocks.push(...blocksOf(token, { heading: open.map(({ text }) => text), items: [] }));
      continue;
    }
    const { depth, tokens } = token as Tokens.Heading;
    const text = plain(inlineText(tokens));
    if (depth === 1 && title === undefined) {
      title = text;
      continue;
    }
    open = [...open.filter((above) => above.depth < depth), { depth, text }];
    blocks.push({ kind: 'heading', depth, text });
  }
  return { title: title ?? 'Specification', blocks, sentences: blocks.flatMap(sentencesOf) };
}

/** The sentences of a block, in order. */
export function sentencesOf(block: SpecificationBlock): readonly Sentence[] {
  if (block.kind === 'heading') return [];
  if (block.kind === 'code') return [block.sentence];
  return block.kind === 'table' ? block.rows.map(({ sentence }) => sentence) : block.sentences;
}

function blocksOf(token: Token, place: Place): SpecificationBlock[] {
  switch (token.type) {
    case 'list':
      return itemsOf(token as Tokens.List, place);
    case 'table':
      return [tableOf(token as Tokens.Table, place)];
    case 'blockquote':
      return (token.tokens ?? []).flatMap((inner) => blocksOf(inner, place));
    case 'code': {
      const { text } = token as Tokens.Code;
      return [{ kind: 'code', code: text, sentence: sentence(text, place) }];
    }
    case 'html':
      // A comment is in no page that is made of the text.
      return token.raw.trim().startsWith('<!--') ? [] : paragraph(token.raw, place);
    case 'space':
    case 'hr':
    case 'def':
      return [];
    default:
      return paragraph(inlineText([token]), place);
  }
}

const paragraph = (text: string, place: Place): SpecificationBlock[] => [
  { kind: 'sentences', sentences: split(text).map((one) => sentence(one, place)) },
];

function itemsOf({ items, ordered, start }: Tokens.List, { heading, items: above }: Place): SpecificationBlock[] {
  return items.flatMap((item, index) => {
    const own = { heading, items: [...above, (ordered ? Number(start) : 1) + index] };
    const label = ordered ? `${own.items.at(-1)}.` : '•';
    // The first paragraph stands beside the label; what follows in the same item stands below it.
    return item.tokens
      .flatMap((token) => blocksOf(token, own))
      .map((block, at) =>
        block.kind === 'sentences'
          ? { kind: 'item', label: at === 0 ? label : '', depth: above.length, sentences: block.sentences }
          : block,
      );
  });
}

/** A row is one sentence that begins each cell with the name of its column: under another name it says something else. */
function tableOf({ header, rows }: Tokens.Table, { heading }: Place): SpecificationBlock {
  const columns = header.map(({ tokens }) => tidy(inlineText(tokens)));
  return {
    kind: 'table',
    columns,
    rows: rows.map((row) => {
      const cells = row.map(({ tokens }) => tidy(inlineText(tokens)));
      const text = cells.map((cell, at) => `${columns[at] ?? ''}: ${cell}`).join('; ');
      const at = plain(cells[0] ?? '');
      return { cells, sentence: { heading, ...(at !== '' && { at }), text, sha256: digest(text) } };
    }),
  };
}

function sentence(text: string, { heading, items }: Place): Sentence {
  return { heading, ...(items.length > 0 && { at: items.join('.') }), text: tidy(text), sha256: digest(text) };
}

/** Text with its code in backticks, as `reports/text/inline` reads it. Of markup the words stay, and where links lead. */
function inlineText(tokens: readonly Token[] = []): string {
  return tokens
    .map((token): string => {
      switch (token.type) {
        case 'codespan':
          return `\`${(token as Tokens.Codespan).text.replaceAll('`', '``')}\``;
        case 'br':
          return ' ';
        case 'checkbox':
          return token.raw;
        case 'link':
        case 'image': {
          const { text, href, tokens: inner } = token as Tokens.Link;
          return text === href || `mailto:${text}` === href ? text : `${inner ? inlineText(inner) : text} (${href})`;
        }
        default:
          if ('tokens' in token && token.tokens) return inlineText(token.tokens);
          return ('text' in token ? String(token.text) : token.raw).replaceAll('`', '``');
      }
    })
    .join('');
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

function split(text: string): string[] {
  return Array.from(sentences.segment(tidy(text)), ({ segment }) => segment.trim()).filter((one) => one !== '');
}

const tidy = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();

const digest = (text: string) => sha256(Buffer.from(tidy(plain(text))));
