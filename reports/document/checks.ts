import type { ReportedCheck } from '../../schemas/types.js';
import type { DocumentInput } from '../model/document-input.js';
import { clip } from '../text/printable.js';
import { spansOf } from '../wording/exchange-words.js';
import { caseSummary, headAndRest, proofOf } from '../wording/finding.js';
import type { Cell, Heading, Piece, Table, Text } from './blocks.js';
import { columnsOf, mark, paragraph, soft, table } from './compose.js';

const longest = 400;
/** So many spans of exchanges have room in a cell. */
const mostSpans = 3;

/** Checks as a table, where there are any. What was sent and what came back, the control beside it, stand in one sentence. */
export function checkTable(
  checks: readonly ReportedCheck[],
  { homes }: DocumentInput,
  title?: Heading,
): Table | undefined {
  if (checks.length === 0) return undefined;
  const shows = (check: ReportedCheck) => [proofOf(check), oneLine(check.reason)].filter(Boolean).join(' ');
  // A finding has one verdict, which stands above, and shows beside it what was expected.
  const inFinding = title !== undefined;
  const hasExpected = !inFinding && checks.some(({ expected }) => expected !== undefined);
  const columns = columnsOf({
    ...(!inFinding && { Verdict: 'mark' }),
    Check: 'check',
    ...(hasExpected && { Expected: 'side' }),
    ...{ 'Sent and received': 'text', Exchanges: 'ids' },
  });
  const rows = checks.map((check): readonly Cell[] => [
    ...(inFinding ? [] : [mark(check.verdict)]),
    paragraph(
      [
        clip(check.name, longest),
        check.basis && [' ', soft(check.basis)],
        (check.retried ?? 0) > 0 && [' ', soft(`retried ${check.retried}×`)],
        check.cases && [' ', soft(caseSummary(check))],
      ],
      'cell',
    ),
    ...(hasExpected ? [oneLine(check.expected)] : []),
    paragraph([clip(shows(check) || oneLine(check.received), longest), ...witnessesOf(check, homes)], 'cell'),
    paragraph(exchangeIds(check, homes), 'cell'),
  ]);
  return table(columns, rows, title);
}

/** What showed that the target could have broken what a check passed: a sentence each, with its exchanges. */
function witnessesOf({ witnesses = [] }: ReportedCheck, homes: DocumentInput['homes']): Text[] {
  return witnesses.flatMap(({ sentence, exchanges }): Text[] => [
    ' ',
    soft(`Witness: ${sentence.replace(/\.$/, '')} (`),
    ...exchanges.flatMap((id, at): Text[] => [at > 0 && ', ', linkTo(id, homes)]),
    soft(').'),
  ]);
}

/** An exchange, as a link where the document shows it. */
function linkTo(id: string, homes: DocumentInput['homes'], text = id): Piece {
  return { kind: 'exchange', id, text, isShown: homes.byId.has(id) };
}

/**
 * The exchanges of a check, the deciding one first, neighbours as a span: each a link where a document shows the exchange.
 * Where there are very many, `more` is a link to the first of the others.
 */
export function exchangeIds({ exchanges, deciding }: ReportedCheck, homes: DocumentInput['homes']): Text {
  const rest = exchanges.filter((id) => id !== deciding);
  const spans = [...(deciding === undefined ? [] : [[deciding] as const]), ...spansOf(rest)];
  if (spans.length === 0) return 'none';
  const shown = spans
    .slice(0, mostSpans)
    .flatMap(([first, last], at): Text[] => [
      at > 0 && ', ',
      linkTo(first, homes),
      ...(last === undefined ? [] : ['–', linkTo(last, homes)]),
    ]);
  const [next] = spans[mostSpans] ?? [];
  return next === undefined ? shown : [...shown, ' and ', linkTo(next, homes, 'more')];
}

// The whole text stands in the finding; this column is for comparing checks.
function oneLine(text = ''): string {
  return clip(headAndRest(text).head.replace(/\.$/, ''), longest);
}
