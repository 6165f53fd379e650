import { byKey } from '../../schemas/by-key.js';
import { code } from '../../schemas/marked.js';
import type { Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { counted } from '../text/counted.js';
import { withVerdict } from '../wording/counts.js';
import { gravestRowsFirst, headAndRest, openChecks, sentOf } from '../wording/finding.js';

/** A finding: one requirement, or several that one cause leaves open, the gravest first. */
export interface FindingGroup {
  readonly mark: 'fail' | 'inconclusive';
  readonly rows: readonly [ReportedRequirement, ...ReportedRequirement[]];
  /** The cause that several share, as a sentence; absent where a requirement stands alone. */
  readonly cause?: string;
}

/**
 * The findings of a report, failures first, in each the gravest first. Requirements stand together where the structure of
 * their checks shows one cause: one response decided them, every request of a kind got one wrong status, or one
 * thing was missing for them.
 */
export function findingGroups(report: Report): readonly FindingGroup[] {
  const failed = gravestRowsFirst(withVerdict(report, 'fail'));
  const open = gravestRowsFirst(withVerdict(report, 'inconclusive'));
  const blanket = blanketCauses(report);
  return [
    ...grouped(failed, 'fail', (row) => causeOfFailure(row, blanket)),
    ...grouped(open, 'inconclusive', causeOfDoubt),
  ];
}

/** A cause: by its key requirements are grouped; its sentence is that of the first of them. */
type Cause = Readonly<Record<'key' | 'sentence', string>>;

function grouped(
  rows: readonly ReportedRequirement[],
  mark: FindingGroup['mark'],
  causeOf: (row: ReportedRequirement) => Cause,
): readonly FindingGroup[] {
  const verb = mark === 'fail' ? 'fail' : 'stay open';
  return [...byKey(rows.map((row) => [causeOf(row).key, row])).values()].map((members) => {
    const group = members as [ReportedRequirement, ...ReportedRequirement[]];
    if (group.length === 1) return { mark, rows: group };
    const size = counted(group.length, 'requirement');
    const sentence = causeOf(group[0]).sentence.replace(/\.?$/, '');
    // A colon behind advice in a sentence of its own would read as if the advice were the cause.
    const between = sentence.includes('. ') ? '.' : ':';
    return { mark, rows: group, cause: `${sentence}${between} ${size} ${verb} for this reason.` };
  });
}

function causeOfDoubt(row: ReportedRequirement): Cause {
  const [first] = openChecks(row);
  const sentence = first?.unmet === undefined ? (row.reason ?? first?.reason) : first.reason;
  return { key: first?.unmet ?? sentence ?? row.id, sentence: sentence ?? row.title };
}

function causeOfFailure(row: ReportedRequirement, blanket: ReadonlyMap<string, string>): Cause {
  const [first] = openChecks(row);
  const sentence = first && blanket.get(kindOf(first) ?? '');
  if (first && sentence !== undefined) return { key: kindOf(first) ?? row.id, sentence };
  return { key: first?.deciding ?? row.id, sentence: row.found ?? row.title };
}

/** Operation and expected response: checks of one kind ask for the same in different ways. */
function kindOf(check: ReportedCheck): string | undefined {
  const request = sentOf(check)?.request;
  if (request === undefined || check.expected === undefined) return undefined;
  return `${request} ${headAndRest(check.expected).head}`;
}

/** For each kind of checks of which at least two requirements have some, and all failed with one status: the sentence. */
function blanketCauses({ requirements }: Report): ReadonlyMap<string, string> {
  const decided = requirements.flatMap(({ id, checks }) =>
    checks.flatMap((check) => (check.verdict === 'pass' || check.verdict === 'fail' ? [{ id, ...check }] : [])),
  );
  const kinds = byKey(decided.map((check) => [kindOf(check), check]));
  return new Map(
    [...kinds].flatMap(([kind, checks]): [string, string][] => {
      const [first] = checks;
      const isOne = checks.every(({ verdict, status }) => verdict === 'fail' && status === first?.status);
      const isShared = checks.some(({ id }) => id !== first?.id);
      if (kind === undefined || !isShared || !isOne || first?.status === undefined) return [];
      const { head } = headAndRest(first.expected ?? '');
      const request = code(sentOf(first)?.request ?? '');
      return [[kind, `${request} returned ${first.status} to all ${checks.length} requests that should get ${head}.`]];
    }),
  );
}
