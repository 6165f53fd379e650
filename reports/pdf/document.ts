import type { Content, DynamicContent, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import type { Document } from '../document/blocks.js';
import { reportDocument } from '../document/parts.js';
import { setPart } from './blocks.js';
import { deflated } from './deflate.js';
import { brief } from './glyphs.js';
import { door, printed } from './print.js';
import { beside } from './table.js';
import { colours, margins, sans, sizes, soft, width } from './typography.js';

/**
 * report.pdf: the archived document, on A4. The same report and evidence give the same bytes on every machine; the day
 * in it is the day of the run. It shows the exchanges of findings in full; evidence.har holds all exchanges.
 */
export async function renderPdf(report: Report, evidence: readonly Exchange[]): Promise<Uint8Array> {
  return paperOf(reportDocument(report, evidence));
}

/** A document on A4. The same content gives the same bytes on every machine. */
export async function paperOf(document: Document): Promise<Uint8Array> {
  const { title, author, keyword, suiteVersion, made, heads, parts } = document;
  const name = brief(heads.name, 200, 1);
  const definition = {
    version: '1.7',
    pageSize: 'A4',
    pageMargins: [margins.left, margins.top, margins.right, margins.bottom],
    defaultStyle: { font: sans, fontSize: sizes.table, lineHeight: 1.18, color: colours.ink },
    info: {
      title: brief(title, 200, 1),
      subject: name,
      ...(author !== undefined && { author: brief(author, 100, 1) }),
      keywords: brief(keyword, 100, 1),
      creator: brief(`fsapi-conformance ${suiteVersion}`, 100, 1),
      producer: 'pdfmake',
      creationDate: new Date(made),
    },
    language: 'en',
    displayTitle: true,
    header: edge(28, (page) => [page === 1 ? '' : name, brief(heads.classification ?? '', 80, 1)]),
    footer: edge(18, (page, pages) => [heads.foot, `Page ${page} of ${pages}`]),
    content: parts.filter(({ on }) => on !== 'page').flatMap(setPart),
  } as TDocumentDefinitions;
  return deflated(await printed(definition));
}

function edge(top: number, tell: (page: number, pages: number) => readonly [string, string]): DynamicContent {
  return (page, pages) => {
    const [left, right] = tell(page, pages);
    const line = beside(
      [width - 120, 120],
      [soft(left, { fontSize: 8 }), soft(right, { fontSize: 8, alignment: 'right' })],
      [margins.left, top, margins.right, 0],
    );
    return door(line as Content);
  };
}
