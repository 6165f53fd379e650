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

/** A failed rule; of several with one cause the gravest, which names the others. */
type FindingView = ReturnType<typeof findingOf>;

/** Failures, gravest first. @param evidence where exchanges are shown */
export function findingsOf(report: Report, evidence: readonly Exchange[]): readonly FindingView[] {
  const failed = gravestRowsFirst(report.requirements.filter(({ verdict }) => verdict === 'fail'));
  const groups = byKey(failed.map((row) => [causeOf(row), row]));
  return [...groups.values()].map((rows) => findingOf(rows as [Row, ...Row[]], report, evidence));
}

/** The fact that fails a requirement, or the exchange that decided it. */
function causeOf(row: Row): string {
  const [first] = decidingChecks(row);
  return first?.unmet ?? first?.deciding ?? row.id;
}

/** @param rows those of one cause, gravest first */
export function findingOf([row, ...others]: readonly [Row, ...Row[]], report: Report, evidence: readonly Exchange[]) {
  const failed = decidingChecks(row);
  const [first, ...more] = failed;
  const { id, title, clause, step, why, consequence } = row;
  const ids = [id, ...others.map((other) => other.id)];
  const shown = [first?.deciding, first?.control?.exchange];
  return {
    ...{ id, ids, title, step, why },
    found: whatHappened(row),
    others: others.map((other) => ({ id: other.id, title: other.title, found: whatHappened(other) })),
    harm: consequence === undefined ? '' : consequences[consequence].name,
    /** `Specification: Endpoints, item 3 (inferred).` */
    about: `Specification: ${clause} (${basisOf(row, first).toLowerCase()}).`,
    since: sincePhrase(id, report),
    share:
      row.checks.length > 1 ? `${failed.length} of ${counted(row.checks.length, 'test')} of this rule failed.` : '',
    cause: first?.likelyCause,
    sides: first && {
      sent: first.sent,
      expected: first.expected,
      received: first.received,
      control: controlText(first),
    },
    tests: [
      ...more.slice(0, mostTests).map(testText),
      ...(more.length > mostTests ? [`and ${more.length - mostTests} more`] : []),
    ],
    again: first?.again,
    rerun: rerunCommand(ids, report),
    exchanges: evidence.filter((exchange) => shown.includes(exchange.id)),
    exchange: first?.deciding,
  };
}

/** A finding as names and values, for formats other than the page. */
export function linesOfFinding({ sides, share, cause, ids, rerun, again }: FindingView) {
  const { sent, expected, received, control } = sides ?? {};
  const lines: Readonly<Record<string, string | undefined>> = {
    sent: sent && [sent.request, sent.change].filter(Boolean).join(' '),
    ...{ expected, received, control, tests: share, perhaps: cause },
    ...{ also: firstOf(ids.slice(1)), again: rerun, or: again },
  };
  return Object.entries(lines).flatMap(([name, value]) => (value ? [[name, plain(value)] as const] : []));
}

function testText(check: ReportedCheck): string {
  const sent = sentText(check) ?? check.name;
  return check.received === undefined ? sent : `${sent}: ${check.received.split('\n')[0]}`;
}
