import { byKey } from '../../schemas/common/by-key.js';
import { consequences } from '../../schemas/consequences.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report, ReportedCheck, ReportedRequirement as Row } from '../../schemas/types.js';
import { sincePhrase } from '../news/sentences.js';
import { counted, firstOf, plain } from '../text/words.js';
import { rerunCommand } from '../wording/rerun.js';
import { controlText, decidingChecks, gravestRowsFirst, sentText, whatHappened } from '../wording/row.js';
import { basisOf } from '../wording/verdict-labels.js';

const mostTests = 12;

export function findingsOf(report: Report, evidence: readonly Exchange[]) {
  const failed = gravestRowsFirst(report.requirements.filter(({ verdict }) => verdict === 'fail'));
  const groups = byKey(failed.map((row) => [causeOf(row), row]));
  return [...groups.values()].map((rows) => findingOf(rows, report, evidence));
}

function causeOf(row: Row) {
  const [first] = decidingChecks(row);
  return first?.unmet ?? first?.deciding ?? row.id;
}

/** A failed rule, and the others that failed for the same cause. @param rows gravest first */
export function findingOf([row, ...others]: readonly [Row, ...Row[]], report: Report, evidence: readonly Exchange[]) {
  const failed = decidingChecks(row);
  const [first, ...more] = failed;
  const { id, clause, consequence, checks } = row;
  const ids = [id, ...others.map((other) => other.id)];
  const cited = [first?.deciding, first?.control?.exchange];
  const tests = more.slice(0, mostTests).map(testText);
  return {
    ...row,
    ids,
    named: others.length > 0 ? `${id} and ${others.length} more` : id,
    found: whatHappened(row),
    others: others.map((other) => ({ ...other, found: whatHappened(other) })),
    harm: consequence === undefined ? '' : consequences[consequence].name,
    about: `Specification: ${clause} (${basisOf(row, first).toLowerCase()}).`,
    since: sincePhrase(id, report),
    share: checks.length > 1 ? `${failed.length} of ${counted(checks.length, 'test')} of this rule failed.` : '',
    cause: first?.likelyCause,
    sides: first && { ...first, control: controlText(first) },
    tests: more.length > mostTests ? [...tests, `and ${more.length - mostTests} more`] : tests,
    again: first?.again,
    rerun: rerunCommand(ids, report),
    exchanges: evidence.filter((exchange) => cited.includes(exchange.id)),
    exchange: first?.deciding,
  };
}

/** A finding as names and values, for formats other than the page. */
export function linesOfFinding({ sides, share, cause, ids, rerun, again }: ReturnType<typeof findingOf>) {
  const { expected, received, control } = sides ?? {};
  const sent = sides?.sent && [sides.sent.request, sides.sent.change].filter(Boolean).join(' ');
  const also = firstOf(ids.slice(1));
  const lines = { sent, expected, received, control, tests: share, perhaps: cause, also, again: rerun, or: again };
  return Object.entries(lines).flatMap(([name, value]) => (value ? [[name, plain(value)] as const] : []));
}

function testText(check: ReportedCheck) {
  const sent = sentText(check) ?? check.name;
  return check.received === undefined ? sent : `${sent}: ${check.received.split('\n')[0]}`;
}
