import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { shown } from './glyphs.js';
import { mono, sans } from './page-layout.js';

/** The fonts, as the packages bring them: nothing is fetched, and nothing else on the machine is read. */
export const fontFiles = {
  sans: font('pdfmake/fonts/Roboto/Roboto-Regular.ttf'),
  sansBold: font('pdfmake/fonts/Roboto/Roboto-Medium.ttf'),
  mono: font('@expo-google-fonts/roboto-mono/400Regular/RobotoMono_400Regular.ttf'),
  monoBold: font('@expo-google-fonts/roboto-mono/500Medium/RobotoMono_500Medium.ttf'),
} as const;

const known: ReadonlySet<string> = new Set(Object.values(fontFiles));
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => known.has(path));
pdfmake.setFonts({
  [sans]: { normal: fontFiles.sans, bold: fontFiles.sansBold },
  [mono]: { normal: fontFiles.mono, bold: fontFiles.monoBold },
});

/** Lays out and prints a document, with its streams as they are: what machines compress differs between them. */
export async function printed(definition: TDocumentDefinitions): Promise<Uint8Array> {
  return pdfmake.createPdf({ ...definition, content: door(definition.content), compress: false }).getBuffer();
}

/** Lays out a document to see how far down the first page, in points, the paragraph of a name begins. */
export async function topOf(id: string, definition: TDocumentDefinitions): Promise<number | undefined> {
  const content = door(definition.content);
  await pdfmake.createPdf({ ...definition, content, compress: false }).getStream();
  const at = positioned(content, id)?.positions?.[0];
  return at?.pageNumber === 1 ? at.top : undefined;
}

/**
 * Replaces the characters without a glyph in every string that a page or a bookmark shows. All text of a document
 * passes through it.
 */
export function door<Node extends Content | Content[]>(node: Node): Node {
  return passed(node) as Node;
}

const shownMembers = ['text', 'stack', 'columns', 'ul', 'body', 'table'];

function passed(node: unknown): unknown {
  if (typeof node === 'string') return shown(node);
  if (Array.isArray(node)) return node.map(passed);
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, member]) => {
      if (name === 'outlineText') return [name, shown(String(member))];
      return [name, shownMembers.includes(name) ? passed(member) : member];
    }),
  );
}

interface Positioned {
  readonly id?: string;
  readonly positions?: readonly { readonly pageNumber: number; readonly top: number }[];
}

function positioned(node: unknown, id: string): Positioned | undefined {
  if (Array.isArray(node)) {
    for (const each of node) {
      const found = positioned(each, id);
      if (found) return found;
    }
    return undefined;
  }
  if (node === null || typeof node !== 'object') return undefined;
  if ((node as Positioned).id === id) return node as Positioned;
  return positioned((node as { stack?: unknown }).stack, id);
}

function font(path: string): string {
  return createRequire(import.meta.url).resolve(path);
}
