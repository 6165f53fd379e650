import type { ReportedCheck } from '../../schemas/types.js';
import type { DocumentInput } from '../model/document-input.js';
import { caseSummary } from '../text/cases.js';
import { fewIds } from '../text/exchange-words.js';
import { headAndRest } from '../text/finding.js';
import { clip } from '../text/printable.js';
import { withoutStop } from '../text/summary-text.js';
import {
  type Cell,
  type Column,
  type Heading,
  mark,
  type Piece,
  paragraph,
  soft,
  type Table,
  type Text,
} from './blocks.js';

const longest = 400;

/** Checks as a table; empty without checks. Columns without a value in any check are left out. */
export function checkTable(
  checks: readonly ReportedCheck[],
  { homes }: DocumentInput,
  title?: Heading,
): readonly Table[] {
  if (checks.length === 0) return [];
  const more = (['expected', 'received', 'reason'] as const).filter((name) =>
    checks.some((check) => check[name] !== undefined),
  );
  const names = { expected: 'Expected', received: 'Received', reason: 'Reason' };
  const columns: readonly Column[] = [
    { name: 'Verdict', holds: 'mark' },
    { name: 'Check', holds: 'check' },
    ...more.map((name) => ({ name: names[name], holds: name === 'reason' ? 'text' : 'side' }) as const),
    { name: 'Exchanges', holds: 'ids' },
  ];
  const rows = checks.map((check): readonly Cell[] => [
    mark(check.verdict),
    paragraphOf([
      clip(check.name, longest),
      (check.retried ?? 0) > 0 && [' ', soft(`retried ${check.retried}×`)],
      check.cases && [' ', soft(caseSummary(check))],
    ]),
    ...more.map((name) => oneLine(name === 'reason' ? check[name] : firstLine(check[name]))),
    paragraphOf(exchangeIds(check.exchanges, homes)),
  ]);
  return [{ kind: 'table', ...(title && { title }), columns, rows }];
}

/** Ids of exchanges in few words, each a link where a document shows the exchange. */
export function exchangeIds(ids: readonly string[], homes: DocumentInput['homes']): Text {
  return fewIds(ids).map((part): string | Piece => {
    if (typeof part === 'string') return part;
    const shownOn = homes.inFindings.has(part.id) ? 'both' : homes.byId.has(part.id) ? 'page' : 'none';
    return { kind: 'exchange', id: part.id, shownOn };
  });
}

function paragraphOf(text: Text): Cell {
  return paragraph(text, 'cell');
}

// The whole text stands in the finding; this column is for comparing checks.
function firstLine(text: string | undefined): string | undefined {
  return text === undefined ? undefined : headAndRest(text).head;
}

function oneLine(text: string | undefined): string {
  return text === undefined ? '' : clip(withoutStop(text.split('\n')[0] ?? ''), longest);
}
