import { byKey } from '../../schemas/by-key.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { CheckFinding, Finding } from '../../schemas/finding.js';
import { listed } from '../../schemas/listed.js';
import type { DecisionEntry, Report, ReportedCheck } from '../../schemas/types.js';
import { worst } from '../../schemas/verdict.js';
import type { Material } from './assemble.js';
import { settledCheck } from './decide.js';
import { findingOf, isLeftOut, listedAlone, materialOf, observationOf, settledIds } from './findings-of.js';

/** One part of a divided run. */
export interface Part {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
  readonly seal: NonNullable<Report['run']['merged']>[number];
}

/**
 * Joins parts of a divided run: their exchanges, part after part, numbered anew, and what their checks found. Pure.
 * @param parts of one run, in the order of their numbers, none twice
 * @param about id of the joined run, and what has to be said of it
 */
export function mergeParts(
  parts: readonly [Part, ...Part[]],
  about: { id: string; notices: readonly string[] },
): { material: Material; evidence: readonly Exchange[] } {
  const [{ report: first }] = parts;
  const startedAt = parts.map(({ report }) => report.run.startedAt).reduce((a, b) => (a < b ? a : b));
  const { evidence, numbered } = renumbered(parts, startedAt);
  const reports = parts.map(({ report }, at) => withIds(report, numbered[at] as ReadonlyMap<string, string>));
  const cases = casesOf(reports);
  const rows = reports.flatMap(({ requirements }) => requirements);
  const whole = materialOf(first);
  const { complete: _, stopped: __, cases: ___, evidence: ____, ...run } = whole.run;
  return {
    evidence,
    material: {
      ...whole,
      findings: findingsOf(reports),
      // Ids of the requirements that the filter let through: those that not every part left out.
      asked: distinct(rows.filter((row) => !isLeftOut(row)).map(({ id }) => id)),
      run: {
        ...run,
        id: about.id,
        startedAt,
        finishedAt: reports.map((one) => one.run.finishedAt).reduce((a, b) => (a > b ? a : b)),
        ...endOf(reports),
        ...(cases && { cases }),
        merged: parts.map(({ seal }) => seal),
        ...(about.notices.length > 0 && { notices: [...about.notices] }),
      },
      created: reports.flatMap(({ created }) => created),
      listed: sum(reports.map(listedAlone)),
      requests: sum(reports.map(({ summary }) => summary.requests)),
      retried: sum(reports.map(({ summary }) => summary.retried)),
      decisions: distinct(reports.flatMap(({ decisions }) => decisions)) as unknown as readonly DecisionEntry[],
      unreached: reports.every(({ history }) => history.at(-1)?.unreached),
    },
  };
}

/** The shards that are present, and whether they are the whole run, complete. */
function endOf(reports: readonly Report[]): Pick<Report['run'], 'complete' | 'stopped' | 'shards'> {
  const of = reports[0]?.run.shards?.of ?? 1;
  const here = reports.flatMap(({ run }) => run.shards?.here ?? []).sort((a, b) => a - b);
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter((part) => !here.includes(part));
  const unfinished = reports.filter(({ run }) => run.shards?.finished === false);
  const [noun, verb] = missing.length === 1 ? ['Part', 'is'] : ['Parts', 'are'];
  const described = [
    ...(missing.length > 0 ? [`${noun} ${listed(missing)} of ${of} ${verb} missing.`] : []),
    ...unfinished.map(({ run }) => `Part ${listed(run.shards?.here ?? [])}: ${run.stopped ?? 'it was cut short.'}`),
  ];
  const shards = { of, here, finished: unfinished.length === 0 };
  return described.length === 0
    ? { complete: true, shards }
    : { complete: false, stopped: described.join(' '), shards };
}

function casesOf(reports: readonly Report[]): Report['run']['cases'] {
  const all = reports.flatMap(({ run }) => run.cases ?? []);
  const [first] = all;
  if (!first) return undefined;
  const sums = added(all.map(({ planned, asked }) => ({ planned, asked })));
  return { each: first.each, ...sums, unkept: added(all.map(({ unkept }) => unkept)) };
}

/** All exchanges with numbers of their own, and for each part which of its numbers became which. */
function renumbered(parts: readonly Part[], startedAt: string) {
  const evidence: Exchange[] = [];
  const numbered = parts.map(({ report, evidence: own }) => {
    const later = Date.parse(report.run.startedAt) - Date.parse(startedAt);
    return new Map(
      own.map((exchange): [string, string] => {
        const id = `x${String(evidence.length + 1).padStart(4, '0')}`;
        evidence.push({ ...exchange, id, offsetMs: exchange.offsetMs + later });
        return [exchange.id, id];
      }),
    );
  });
  return { evidence, numbered };
}

/** A report that names its exchanges by other numbers. */
function withIds(report: Report, numbers: ReadonlyMap<string, string>): Report {
  const one = (id: string) => numbers.get(id) ?? id;
  const renamed = (ids: readonly string[]) => ids.map(one);
  const control = ({ control: of }: ReportedCheck): Pick<ReportedCheck, 'control'> =>
    typeof of === 'object' && of.exchange !== undefined ? { control: { ...of, exchange: one(of.exchange) } } : {};
  const requirements = report.requirements.map((row) => ({
    ...row,
    ...(row.exchanges && { exchanges: renamed(row.exchanges) }),
    checks: row.checks.map((check) => ({
      ...check,
      exchanges: renamed(check.exchanges),
      ...(check.deciding !== undefined && { deciding: one(check.deciding) }),
      ...control(check),
    })),
  }));
  return { ...report, requirements };
}

/** What all parts found, before people decided. */
function findingsOf(reports: readonly Report[]): Finding[] {
  const settled = settledIds(reports);
  const [first] = reports as readonly [Report, ...Report[]];
  return first.requirements.flatMap(({ id, basis }): Finding[] => {
    const rows = reports.flatMap(({ requirements }) => requirements.filter((row) => row.id === id));
    if (basis === 'not-shown') {
      const row = rows.find(({ observation }) => observation !== undefined) ?? rows[0];
      return row ? [observationOf(row, settled)] : [];
    }
    const checks = rows.flatMap((row) => row.checks).filter(({ name }) => name !== settledCheck);
    return [...byKey(checks.map((check) => [check.name, findingOf(id, check)])).values()].map(together);
  });
}

/** One check from its shards: the finding of the worst, and the exchanges of all. */
function together(shares: readonly CheckFinding[]): CheckFinding {
  const verdict = worst(shares.map((share) => share.verdict));
  const telling = shares.find((share) => share.verdict === verdict) as CheckFinding;
  if (shares.length === 1) return telling;
  const others = shares.filter((share) => share !== telling);
  const cases = shares.flatMap((share) => {
    if (!share.cases) return [];
    const { left: _, ...counts } = share.cases;
    return [counts];
  });
  return {
    ...telling,
    exchanges: [telling, ...others].flatMap(({ exchanges }) => exchanges),
    durationMs: Math.round(sum(shares.map(({ durationMs }) => durationMs)) * 10) / 10,
    retried: sum(shares.map(({ retried }) => retried)),
    ...(cases.length > 0 && { cases: added(cases) }),
  };
}

/** Counts added up, member by member. */
function added<Counts extends { readonly [name in keyof Counts]: number }>(all: readonly Counts[]): Counts {
  const names = Object.keys(all[0] ?? {}) as (keyof Counts)[];
  return Object.fromEntries(names.map((name) => [name, sum(all.map((one) => one[name]))])) as Counts;
}

function distinct<T>(values: readonly T[]): T[] {
  const byText = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...byText.values()];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
