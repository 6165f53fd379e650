import { byKey } from '../../schemas/by-key.js';
import { programName } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { inCounts } from '../drift/sentences.js';
import { framed, marked, table } from '../page/frame.js';
import { type Child, html } from '../page/html.js';
import { clip, firstOf, grouped, moment, startOf } from '../text/words.js';
import { environmentOf } from '../wording/target.js';
import { headline } from '../wording/verdict-labels.js';

/** `file`: path of report.html or report.json from the page. */
export interface PastRun {
  readonly report: Report;
  readonly file: string;
}

const heads = ['Run', 'Verdict', 'What failed', 'What changed', 'Customers created'];

/** reports/index.html: a table for each target. @param runs newest first */
export function renderOverview(runs: readonly PastRun[]): string {
  const targets = [...byKey(runs.map((run) => [titleOf(run.report), run]))];
  const body = [
    html`<h1>Runs</h1>`,
    targets.length === 0 && html`<p class="prose">No run has completed here.</p>`,
    targets.map(([title, some]) => html`<section><h2>${title}</h2>${table(heads, some.map(rowOf))}</section>`),
  ];
  return framed('Conformance runs', body, { head: 'Conformance runs', foot: programName });
}

function titleOf({ target }: Report): string {
  return `${startOf(environmentOf(target))}${target.embedded ? '' : `, ${clip(target.baseUrl, 200)}`}`;
}

function rowOf({ report, file }: PastRun): readonly Child[] {
  const { text, mark } = headline(report);
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const run = html`<a href="${hrefOf(file)}">${moment(report.run.startedAt)}</a>`;
  const changed = report.comparison && inCounts(report.comparison);
  return [run, marked(mark, text), firstOf(failed), changed, grouped(report.summary.customersCreated)];
}

/** A link to a file: each step is encoded, so that none becomes a scheme, host or query. */
function hrefOf(path: string): string {
  const steps = path.split('/').map((step) => encodeURIComponent(Buffer.from(step).toString()));
  return `./${steps.join('/')}`;
}
