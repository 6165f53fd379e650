import { inflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';

/** The findings of the sample, in their order. */
export const findings = ['AUTH-06', 'IDEM-02', 'CUST-09', 'ACCT-02', 'IDEM-03'];

/** A bookmark and those below it. */
export interface Bookmark {
  readonly title: string;
  readonly items: readonly Bookmark[];
}

/** The contents of a document as pdf.js reads them. */
export interface Opened {
  /** The text of each page, pieces apart by spaces. */
  readonly pages: readonly string[];
  readonly bookmarks: readonly Bookmark[];
  readonly info: Readonly<Record<string, unknown>>;
  /** How many links lead to a place in the document, and those whose place does not exist. */
  readonly links: number;
  readonly lost: readonly string[];
}

/** Opens a document with pdf.js. */
export async function opened(bytes: Uint8Array): Promise<Opened> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[] = [];
  const lost: string[] = [];
  let links = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    for (const { dest } of (await page.getAnnotations()) as { dest?: string }[]) {
      if (dest === undefined) continue;
      links += 1;
      if (!(await document.getDestination(dest))) lost.push(dest);
    }
  }
  const { info } = await document.getMetadata();
  const bookmarks = ((await document.getOutline()) ?? []) as readonly Bookmark[];
  return { pages, bookmarks, info: info as Record<string, unknown>, links, lost };
}

/** Text as one line with single spaces, as two texts are compared that were broken differently. */
export function joined(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** The streams of a document, unpacked. */
export function streams(bytes: Uint8Array): readonly Buffer[] {
  const source = Buffer.from(bytes);
  const found: Buffer[] = [];
  for (let at = source.indexOf('\nstream\n'); at >= 0; at = source.indexOf('\nstream\n', at)) {
    const dictionary = source.toString('latin1', source.lastIndexOf(' obj', at), at);
    const start = at + '\nstream\n'.length;
    const end = start + Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    const stream = source.subarray(start, end);
    found.push(dictionary.includes('/FlateDecode') ? inflateSync(stream) : stream);
    at = end;
  }
  return found;
}

/** How often the glyph that fonts draw for what they do not have, which is an empty box, stands on the pages. */
export function emptyBoxes(bytes: Uint8Array): number {
  const pages = streams(bytes).map((stream) => stream.toString('latin1'));
  return pages
    .flatMap((page) => [...page.matchAll(/\[([^\]]*)\] TJ/g)])
    .flatMap(([, run = '']) => [...run.matchAll(/<([0-9a-f]+)>/g)])
    .flatMap(([, glyphs = '']) => glyphs.match(/.{4}/g) ?? [])
    .filter((glyph) => glyph === '0000').length;
}
