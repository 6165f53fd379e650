import { marked, type Token, type Tokens } from 'marked';
import { sha256 } from '../sha256.js';

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

/** The sentences of a specification in Markdown, with tables, in order. Headings are places, and no sentences. */
export function readSpecification(markdown: string): readonly Sentence[] {
  let open: readonly { readonly depth: number; readonly text: string }[] = [];
  return marked.lexer(markdown).flatMap((token) => {
    if (token.type !== 'heading')
      return sentencesIn(
        token,
        open.slice(1).map(({ text }) => text),
      );
    const { depth, tokens } = token as Tokens.Heading;
    open = [...open.filter((above) => above.depth < depth), { depth, text: inlineText(tokens) }];
    return [];
  });
}

/** @param items the items of lists around it */
function sentencesIn(token: Token, heading: readonly string[], items: readonly number[] = []): readonly Sentence[] {
  const sentence = (text: string, at?: string): Sentence => {
    const words = tidy(text);
    return { heading, ...(at !== undefined && { at }), text: words, sha256: sha256(Buffer.from(words)) };
  };
  switch (token.type) {
    case 'space':
    case 'html':
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
        return sentence(cells.map((cell, at) => `${columns[at]}: ${cell}`).join('; '), cells[0] || undefined);
      });
    }
    default: {
      const texts = token.type === 'code' ? [(token as Tokens.Code).text] : split(inlineText([token]));
      return texts.map((text) => sentence(text, items.length > 0 ? items.join('.') : undefined));
    }
  }
}

/** Of markup the words stay. */
function inlineText(tokens: readonly Token[] = []): string {
  const words = tokens.map((token) =>
    'tokens' in token && token.tokens ? inlineText(token.tokens) : 'text' in token ? String(token.text) : token.raw,
  );
  return words.join('');
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

function split(text: string): string[] {
  return Array.from(sentences.segment(tidy(text)), ({ segment }) => segment.trim()).filter((one) => one !== '');
}

const tidy = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();
