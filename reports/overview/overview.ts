import { byKey } from '../../schemas/common/by-key.js';
import { programName } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { newsNotes, openNotes } from '../news/sentences.js';
import { framed, marked, sign, table } from '../page/frame.js';
import { changedVerdicts } from '../page/grid.js';
import { type Child, coded, html } from '../page/html.js';
import { clip, counted, dayInFull, moment, startOf } from '../text/words.js';
import { causes } from '../view/rules.js';
import { lossOf, paceOf } from '../view/summary.js';
import { entriesOf } from '../wording/decisions.js';
import { environmentOf } from '../wording/target.js';
import { headline } from '../wording/verdict-labels.js';

/** `file`: path of report.html or report.json from the page. */
export type PastRun = Readonly<{ report: Report; file: string }>;

const longestText = 600;
const text = (sentence: string): Child => coded(clip(sentence, longestText));

/** reports/index.html. @param runs newest first */
export function renderOverview(runs: readonly PastRun[]) {
  const targets = [...byKey(runs.map((run) => [titleOf(run.report), run]))];
  const body = [
    html`<h1>Runs</h1>`,
    targets.length === 0 && html`<p class="prose">No run has completed here.</p>`,
    targets.map(([title, own]) => {
      const rows = table(['Run', 'Verdict', 'What is new', 'Responses', 'Created'], own.map(rowOf));
      return html`<section><h2>${title}</h2>${standing(own)}${rows}${changedVerdicts(own[0].report)}</section>`;
    }),
  ];
  return framed('Conformance runs', body, { head: 'Conformance runs', foot: programName });
}

function standing(runs: readonly [PastRun, ...PastRun[]]): Child {
  const [newest] = runs;
  // What is new in the newest run is open too.
  const open = openNotes({ ...newest.report, news: [] }).map(({ kind, mark, phrase }) => {
    const isDue = /^(waiver-ends|attestation-ended|decision)$/.test(kind);
    const words = text(startOf(`${phrase}.`));
    return html`<p>${sign(mark)}${isDue ? html`<a href="${hrefOf(newest.file)}">${words}</a>` : words}</p>`;
  });
  const good = runs.find(({ report: { run, summary } }) => run.complete && !/^(non|inc)/.test(summary.verdict));
  return [
    html`<h3>Open</h3>`,
    open.length > 0 ? open : html`<p>Nothing.</p>`,
    html`<p>Last good run: ${good ? html`<a href="${hrefOf(good.file)}">${moment(good.report.run.startedAt)}</a>` : 'none'}.</p>`,
  ];
}

const titleOf = ({ target }: Report) =>
  `${startOf(environmentOf(target))}${target.embedded ? '' : `, ${clip(target.baseUrl, 200)}`}`;

function rowOf({ report, file }: PastRun): readonly Child[] {
  const { text: verdict, mark } = headline(report);
  const { unavailable, stopped } = report.run;
  const reason = unavailable ? `${causes[unavailable.cause]}.` : stopped;
  const notes = [...(reason ? [reason] : []), ...waiversOf(report)];
  return [
    html`<a href="${hrefOf(file)}">${moment(report.run.startedAt)}</a>`,
    [marked(mark, verdict), notes.map((sentence) => html`<p class="soft">${text(sentence)}</p>`)],
    newsNotes(report).map((note) => html`<p>${text(note.text)}</p>`),
    [paceOf(report), html`<p class="inconclusive">${lossOf(report)}</p>`],
    html`<data value="${report.summary.customersCreated}">${counted(report.summary.customersCreated, 'customer')}</data>`,
  ];
}

function waiversOf(report: Report) {
  const waived = report.requirements.flatMap(({ id, verdict }) => (verdict === 'waived' ? [id] : []));
  const entries = entriesOf(report).filter(({ kind, id }) => kind === 'waive' && waived.includes(id));
  return entries.map(({ id, by, expires = '' }) => `${id} waived by ${by} until ${dayInFull(expires)}`);
}

/** A link to a file: each step is encoded, so that none becomes a scheme, host or query. */
function hrefOf(path: string) {
  const steps = path.split('/').map((step) => encodeURIComponent(Buffer.from(step).toString()));
  return `./${steps.join('/')}`;
}
