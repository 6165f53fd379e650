import { counted } from '../../reports/text/counted.js';
import type { CheckFinding, Finding } from '../../schemas/finding.js';
import { type CheckVerdict, worst } from '../../schemas/verdict.js';
import type { JournalEntry } from '../evidence/journal.js';
import type { RunningChecks } from './run-checks.js';

/**
 * Runs the checks several times, one pass after the other.
 * @param times how many passes
 * @param begin begins a pass, the first of which is 1. @param recorded exchanges of the passes before
 */
export function repeatedly(times: number, begin: (pass: number, recorded: number) => RunningChecks): RunningChecks {
  const passes = [begin(1, 0)];
  let isHalted = false;
  const last = () => passes.at(-1) as RunningChecks;
  const entries = (): JournalEntry[] => passes.flatMap((pass) => pass.entries());
  const faults = () => passes.flatMap((pass) => pass.faults);
  const isOver = () =>
    isHalted || faults().length > 0 || entries().some((entry) => entry.entry === 'end' && entry.stopped !== undefined);
  const goOn = async () => {
    await last().done;
    while (passes.length < times && !isOver()) {
      passes.push(begin(passes.length + 1, entries().filter(({ entry }) => entry === 'exchange').length));
      await last().done;
    }
  };
  return {
    done: goOn(),
    get expected() {
      return passes[0]?.expected ?? [];
    },
    get findings() {
      return steady(passes.map(({ findings }) => findings));
    },
    get faults() {
      return faults();
    },
    get counts() {
      const sum = (of: 'requests' | 'customers') => passes.reduce((total, { counts }) => total + counts[of], 0);
      return { ...passes[0]?.counts, requests: sum('requests'), customers: sum('customers') };
    },
    halt: (sentence) => {
      isHalted = true;
      last().halt(sentence);
    },
    entries,
  };
}

/**
 * The findings of several passes as those of one. A check that comes out otherwise in one of them is unstable, and never
 * a pass: what failed once was contradicted once, so it stays a fail; else it is inconclusive. A pass in which the target did not respond says nothing. Observations are those of the first pass.
 */
export function steady(passes: readonly (readonly Finding[])[]): Finding[] {
  const [first = [], ...more] = passes;
  return first.map((finding) => {
    if (finding.kind === 'observation' || more.length === 0) return finding;
    const again = more.flatMap((pass) => pass.filter((one) => one.id === finding.id && one.name === finding.name));
    return steadied([finding, ...(again as CheckFinding[])]);
  });
}

function steadied(all: readonly CheckFinding[]): CheckFinding {
  const answered = all.filter(({ unanswered }) => !unanswered);
  const heard = answered.length > 0 ? answered : all;
  const verdicts: Partial<Record<CheckVerdict, number>> = {};
  for (const { verdict } of heard) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  const gravest = worst(heard.map(({ verdict }) => verdict));
  const finding = heard.findLast(({ verdict }) => verdict === gravest) as CheckFinding;
  const exchanges = [...new Set([finding, ...heard].flatMap((one) => one.exchanges))];
  const common = { ...finding, exchanges, retried: all.reduce((sum, one) => sum + one.retried, 0), verdicts };
  const kinds = Object.entries(verdicts);
  if (kinds.length === 1) return common;
  const { found, reason, ...rest } = common;
  const shares = kinds.map(([verdict, count]) => `${verdict} ${count} of ${counted(heard.length, 'time')}`).join(', ');
  const text = `Unstable: ${shares}. ${found ?? reason ?? ''}`.trim();
  return gravest === 'fail' ? { ...common, found: text } : { ...rest, verdict: 'inconclusive', reason: text };
}
