import { byKey } from '../../schemas/by-key.js';
import type { Trait } from '../../schemas/finding.js';
import { listed } from '../../schemas/listed.js';
import { code } from '../../schemas/marked.js';
import type { Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { counted } from '../text/counted.js';
import { withVerdict } from '../wording/counts.js';
import { gravestRowsFirst, headAndRest, openChecks, sentOf } from '../wording/finding.js';
import { shownCauses } from '../wording/shown-causes.js';

/** A finding: one requirement, or several that one cause leaves open, the gravest first. */
export interface FindingGroup {
  readonly mark: 'fail' | 'inconclusive';
  readonly rows: readonly [ReportedRequirement, ...ReportedRequirement[]];
  /** The cause that several share, as a sentence; absent where a requirement stands alone. */
  readonly cause?: string;
  /** Where the cause is what the target is like as a whole. */
  readonly trait?: Trait;
}

/** A cause: by its key requirements are grouped; its sentence is that of the first of them. */
type Cause = Readonly<Record<'key' | 'sentence', string>> & { readonly trait?: Trait };

/**
 * The findings of a report, failures first, in each the gravest first. Requirements stand together where one cause is
 * shown: a trait of the target or a defect that many share; one response that decided them; one wrong status to every request
 * of a kind; one thing that was missing for them, or one requirement whose failure leaves the others open.
 */
export function findingGroups(report: Report): readonly FindingGroup[] {
  const failed = gravestRowsFirst(withVerdict(report, 'fail'));
  const open = gravestRowsFirst(withVerdict(report, 'inconclusive'));
  const shown = shownCauses(report);
  const blanket = blanketCauses(report);
  const causes = new Map<string, Cause>();
  for (const row of failed) {
    const at = shown.findIndex(({ follows }) => follows(row));
    causes.set(row.id, shown[at] ? { key: `cause ${at}`, ...shown[at] } : causeOfFailure(row, blanket, failed));
  }
  for (const row of open) {
    const at = shown.findIndex(({ follows }) => follows(row));
    causes.set(row.id, shown[at] ? { key: `cause ${at}`, ...shown[at] } : causeOfDoubt(row, causes));
  }
  const causeOf = ({ id }: ReportedRequirement) => causes.get(id) as Cause;
  const groups = byKey([...failed, ...open].map((row) => [causeOf(row).key, row]));
  return [...groups.values()].map((members): FindingGroup => {
    const rows = members as [ReportedRequirement, ...ReportedRequirement[]];
    const { sentence, trait } = causeOf(rows[0]);
    const isCause = rows.length > 1 || trait !== undefined;
    const cause = isCause && { cause: `${sentence.replace(/\.?$/, '')}.` };
    return { mark: rows[0].verdict as FindingGroup['mark'], rows, ...cause, ...(trait && { trait }) };
  });
}

/** How many requirements a cause fails and leaves open: `2 requirements failed for this reason, and 5 stay open`. */
export function followedBy({ rows }: FindingGroup): string {
  const failed = rows.filter(({ verdict }) => verdict === 'fail').length;
  const open = rows.length - failed;
  if (failed === 0) return `${counted(open, 'requirement')} ${open === 1 ? 'stays' : 'stay'} open for this reason`;
  const more = open > 0 ? `, and ${open} ${open === 1 ? 'stays' : 'stay'} open` : '';
  return `${counted(failed, 'requirement')} failed for this reason${more}`;
}

/** @param causes of the failures: what stays open may follow from one of them */
function causeOfDoubt(row: ReportedRequirement, causes: ReadonlyMap<string, Cause>): Cause {
  const reasons = openChecks(row);
  const explained = reasons.map(({ unmet = '' }) => causes.get(unmet));
  const [first] = reasons;
  if (explained[0] && explained.every(Boolean)) return explained[0];
  const sentence = first?.unmet === undefined ? (row.reason ?? first?.reason) : first.reason;
  return { key: first?.unmet ?? sentence ?? row.id, sentence: sentence ?? row.title };
}

/** @param failed all that failed: a response may have decided several */
function causeOfFailure(
  row: ReportedRequirement,
  blanket: ReadonlyMap<string, Cause>,
  failed: readonly ReportedRequirement[],
): Cause {
  const checks = openChecks(row);
  const [first] = checks;
  const uniform = first && blanket.get(kindOf(first) ?? '');
  if (uniform || !first) return uniform ?? { key: row.id, sentence: row.found ?? row.title };
  const { deciding } = first;
  const isShared = failed.some((other) => other !== row && openChecks(other)[0]?.deciding === deciding);
  // What one change does to both operations has one cause.
  const changes = checks.map((check) => sentOf(check)?.change ?? row.id).sort();
  return { key: isShared && deciding ? deciding : changes.join('\n'), sentence: row.found ?? row.title };
}

/** Operation and expected response: checks of one kind ask for the same in different ways. */
function kindOf(check: ReportedCheck): string | undefined {
  const request = sentOf(check)?.request;
  if (request === undefined || check.expected === undefined) return undefined;
  return `${request} ${headAndRest(check.expected).head}`;
}

/** For each kind of checks that all failed with one status: the cause, which operations that return the same share. */
function blanketCauses({ requirements }: Report): ReadonlyMap<string, Cause> {
  const decided = requirements.flatMap(({ id, checks }) =>
    checks.flatMap((check) => (check.verdict === 'pass' || check.verdict === 'fail' ? [{ id, ...check }] : [])),
  );
  const kinds = byKey(decided.map((check) => [kindOf(check), check]));
  const uniform = [...kinds].flatMap(([kind, checks]) => {
    const [first] = checks;
    const isOne = checks.every(({ verdict, status }) => verdict === 'fail' && status === first?.status);
    if (kind === undefined || !isOne || first?.status === undefined) return [];
    const { head } = headAndRest(first.expected ?? '');
    return [{ kind, checks, status: first.status, head, request: code(sentOf(first)?.request ?? '') }];
  });
  const alike = byKey(uniform.map((one) => [`${one.status} instead of ${one.head}`, one]));
  return new Map(
    [...alike].flatMap(([key, those]) => {
      const checks = those.flatMap((one) => one.checks);
      if (new Set(checks.map(({ id }) => id)).size < 2) return [];
      const { status, head } = those[0] as (typeof those)[number];
      const requests = listed(those.map(({ request }) => request));
      const sentence = `${requests} returned ${status} to all ${checks.length} requests that should get ${head}`;
      return those.map(({ kind }): [string, Cause] => [kind, { key, sentence }]);
    }),
  );
}
