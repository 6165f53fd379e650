import { catalogue } from '../../schemas/catalogue.js';
import type { Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { assemble, told as mostRuns } from '../model/assemble.js';
import { settledCheck } from '../model/decide.js';
import { materialOf } from '../model/findings-of.js';
import { clip, printableLine } from '../text/printable.js';
import { differences, type IntegrityError, shown, told } from './integrity-error.js';

const file = 'report.json';
type Say = (at: string | undefined, says: string) => void;

/**
 * What is wrong with a report by its own word: it is taken back to what its checks found, and assembled again by the very
 * functions that made it.
 * @param ours whether this suite made it; a report of another version is held to its verdicts, counts and outcome only
 */
export function alteredReport(report: Report, { ours }: { readonly ours: boolean }): IntegrityError[] {
  const found: IntegrityError[] = [];
  const say: Say = (at, says) => found.push({ file, ...(at !== undefined && { at }), says });
  inOrder(report, ours, say);
  for (const [index, { checks }] of report.requirements.entries()) {
    for (const [at, check] of checks.entries()) agreesWithItself(check, `/requirements/${index}/checks/${at}`, say);
  }
  if (!validDecisions(report, say)) return found;
  const again = assembledAgain(report, ours, say);
  if (!again) return found;
  const view = ours ? everything : verdictsOf;
  for (const one of differences(view(again), view(report)))
    say(one.at, told(one, 'its catalogue, checks and decisions say'));
  return found;
}

/** Each requirement once, and those of this version in the order of its catalogue. */
function inOrder({ requirements }: Report, ours: boolean, say: Say): void {
  const ids = requirements.map(({ id }) => id);
  const expected = ours ? catalogue.map(({ id }) => id) : [...new Set(ids)];
  const longer = ids.length > expected.length ? ids : expected;
  const at = longer.findIndex((_, place) => ids[place] !== expected[place]);
  if (at < 0) return;
  say(
    '/requirements',
    `are not those of the catalogue: ${shown(ids[at])} stands at ${at}, in place of ${shown(expected[at])}`,
  );
}

/** What a check says beside its verdict. A failure that was renamed keeps what it told. */
function agreesWithItself(check: ReportedCheck, at: string, say: Say): void {
  const { name, verdict, found, reason, received } = check;
  if (name === settledCheck || verdict === 'waived') return;
  if (verdict === 'fail' && found === undefined) say(`${at}/verdict`, 'is fail, and nothing is told that failed');
  if (verdict !== 'fail' && (found ?? received) !== undefined)
    say(`${at}/verdict`, `is ${verdict}, and a failure is told beside it`);
  if (verdict === 'pass' && reason !== undefined)
    say(`${at}/verdict`, 'is pass, and a reason why it is none beside it');
}

function validDecisions({ decisions }: Report, say: Say): boolean {
  const valid = validator('decisions', 'entry');
  const broken = decisions.filter((entry, index) => {
    if (valid(entry)) return false;
    say(`/decisions/${index}`, `is no decision: ${shown(complaint(valid.errors))}`);
    return true;
  });
  return broken.length === 0;
}

/** The report that comes of what its checks found; nothing where no run can have made it, which is said. */
function assembledAgain(report: Report, ours: boolean, say: Say): Report | undefined {
  try {
    const material = materialOf(report);
    const again = assemble(ours ? material : { ...material, catalogue: report.requirements });
    const notices = report.run.notices ?? [];
    for (const notice of ours ? (again.run.notices ?? []) : [])
      if (!notices.includes(notice)) say('/run/notices', `do not hold ${shown(notice)}`);
    return { ...again, requirements: alike(again, report) as Report['requirements'] };
  } catch (error) {
    say(undefined, `cannot be assembled again: ${printableLine(clip((error as Error).message, 200))}`);
    return undefined;
  }
}

/** Requirements assembled again, in the order of those of the report, with what only the runs before can tell. */
function alike(again: Report, report: Report): ReportedRequirement[] {
  const byId = new Map(again.requirements.map((row) => [row.id, row]));
  return report.requirements.flatMap((row) => {
    const expected = byId.get(row.id);
    if (!expected) return [];
    const { drift, since } = row;
    return { ...expected, ...(drift && { drift }), ...(isLonger(row, expected, report) && { since }) };
  });
}

/** A row that was open in all runs that are told may have been so for longer. */
function isLonger({ since }: ReportedRequirement, expected: ReportedRequirement, { history }: Report): boolean {
  const first = history[0]?.startedAt.slice(0, 10);
  if (first === undefined || since === undefined || history.length < mostRuns) return false;
  return expected.since === first && since < first;
}

function everything({ run: _, comparison: __, ...report }: Report): object {
  return report;
}

function verdictsOf({ summary, requirements, history }: Report): object {
  return {
    summary: { verdict: summary.verdict, counts: summary.counts, customersCreated: summary.customersCreated },
    requirements: requirements.map(({ verdict, checks }) => {
      return { verdict, checks: checks.map((check) => ({ verdict: check.verdict })) };
    }),
    history: history.map(({ verdicts }) => ({ verdicts })),
  };
}
