import { Marked, type Token, type Tokens } from 'marked';
import { sha256 } from '../../reports/integrity/sha256.js';

/** A sentence, a table row or a block of code of a specification. */
export interface Sentence {
  /** Headings above it, without the title of the document. */
  readonly heading: readonly string[];
  /** `3` or `4.2` for an item of a list, the first cell for a row. */
  readonly at?: string;
  /** On one line, without markup. */
  readonly text: string;
  /** SHA-256 of the text in normal form: NFC, single spaces. */
  readonly sha256: string;
}

/** Where a block stands: its headings, and the items of lists around it. */
interface Place extends Pick<Sentence, 'heading'> {
  readonly items: readonly number[];
}

/** Characters of a paragraph up to which the parser reads emphasis: its work grows with their square, and with that of a word. */
const longest = 4000;
const parser = new Marked({ tokenizer: { emStrong: (_, text) => (text.length > longest ? undefined : false) } });
const withShortWords = (text: string) => text.replace(/\S+/g, (word) => word.replace(/.{1000}/g, '$& '));

/** The sentences of a specification in Markdown, with tables, in order. Headings are places, and no sentences. */
export function readSpecification(markdown: string): readonly Sentence[] {
  const found: Sentence[] = [];
  let hasTitle = false;
  let open: readonly { readonly depth: number; readonly text: string }[] = [];
  for (const token of parser.lexer(withShortWords(markdown))) {
    if (token.type !== 'heading') {
      found.push(...sentencesIn(token, { heading: open.map(({ text }) => text), items: [] }));
      continue;
    }
    const { depth, tokens } = token as Tokens.Heading;
    if (depth === 1 && !hasTitle) hasTitle = true;
    else open = [...open.filter((above) => above.depth < depth), { depth, text: inlineText(tokens) }];
  }
  return found;
}

function sentencesIn(token: Token, place: Place): readonly Sentence[] {
  if (token.raw.trim().startsWith('<!--')) return [];
  switch (token.type) {
    case 'list': {
      const { items, ordered, start } = token as Tokens.List;
      return items.flatMap(({ tokens }, index) => {
        const own = { ...place, items: [...place.items, (ordered ? Number(start) : 1) + index] };
        return tokens.flatMap((inner) => sentencesIn(inner, own));
      });
    }
    case 'table':
      return rowsOf(token as Tokens.Table, place);
    case 'blockquote':
      return (token.tokens ?? []).flatMap((inner) => sentencesIn(inner, place));
    case 'code':
      return [sentence((token as Tokens.Code).text, place)];
    case 'hr':
    case 'def':
      return [];
    default:
      return split(inlineText([token])).map((one) => sentence(one, place));
  }
}

/** A row is one sentence that begins each cell with the name of its column: under another name it says something else. */
function rowsOf({ header, rows }: Tokens.Table, { heading }: Place): readonly Sentence[] {
  const columns = header.map(({ tokens }) => tidy(inlineText(tokens)));
  return rows.map((row) => {
    const cells = row.map(({ tokens }) => tidy(inlineText(tokens)));
    const text = cells.map((cell, at) => `${columns[at] ?? ''}: ${cell}`).join('; ');
    return { heading, ...(cells[0] && { at: cells[0] }), text, sha256: digest(text) };
  });
}

function sentence(text: string, { heading, items }: Place): Sentence {
  return { heading, ...(items.length > 0 && { at: items.join('.') }), text: tidy(text), sha256: digest(text) };
}

/** Of markup the words stay, and where links lead. */
function inlineText(tokens: readonly Token[] = []): string {
  return tokens
    .map((token): string => {
      switch (token.type) {
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
          return 'text' in token ? String(token.text) : token.raw;
      }
    })
    .join('');
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

function split(text: string): string[] {
  return Array.from(sentences.segment(tidy(text)), ({ segment }) => segment.trim()).filter((one) => one !== '');
}

const tidy = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();

const digest = (text: string) => sha256(Buffer.from(tidy(text)));
