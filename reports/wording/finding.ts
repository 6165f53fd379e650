import { type Consequence, gravityOf } from '../../schemas/consequences.js';
import { bracketed, code } from '../../schemas/marked.js';
import { calledBy } from '../../schemas/suite-version.js';
import type { Report, ReportedCheck, ReportedRequirement, Sent } from '../../schemas/types.js';
import { counted } from '../text/counted.js';
import { grouped } from '../text/printable.js';
import { underneath } from './decisions.js';
import { since } from './summary-text.js';
import { basisOf } from './verdict-labels.js';

/** How many of a finding's checks stand in the finding itself. */
export const shownChecks = 12;

/** The line above a finding's title: `Inferred. Since 17 November; the same in 3 of 4 runs`. */
export function basisAndAge(row: ReportedRequirement, report: Report): string {
  const runs = report.history.filter(({ verdicts }) => verdicts[row.id] !== undefined);
  const same = runs.filter(({ verdicts }) => verdicts[row.id] === row.verdict).length;
  const often = runs.length > 1 && same > 1 ? `the same in ${same} of ${runs.length} runs` : '';
  return [basisOf(row, openChecks(row)[0]), [since(row, report), often].filter(Boolean).join('; ')]
    .filter(Boolean)
    .join('. ');
}

/** The checks that make a requirement a finding, the gravest first. */
export function openChecks(row: ReportedRequirement): readonly ReportedCheck[] {
  const of = row.verdict === 'lacking' ? underneath(row) : row.verdict;
  return gravestFirst(row.checks.filter(({ verdict }) => verdict === of));
}

/** `3 of 20 failed` */
export function shareOfChecks({ checks, verdict }: ReportedRequirement, open: number): string {
  return `${open} of ${checks.length} ${verdict === 'fail' ? 'failed' : 'inconclusive'}`;
}

/** Where the checks are that a finding does not show, without a full stop; empty where it shows all. */
export function otherChecks(row: ReportedRequirement, open: number): string {
  const more = Math.max(0, open - shownChecks);
  const rest = row.checks.length - open;
  const parts = [
    more > 0 ? `${counted(more, 'more check', 'more checks')}` : '',
    rest > 0 ? `${counted(rest, 'check')} with another verdict` : '',
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(' and ')} ${rest + more === 1 ? 'stands' : 'stand'}` : '';
}

/** The sent request of a check: the request and its change apart. A report of 0.1 has one text for both. */
export function sentOf({ sent }: Pick<ReportedCheck, 'sent'>): Sent | undefined {
  return typeof sent === 'string' ? { request: sent } : sent;
}

/** The same in one line: `POST /customers without a key`. */
export function sentText(check: Pick<ReportedCheck, 'sent'>): string | undefined {
  const sent = sentOf(check);
  return sent && [sent.request, sent.change].filter(Boolean).join(' ');
}

/** The request beside the one that failed, and its outcome: `with the valid key: 201, one customer`. */
export function controlText({ control }: Pick<ReportedCheck, 'control'>): string | undefined {
  if (control === undefined || typeof control === 'string') return control;
  const { request, status, outcome } = control;
  return `${request}: ${status}${outcome === undefined ? '' : `, ${outcome}`}`;
}

/** The lines of what was expected or received: the first states it, the others explain it. */
export function headAndRest(text: string): { readonly head: string; readonly rest: readonly string[] } {
  const [head = '', ...rest] = text.split('\n');
  return { head, rest: rest.filter(Boolean) };
}

/**
 * A check as one sentence of proof: `POST /customers with "date_of_birth": "1990-13-01" returned 422, rejected; a valid customer with date_of_birth "1990-02-28" returned 201.`
 * Empty where the report does not have it, as those of 0.1.
 */
export function proofOf(check: ReportedCheck): string {
  const sent = sentOf(check);
  if (sent === undefined || check.received === undefined) return '';
  const { request, change } = sent;
  const asked = [code(request), change && bracketed(change)].filter(Boolean).join(' ');
  const head = headAndRest(check.received).head.replace(/\.$/, '');
  // A status or a value is returned; a statement about the response stands for itself.
  const received = /^(\d{3}\b|`)/.test(head) ? ` returned ${head}` : `: ${head}`;
  const beside = typeof check.control === 'object' ? check.control : undefined;
  const outcome = beside?.outcome === undefined ? '' : `, ${beside.outcome}`;
  return `${asked}${received}${beside ? `; ${subject(beside.request)} returned ${beside.status}${outcome}` : ''}.`;
}

/** `with the valid key` needs somebody who returns something: `the one with the valid key`. */
function subject(request: string): string {
  return /^with(out)? /.test(request) ? `the one ${request}` : request;
}

/** The outcome of the generated cases of a check in few words: `100 sent, 97 rejected, 3 normalised`. */
export function caseSummary({ cases }: Pick<ReportedCheck, 'cases'>): string | undefined {
  if (!cases) return undefined;
  const { planned, asked, letIn, refused, putRight, open } = cases;
  const of = asked === planned ? grouped(asked) : `${grouped(asked)} of ${grouped(planned)}`;
  const parts = [
    [letIn, 'accepted'],
    [refused, 'rejected'],
    [putRight, 'normalised'],
    [open, 'undecided'],
  ] as const;
  return [`${of} sent`, ...parts.flatMap(([count, word]) => (count > 0 ? [`${grouped(count)} ${word}`] : []))].join(
    ', ',
  );
}

/** What `run.command` says where it is no command: a program served a listener for as long as the run took. */
export const calledByProgram = 'runConformance';
const ownVitest = 'npx vitest run';
/** What `run.command` says where vitest runs the suites themselves. */
export const vitestOfSuites = `${ownVitest} --project conformance`;

/**
 * The report of a run whose requirements are tests of somebody's own vitest, which finds a failure again.
 * @param isGone whether its target ended with the run, so that no request can be sent again
 */
export function againInVitest(report: Report, isGone: boolean): Report {
  const requirements = report.requirements.map((row) => ({
    ...row,
    checks: row.checks.map(({ again, ...check }) => (isGone || again === undefined ? check : { ...check, again })),
  }));
  return { ...report, requirements, run: { ...report.run, command: ownVitest } };
}

/** How to test a requirement, or several by ids with commas, again with the same seed, from the folder of this run's call. */
export function rerunCommand(id: string, { run }: Report): string {
  const values = `seed: ${run.seed}${run.cases ? `, cases: ${run.cases.each}` : ''}`;
  const named = id.includes(',') ? `'${id.replaceAll(',', '|')}'` : id;
  if (run.command === vitestOfSuites) {
    const variables = `CONFORMANCE_SEED=${run.seed}${run.cases ? ` CONFORMANCE_CASES=${run.cases.each}` : ''}`;
    return `${variables} ${vitestOfSuites} -t ${named}`;
  }
  if (run.command === ownVitest) return `${ownVitest} -t ${named} (the same values with ${values} among the options)`;
  if (run.command === calledByProgram)
    return `${calledByProgram}({ …, only: ['${id.split(',').join("', '")}'], ${values} })`;
  const cases = run.cases ? ` --cases ${run.cases.each}` : '';
  return `${run.command ?? calledBy} --only ${id} --seed ${run.seed}${cases}`;
}

/** What the service accepted and should not have comes first, then what broke it, then a wrong status of a rejection. */
function rankOf({ status }: Pick<ReportedCheck, 'status'>): number {
  if (status === undefined) return 3;
  if (status >= 200 && status < 300) return 0;
  return status >= 500 ? 1 : 2;
}

/** Checks, gravest first; of equals the first stays first. */
export function gravestFirst<Check extends Pick<ReportedCheck, 'status'>>(checks: readonly Check[]): readonly Check[] {
  return checks.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Requirements by the harm of a failure, gravest first, then by what their checks met. */
export function gravestRowsFirst(rows: readonly ReportedRequirement[]): readonly ReportedRequirement[] {
  const met = ({ checks, verdict }: ReportedRequirement) =>
    Math.min(3, ...checks.filter((check) => check.verdict === verdict).map(rankOf));
  const harm = (row: ReportedRequirement) => gravityOf(row.consequence as Consequence | undefined);
  return rows.toSorted((a, b) => harm(a) - harm(b) || met(a) - met(b));
}
