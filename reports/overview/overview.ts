import { byKey } from '../../schemas/common/by-key.js';
import { programName } from '../../schemas/suite-version.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { newsNotes, stillOpen } from '../news/sentences.js';
import { framed, marked, table } from '../page/frame.js';
import { type Child, coded, html } from '../page/html.js';
import { clip, dayInFull, grouped, moment, startOf } from '../text/words.js';
import { environmentOf } from '../wording/target.js';
import { headline } from '../wording/verdict-labels.js';

/** `file`: path of report.html or report.json from the page. */
export interface PastRun {
  readonly report: Report;
  readonly file: string;
}

/** Characters of a sentence in a cell. */
const longestText = 600;
const heads = ['Run', 'Verdict', 'What is new', 'What is open', 'Customers created'];

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
  const run = html`<a href="${hrefOf(file)}">${moment(report.run.startedAt)}</a>`;
  const sentences = newsNotes(report).map((note) => html`<p>${coded(clip(note.text, longestText))}</p>`);
  const waived = waiversOf(report).map((sentence) => html`<p class="soft">${sentence}</p>`);
  return [
    run,
    [marked(mark, text), waived],
    sentences,
    coded(clip(startOf(stillOpen(report)), longestText)),
    grouped(report.summary.customersCreated),
  ];
}

/** Who waived what until when. */
function waiversOf({ requirements, decisions }: Report): readonly string[] {
  const waived = requirements.flatMap(({ id, verdict }) => (verdict === 'waived' ? [id] : []));
  const entries = (decisions as unknown as readonly DecisionEntry[]).filter(
    ({ kind, id }) => kind === 'waive' && waived.includes(id),
  );
  return entries.map(({ id, by, expires = '' }) => `${id} waived by ${by} until ${dayInFull(expires)}`);
}

/** A link to a file: each step is encoded, so that none becomes a scheme, host or query. */
function hrefOf(path: string): string {
  const steps = path.split('/').map((step) => encodeURIComponent(Buffer.from(step).toString()));
  return `./${steps.join('/')}`;
}
