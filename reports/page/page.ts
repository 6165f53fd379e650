import type { Exchange } from '../../schemas/exchange.js';
import { code } from '../../schemas/marked.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { clip, counted, startOf } from '../text/words.js';
import type { Note } from '../view/notes.js';
import { type View, viewOf } from '../view/view.js';
import type { Mark } from '../wording/verdict-labels.js';
import { exchangePair } from './exchange.js';
import { framed, marked, sign, table } from './frame.js';
import { changedVerdicts } from './grid.js';
import { type Child, coded, html } from './html.js';

/** report.json has longer texts in full. */
const longest = 2_000;
/** So many findings show their exchanges; evidence.har has all. */
const mostWithExchanges = 10;

/** Names become code. A key is named in words, and not as a variable. */
function sentence(text = ''): Child {
  const named = (_: string, variable: string) => `‹${variable.toLowerCase().replaceAll('_', ' ')}›`;
  return coded(clip(text.replace(/\$CONFORMANCE_([A-Z_]+)/g, named), longest));
}

const prose = (text: string) => html`<p class="prose">${sentence(text)}</p>`;

export function renderHtml(report: Report, evidence: readonly Exchange[], specification: Specification) {
  const view = viewOf(report, specification, evidence);
  const { findings, undecided, decisions, differences, limits, notices } = view;
  const isCovered = decisions.some(({ mark }) => /^(waived|lacking)$/.test(mark));
  const nothing = isCovered ? 'Each failure is waived, or declared as a lack (below).' : 'No rule failed.';
  const parts = [
    section('news', 'What is new, what is open', whatIsNew(view)),
    notices.length > 0 && html`<div class="notices" role="note">${notices.map(prose)}</div>`,
    section('findings', 'Findings', findings.length > 0 ? findings.map(finding) : prose(nothing)),
    section('undecided', 'Not decided', notes(undecided)),
    section('decisions', 'Waivers and other decisions', notes(decisions)),
    section('differences', 'Compared with', differences && [prose(differences.sentence), notes(differences.notes)]),
    section('rules', 'Rules', rules(view)),
    section('questions', 'Questions to the owner of the API', questions(view)),
    section('runs', 'Last runs', changedVerdicts(report)),
    section('limits', 'What this does not prove', limits.map(prose)),
    section('signed', 'Facts and signatures', [facts(view.facts), view.isSignable && signatures()]),
  ];
  const heads = {
    head: `Conformance report. ${view.subject}`,
    classification: view.classification,
    foot: `${view.headline.text}. Run ${view.run}, report.json ${view.digest.slice(0, 12)}`,
  };
  return framed(view.title, [askedToSign(view), verdict(view), parts], heads);
}

function section(id: string, title: string, body: Child): Child {
  if (!body || (Array.isArray(body) && body.length === 0)) return undefined;
  return html`<section id="${id}"><h2>${title}</h2>${body}</section>\n`;
}

function askedToSign({ sign: answers, subject, classification, isSignable }: View) {
  const byHand = html`<div id="sign-until"><dt>Accepted until</dt><dd class="hand soft">by hand</dd></div>`;
  return html`<header class="byline"><p><b>Conformance report</b> <span class="soft">${subject}</span></p><p class="soft">${classification}</p></header>
<div class="sign"><p class="lead">${isSignable ? 'What you are asked to sign' : 'What was run'}</p><dl>
${answers.map(([id, name, value]) => html`<div id="sign-${id}"><dt>${name}</dt><dd>${sentence(value)}</dd></div>\n`)}${isSignable && byHand}</dl></div>
`;
}

function verdict(view: View) {
  const { headline } = view;
  const links = Object.entries({
    findings: counted(view.findings.length, 'finding'),
    rules: counted(view.rules, 'rule'),
    questions: counted(view.questions.asked.length, 'question'),
    signed: 'Facts and signatures',
  });
  const costs = view.tally.map(({ name, failed, others }) =>
    failed > 0 ? [html`<b>${name}</b>`, html`<b class="fail">${failed}</b>`, ...others] : [name, failed, ...others],
  );
  return html`<h1 class="${headline.mark}">${sign(headline.mark)}${headline.text}</h1>
${[view.cause, view.because].map((text) => text !== '' && html`<p class="lead">${sentence(text)}</p>`)}
${[view.pace, view.offer.join(' ')].map((text) => text !== '' && prose(text))}
${table(['Consequence', 'Failed', 'Accepted', 'Open', 'Passed'], costs, 'tally whole')}
<nav aria-label="Contents">${links.map(([id, text]) => html`<a href="#${id}">${text}</a>`)}</nav>
`;
}

/** In a first run all is new. */
function whatIsNew({ news, openNotes, isFirst, isSignable }: View): Child {
  if (!isSignable || isFirst) return undefined;
  const line = (mark: Mark, text: string) => html`<p class="prose">${sign(mark)}${sentence(text)}</p>`;
  return [
    news.length === 0 && prose('Nothing is new since the run before.'),
    news.map(({ mark, brief }) => line(mark, brief)),
    openNotes.length > 0 && html`<h3>Open besides</h3>`,
    openNotes.map(({ mark, phrase, more }) => line(mark, startOf(`${phrase}. ${more}`))),
  ];
}

function finding(view: View['findings'][number], at: number) {
  const { id, named, title, found, harm, about: source, since, why, step, share, sides, others, cause } = view;
  const rows = others.map((other) => [
    html`<span id="finding-${other.id}" class="id">${other.id}</span>`,
    [other.title, html`<p class="soft">${sentence(other.found)}</p>`],
  ]);
  const about = [harm, since].filter(Boolean).join('. ');
  return html`<article id="finding-${id}"><div class="whole"><p class="byline">${marked('fail')} <span class="id">${named}</span> <span class="soft">${about}</span></p>
<h3>${title}</h3>
${prose(found)}
${why !== undefined && html`<p class="prose"><span class="soft">Why it matters:</span> ${why}</p>`}
${sides && sidesOf(sides)}</div>
<p>${source} ${step} ${share}</p>
${cause !== undefined && html`<p>Perhaps: ${sentence(cause)}</p>`}
${rows.length > 0 && html`<p>These rules failed for the same reason:</p>${table([], rows)}`}
${engineers(view, at < mostWithExchanges)}</article>
`;
}

function sidesOf({ sent, expected, received, control }: NonNullable<View['findings'][number]['sides']>) {
  const [first = '', ...more] = (received ?? 'No response.').split('\n');
  const side = (name: string, ...texts: readonly Child[]) =>
    html`<div><dt>${name}</dt>${texts.map((text) => html`<dd>${text}</dd>`)}</div>`;
  return html`<dl class="sides">
${sent && side('Sent', html`${sentence(code(sent.request))} ${sent.change && html`<u>${sentence(sent.change)}</u>`}`)}
${expected !== undefined && side('Expected', sentence(expected))}
${side('Received', html`<b class="fail">${sentence(first)}</b>`, ...more.map((line) => sentence(line)))}
${control !== undefined && side('Control', sentence(control))}</dl>`;
}

const folded = (...body: readonly Child[]) => html`<details><summary>For engineers</summary>${body}</details>`;

function engineers({ again, rerun, tests, exchanges }: View['findings'][number], isShown: boolean) {
  return folded(
    again !== undefined && html`<p class="soft">Send it again:</p><pre>${clip(again, 20_000)}</pre>`,
    html`<p class="soft">Test it again:</p><pre>${rerun}</pre>`,
    tests.length > 0 &&
      html`<p class="soft">Other tests that failed:</p><ul>${tests.map((test) => html`<li>${sentence(test)}</li>`)}</ul>`,
    isShown && exchanges.map(exchangePair),
  );
}

function notes(all: readonly Note[]): Child {
  return all.map(({ mark, word, ids, titles, lines: [first = '', ...more], brief, when, isEnding, rerun }) => {
    const concerned = ids.map((id, at) => html`<p><span class="id">${id}</span> ${titles[at]}</p>`);
    return html`<article><p class="byline">${marked(mark, word)} <span class="${isEnding ? 'inconclusive' : 'soft'}">${when}</span></p>
${prose(first)}${more.map((line) => html`<p>${sentence(line)}</p>`)}${concerned}
${rerun !== undefined && folded(html`<p>${sentence(brief)}</p><pre>${rerun}</pre>`)}</article>
`;
  });
}

/** Sections that say why a rule did not pass, besides those of findings. */
const sections: Partial<Record<Mark, string>> = {
  waived: 'decisions',
  lacking: 'decisions',
  inconclusive: 'undecided',
  skipped: 'undecided',
};

function rules({ areas }: View): Child {
  return areas.map(({ name, about, rows }) => {
    const cells = rows.map(({ id, title, mark, word, line }) => {
      const place = mark === 'fail' ? `finding-${id}` : sections[mark];
      const link = html`<a class="id" id="${id}" href="#${place}">${id}</a>`;
      const idCell = place ? link : html`<span class="id" id="${id}">${id}</span>`;
      return [marked(mark, word), idCell, [title, line !== '' && html`<p class="soft">${sentence(line)}</p>`]];
    });
    return [html`<h3>${name}</h3>`, about !== '' && prose(about), table([], cells, 'rows listing')];
  });
}

function questions({ questions: { who, count, asked, silent, settled }, run }: View): Child {
  if (count === 0) return undefined;
  const question = ({ id, ask, does, rule, besides }: View['questions']['asked'][number], at: number) =>
    html`<article class="whole"><p><b>${at + 1}. ${ask}</b> <span class="id soft">${id}</span></p>
<p>Observed: ${sentence(does)}</p>
<p>☐ As observed. The rule is then: ${sentence(rule)}</p>
<p>☐ Otherwise, namely: ______________________ ☐ Not decided</p>
<p class="soft">An engineer makes the answer a rule by <code>fsapi-conformance decide settle ${id}</code>${besides.length > 0 && html`, together with: ${sentence(besides.join(' '))}`}</p></article>
`;
  const about = `The specification leaves ${counted(count, 'question')} open. The ${asked.length} below are about what ${who} did in run ${run}; the most surprising stand first. Mark one answer for each and send them back. ${settled}`;
  return [
    prose(about),
    asked.map(question),
    silent.length > 0 && html`<h3>Not to be answered from this run</h3>`,
    silent.map(prose),
  ];
}

function facts(rows: View['facts']) {
  const linked = (value: string) =>
    /^https?:\/\//i.test(value) ? html`<a href="${value}" rel="noreferrer noopener">${value}</a>` : sentence(value);
  const cells = rows.map(([name, value]) => [html`<span class="soft">${name}</span>`, linked(value)]);
  return table([], cells, 'rows listing');
}

function signatures(): Child {
  const ways = ['accepted', 'accepted on condition', 'rejected'].map((way) => html`<p>☐ ${way}</p>`);
  const statements = ['Prepared by: I made this run.', 'Reviewed by: I read this report.', html`Decided by:${ways}`];
  const rows = statements.map((statement) => [statement, '', '', '']);
  const what = 'What is signed stands in the box at the top. A signature changes no verdict.';
  return [html`<h3>Signatures</h3>`, prose(what), table(['Statement', 'Name and role', 'Date', 'Signature'], rows)];
}
