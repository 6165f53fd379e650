import { byKey } from '../../schemas/by-key.js';
import { programName } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { inCounts } from '../drift/sentences.js';
import { framed, marked } from '../page/frame.js';
import { type Child, html } from '../page/html.js';
import { firstOf, startOf } from '../text/counted.js';
import { moment } from '../text/dates.js';
import { clip, grouped } from '../text/printable.js';
import { environmentOf } from '../wording/target.js';
import { headline } from '../wording/verdict-labels.js';

/** A run that is there: its report, and its report.html or report.json as a path from the page. */
export interface PastRun {
  readonly report: Report;
  readonly file: string;
}

/** Ids that a cell names. */
const mostIds = 8;

/** reports/index.html: for each target a table of its runs, one row a run. @param runs newest first */
export function renderOverview(runs: readonly PastRun[]): string {
  const targets = [...byKey(runs.map((run) => [titleOf(run.report), run]))];
  const body = [
    html`<h1>Runs</h1>`,
    targets.length === 0 && html`<p class="prose">No run has completed here.</p>`,
    targets.map(([title, runsOfTarget]) => html`<section><h2>${title}</h2>${tableOf(runsOfTarget)}</section>`),
  ];
  return framed('Conformance runs', body, { head: 'Conformance runs', foot: programName });
}

function titleOf({ target }: Report): string {
  return `${startOf(environmentOf(target))}${target.embedded ? '' : `, ${clip(target.baseUrl, 200)}`}`;
}

function tableOf(runs: readonly PastRun[]): Child {
  return html`<table><thead><tr><th scope="col">Run</th><th scope="col">Verdict</th><th scope="col">What failed</th><th scope="col">What changed</th><th scope="col">Customers made</th></tr></thead><tbody>${runs.map(rowOf)}</tbody></table>`;
}

function rowOf({ report, file }: PastRun): Child {
  const { text, mark } = headline(report);
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const changed = report.comparison && inCounts(report.comparison);
  return html`<tr><td><a href="${hrefOf(file)}">${moment(report.run.startedAt)}</a></td><td>${marked(mark, text)}</td><td>${firstOf(failed, mostIds)}</td><td>${changed}</td><td>${grouped(report.summary.customersCreated)}</td></tr>`;
}

/** The address of a file, from the page. Each step is encoded, so that none becomes a scheme, a host or a query. */
function hrefOf(path: string): string {
  const steps = path.split('/').map((step) => encodeURIComponent(Buffer.from(step).toString()));
  return `./${steps.join('/')}`;
}
