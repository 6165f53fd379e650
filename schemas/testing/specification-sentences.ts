import { marked, type Token, type Tokens } from 'marked';
import { sha256 } from '../common/sha256.js';

/** A sentence or a table row of a specification. */
export interface Sentence {
  /** Headings above it, without the title of the document. */
  readonly heading: readonly string[];
  /** `3` or `4.2` for an item of a list, the first cell for a row. */
  readonly at?: string;
  /** SHA-256 of its words on one line: without markup, NFC, single spaces. */
  readonly sha256: string;
}

/** The sentences of a specification in Markdown, with tables, in order. Headings are places, and no sentences. */
export function readSpecification(markdown: string): readonly Sentence[] {
  let open: readonly { readonly depth: number; readonly text: string }[] = [];
  return marked.lexer(markdown).flatMap((token) => {
    const above = open.slice(1).map(({ text }) => text);
    if (token.type !== 'heading') return sentencesIn(token, above);
    const { depth } = token as Tokens.Heading;
    open = [...open.filter((one) => one.depth < depth), { depth, text: inlineText([token]) }];
    return [];
  });
}

/** @param items the items of lists around it */
function sentencesIn(token: Token, heading: readonly string[], items: readonly number[] = []): readonly Sentence[] {
  const sentence = (text: string, at?: string) => ({
    ...{ heading, ...(at !== undefined && { at }), sha256: sha256(Buffer.from(tidy(text))) },
  });
  switch (token.type) {
    case 'space':
      return [];
    case 'list':
      return (token as Tokens.List).items.flatMap(({ tokens }, index) =>
        tokens.flatMap((inner) => sentencesIn(inner, heading, [...items, index + 1])),
      );
    case 'table': {
      // A row is one sentence that begins each cell with the name of its column: under another name it says something else.
      const { header, rows } = token as Tokens.Table;
      const columns = header.map(({ tokens }) => inlineText(tokens));
      return rows.map((row) => {
        const cells = row.map(({ tokens }) => inlineText(tokens));
        return sentence(cells.map((cell, at) => `${columns[at]}: ${cell}`).join('; '), cells[0]);
      });
    }
    default:
      return Array.from(segmenter.segment(tidy(inlineText([token]))), ({ segment }) =>
        sentence(segment, items.length > 0 ? items.join('.') : undefined),
      );
  }
}

function inlineText(tokens: readonly Token[] = []): string {
  const words = tokens.map((token) =>
    'tokens' in token && token.tokens ? inlineText(token.tokens) : 'text' in token ? String(token.text) : token.raw,
  );
  return words.join('');
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const tidy = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();
