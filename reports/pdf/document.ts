import type { Content, DynamicContent, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { partsOf } from '../document/parts.js';
import { documentInputOf } from '../model/document-input.js';
import { shortDigest } from '../model/record.js';
import { headline } from '../wording/scope.js';
import { environmentOf } from '../wording/summary-text.js';
import { setPart } from './blocks.js';
import { deflated } from './deflate.js';
import { brief } from './glyphs.js';
import { colours, margins, sans, sizes, width } from './page-layout.js';
import { door, printed } from './print.js';
import { beside } from './table.js';
import { soft } from './typography.js';

/**
 * report.pdf: the archived document, on A4. The same report and evidence give the same bytes on every machine; the day
 * in it is the day of the run. It shows the exchanges of findings in full; evidence.har holds all exchanges.
 */
export async function renderPdf(report: Report, evidence: readonly Exchange[]): Promise<Uint8Array> {
  const source = documentInputOf(report, evidence);
  const foot = `Run ${report.run.id}, report.json ${shortDigest(source.digest)}`;
  const parts = partsOf(source).filter(({ on }) => on !== 'page');
  return deflated(await printed(definition(report, foot, parts.flatMap(setPart))));
}

function definition(report: Report, foot: string, content: readonly Content[]): TDocumentDefinitions {
  const { run } = report;
  const name = `Conformance report, ${brief(run.specification.title, 100, 1)}, ${environmentOf(report)}`;
  return {
    version: '1.7',
    pageSize: 'A4',
    pageMargins: [margins.left, margins.top, margins.right, margins.bottom],
    defaultStyle: { font: sans, fontSize: sizes.table, lineHeight: 1.18, color: colours.ink },
    info: {
      title: `${headline(report).text}: ${brief(run.specification.title, 100, 1)}, ${environmentOf(report)}, ${run.startedAt.slice(0, 10)}`,
      subject: name,
      ...(run.operator !== undefined && { author: brief(run.operator, 100, 1) }),
      keywords: brief(run.id, 100, 1),
      creator: brief(`fsapi-conformance ${run.suiteVersion}`, 100, 1),
      producer: 'pdfmake',
      creationDate: new Date(run.finishedAt),
    },
    language: 'en',
    displayTitle: true,
    header: edge(28, (page) => [page === 1 ? '' : name, brief(run.classification ?? '', 80, 1)]),
    footer: edge(18, (page, pages) => [foot, `Page ${page} of ${pages}`]),
    content: [...content],
  } as TDocumentDefinitions;
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
