import { deviations, type IntegrityError, shown } from '../../reports/integrity/integrity-error.js';
import { assemble, historyLength } from '../../reports/model/assemble.js';
import { settledCheck } from '../../reports/model/decide.js';
import { listedAlone, materialOf } from '../../reports/model/findings-of.js';
import { clip, printableLine } from '../../reports/text/printable.js';
import { streakOf } from '../../reports/wording/streak.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import type { RunVerdict } from '../../schemas/verdict.js';
import { thisSuite } from '../run-folder/digests.js';

const file = 'report.json';
type Say = (at: string | undefined, says: string) => void;

/**
 * What of a report does not follow from the rest of it, and what it says of exchanges that the evidence does not hold.
 * @param evidence absent where evidence.har is not there
 */
export function deviationsIn(
  report: Report,
  evidence: readonly Exchange[] | undefined,
  specification: Specification,
  suite = thisSuite(specification),
) {
  return [...checkReport(report, specification, suite), ...(evidence ? checkReferences(report, evidence) : [])];
}

/**
 * Checks that a report follows from its own checks and decisions: `assemble`, which made it, makes it again from them. Of
 * a report of another suite only verdicts, counts and outcome are compared.
 */
function checkReport(
  report: Report,
  specification: Specification,
  suite: ReturnType<typeof thisSuite>,
): IntegrityError[] {
  const ours = report.run.suiteVersion === suite.suiteVersion && report.run.exam === suite.exam;
  const found: IntegrityError[] = [];
  const say: Say = (at, says) => found.push({ file, ...(at !== undefined && { at }), says });
  checkOrder(report, ours ? specification : undefined, say);
  const { startedAt, finishedAt } = report.run;
  if (Date.parse(finishedAt) < Date.parse(startedAt))
    say('/run/finishedAt', `is ${shown(finishedAt)}, before the start of the run (${shown(startedAt)})`);
  for (const [index, { checks }] of report.requirements.entries()) {
    const names = checks.map(({ name }) => name);
    for (const [at, check] of checks.entries()) {
      checkVerdict(check, `/requirements/${index}/checks/${at}`, say);
      if (names.indexOf(check.name) < at) say(`/requirements/${index}/checks/${at}/name`, 'stands twice');
    }
  }
  if (!validDecisions(report, say)) return found;
  const again = assembledAgain(report, { specification, ours }, say);
  if (!again) return found;
  const view = ours ? ({ run: _, comparison: __, ...rest }: Report) => rest : verdictsOf;
  return [...found, ...deviations(file, [view(again), view(report)], 'catalogue, checks and decisions')];
}

/** Each requirement stands once, and those of this version in the order of its catalogue. */
function checkOrder({ requirements }: Report, ours: Specification | undefined, say: Say): void {
  const ids = requirements.map(({ id }) => id);
  const expected = ours ? ours.catalogue.map(({ id }) => id) : [...new Set(ids)];
  const longer = ids.length > expected.length ? ids : expected;
  const at = longer.findIndex((_, place) => ids[place] !== expected[place]);
  if (at < 0) return;
  say(
    '/requirements',
    `do not match the catalogue: position ${at} has ${shown(ids[at])}, expected ${shown(expected[at])}`,
  );
}

/** The verdict of a check agrees with its other members: a failure that was relabelled still describes a failure. */
function checkVerdict(check: ReportedCheck, at: string, say: Say): void {
  const { name, verdict, found, reason } = check;
  if (name === settledCheck || verdict === 'waived') return;
  if (verdict === 'fail' && found === undefined) say(`${at}/verdict`, 'is fail, but the check describes no failure');
  // What was received stands beside a pass too, as its proof.
  if (verdict !== 'fail' && found !== undefined)
    say(`${at}/verdict`, `is ${verdict}, but the check describes a failure`);
  if (verdict === 'pass' && reason !== undefined)
    say(`${at}/verdict`, 'is pass, but the check gives a reason against it');
}

function validDecisions({ decisions }: Report, say: Say): boolean {
  const valid = validator('decisions', 'entry');
  const broken = decisions.filter((entry, index) => {
    if (valid(entry)) return false;
    say(`/decisions/${index}`, `is not a decision: ${shown(complaint(valid.errors))}`);
    return true;
  });
  return broken.length === 0;
}

/** The report that its checks and decisions lead to; nothing where they are none of a run, which is reported. */
function assembledAgain(
  report: Report,
  { specification, ours }: { specification: Specification; ours: boolean },
  say: Say,
): Report | undefined {
  try {
    const material = materialOf(asMade(report), specification);
    const again = assemble(ours ? material : { ...material, catalogue: report.requirements });
    const notices = report.run.notices ?? [];
    for (const notice of ours ? (again.run.notices ?? []) : [])
      if (!notices.includes(notice)) say('/run/notices', `lack ${shown(notice)}`);
    const { lacking, ...counts } = again.summary.counts;
    const summary = {
      ...again.summary,
      verdict: asWritten(again.summary.verdict, report),
      // Reports of 0.1 and 0.2 count none.
      counts: report.summary.counts.lacking === undefined && !lacking ? counts : again.summary.counts,
    };
    return { ...again, summary, requirements: alike(again, report) };
  } catch (error) {
    say(undefined, `cannot be derived again: ${printableLine(clip((error as Error).message, 200))}`);
    return undefined;
  }
}

/** Reports of 0.1 and 0.2 have decisions that were in force before their date. */
function asMade(report: Report): Report {
  if (report.schemaVersion !== '1.0') return report;
  const day = report.run.startedAt.slice(0, 10);
  return { ...report, decisions: report.decisions.map((entry) => ({ ...entry, on: day })) };
}

/** Reports of 0.1 and 0.2 are conformant where a waiver covers something, too. */
function asWritten(verdict: RunVerdict, { schemaVersion }: Report): RunVerdict {
  return schemaVersion === '1.0' && verdict === 'conformant-with-waivers' ? 'conformant' : verdict;
}

/** Requirements made again, in the order of the report, with the members that only previous runs can give. */
function alike(again: Report, report: Report): ReportedRequirement[] {
  const byId = new Map(again.requirements.map((row) => [row.id, row]));
  return report.requirements.flatMap((row) => {
    const expected = byId.get(row.id);
    if (!expected) return [];
    const { drift, since } = row;
    return { ...expected, ...(drift && { drift }), ...(isLonger(row, expected, report) && { since }) };
  });
}

/** A requirement whose state no run of a full history interrupts may have been in it for longer. */
function isLonger({ id, since }: ReportedRequirement, expected: ReportedRequirement, { history }: Report): boolean {
  if (since === undefined || expected.since === undefined || history.length < historyLength) return false;
  return since < expected.since && streakOf(id, history)?.isWhole === false;
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

/** Compares a report with the exchanges that it refers to. */
function checkReferences(report: Report, evidence: readonly Exchange[]): IntegrityError[] {
  const { summary, requirements, created } = report;
  const found: IntegrityError[] = [];
  const say = (at: string, says: string) => found.push({ file: file, at, says });
  const counted = report.run.evidence?.exchanges;
  if (counted !== undefined && counted !== evidence.length)
    say('/run/evidence/exchanges', `is ${counted}, but evidence.har has ${evidence.length}`);
  const ids = new Set(evidence.map(({ id }) => id));
  const known = (exchanges: readonly string[], at: string) => {
    for (const [index, id] of exchanges.entries())
      if (!ids.has(id)) say(`${at}/exchanges/${index}`, `names ${shown(id)}, which is not in evidence.har`);
  };
  for (const [row, { checks, exchanges = [] }] of requirements.entries()) {
    known(exchanges, `/requirements/${row}`);
    for (const [check, one] of checks.entries()) known(one.exchanges, `/requirements/${row}/checks/${check}`);
  }
  const { requests, customers } = report.run.cases?.unkept ?? { requests: 0, customers: 0 };
  if (summary.requests !== evidence.length + requests) {
    const more = requests > 0 ? `, and ${requests} generated requests without evidence` : '';
    say('/summary/requests', `is ${summary.requests}, but evidence.har has ${evidence.length}${more}`);
  }
  return [...found, ...checkCreated(created, evidence, customers - listedAlone(report))];
}

/**
 * Customers that no exchange created, and creations that are not listed.
 * @param unkept number of customers among `created` that exchanges without evidence created
 */
function checkCreated(created: Report['created'], evidence: readonly Exchange[], unkept: number): IntegrityError[] {
  const write = (one: { idempotencyKey: string; email: string; tenant?: string }) =>
    JSON.stringify([one.tenant, one.idempotencyKey, one.email]);
  const writes = new Set(evidence.flatMap(({ wrote }) => (wrote ? [write(wrote)] : [])));
  const strangers = created.flatMap((customer, index) =>
    writes.has(write(customer))
      ? []
      : [{ file: file, at: `/created/${index}`, says: 'has no exchange that created it' }],
  );
  // Where answers carry identities, a success without one created nothing, so that only those without tell.
  const byWrite = created.every(({ identity }) => identity === undefined);
  const keys = new Set(created.map(({ tenant, idempotencyKey }) => `${tenant} ${idempotencyKey}`));
  const unlisted = evidence.flatMap(({ id, wrote }) => {
    if (!byWrite || !wrote || keys.has(`${wrote.tenant} ${wrote.idempotencyKey}`)) return [];
    keys.add(`${wrote.tenant} ${wrote.idempotencyKey}`);
    return [{ file: file, at: '/created', says: `lacks the customer that ${id} created` }];
  });
  if (unkept === 0) return [...strangers, ...unlisted];
  // Which of them were generated is unknown; how many is known.
  const says = `lists ${strangers.length} customers without an exchange, expected ${unkept} (generated, without evidence)`;
  return strangers.length === unkept ? unlisted : [{ file: file, at: '/created', says }, ...unlisted];
}
