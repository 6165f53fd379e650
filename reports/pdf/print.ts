import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { shown } from './glyphs.js';
import { mono, sans } from './typography.js';

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

function font(path: string): string {
  return createRequire(import.meta.url).resolve(path);
}
