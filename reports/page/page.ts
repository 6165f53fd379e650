import type { Exchange } from '../../schemas/exchange.js';
import { code } from '../../schemas/marked.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { clip, counted } from '../text/words.js';
import type { Note } from '../view/findings.js';
import { type View, viewOf } from '../view/view.js';
import type { Mark } from '../wording/verdict-labels.js';
import { framed, marked, sign, table } from './frame.js';
import { type Child, coded, html, type Markup } from './html.js';

/** report.json has longer texts in full. */
const longest = 2_000;
/** Findings that show their exchanges; evidence.har has all. */
const mostShown = 10;
const longestBody = 4_000;
const longestHeader = 1_000;

/** Names become code; a key has its name there, and no variable. */
function sentence(text = ''): Child {
  const named = (_: string, variable: string) => `‹${variable.toLowerCase().replaceAll('_', ' ')}›`;
  return coded(clip(text.replace(/\$CONFORMANCE_([A-Z_]+)/g, named), longest));
}

export function renderHtml(report: Report, evidence: readonly Exchange[], specification: Specification): string {
  const view = viewOf(report, specification, evidence);
  const { findings, undecided, decisions, changes, limits } = view;
  const isCovered = decisions.some(({ mark }) => /^(waived|lacking)$/.test(mark));
  const parts = [
    section('news', view.isFirst ? 'First run' : 'What is new', whatIsNew(view)),
    section('findings', 'Findings', findings.length > 0 ? findings.map(finding) : nothingElse(isCovered)),
    section('undecided', 'Not decided', notes(undecided)),
    section('decisions', 'Waivers and other decisions', notes(decisions)),
    section(
      'changes',
      'Changes',
      changes && [changes.sentence !== '' && prose(changes.sentence), notes(changes.notes)],
    ),
    section('rules', 'Rules', [rules(view), duties(view)]),
    section('questions', 'Open questions', view.questions.length > 0 && questions(view)),
    section('runs', 'Last runs', view.runs.length > 0 && runs(view)),
    section('limits', 'What this does not prove', limits.map(prose)),
    section('signed', 'Facts and signatures', [facts(view.facts), view.isSignable && signatures(view)]),
  ];
  const heads = {
    head: `Conformance report. ${view.subject}`,
    classification: view.classification,
    foot: `${view.headline.text}. Run ${view.run}, report.json ${view.digest.slice(0, 12)}`,
  };
  return framed(view.title, [summary(view), parts], heads);
}

const prose = (text: string) => html`<p class="prose">${sentence(text)}</p>`;
const nothingElse = (isCovered: boolean) => prose(isCovered ? 'A decision covers each failure.' : 'No rule failed.');

/** What is new since the run before, and what else is open. */
function whatIsNew({ news, open, isFirst, isSignable }: View): Child {
  if (!isSignable || (isFirst && open === '' && news.length === 0)) return undefined;
  const lines = news.map(({ mark, text }) => html`<p class="prose">${sign(mark)}${sentence(text)}</p>`);
  const nothing = news.length === 0 && !isFirst && prose('Nothing is new since the run before.');
  return [nothing, lines, open !== '' && prose(`Open besides: ${open}.`)];
}

/** A titled part; none without a body. */
function section(id: string, title: string, body: Child): Child {
  if (!body || (Array.isArray(body) && body.length === 0)) return undefined;
  return html`<section id="${id}"><h2>${title}</h2>${body}</section>\n`;
}

function summary(view: View): Markup {
  const { subject, classification, headline, cause, because, notices, where, findings, undecided, offer } = view;
  const links: readonly (readonly [id: string, text: string])[] = [
    ['findings', counted(findings.length, 'finding')],
    ...(undecided.length > 0 ? [['undecided', 'Not decided'] as const] : []),
    ['rules', counted(view.rules, 'rule')],
    ['questions', counted(view.questions.length, 'open question')],
    ['signed', 'Facts and signatures'],
  ];
  return html`<header class="top"><p><b>Conformance report</b> <span class="soft">${subject}</span></p><p class="soft">${classification}</p></header>
<h1 class="${headline.mark}">${sign(headline.mark)}${headline.text}</h1>
${cause !== '' && html`<p class="lead">${sentence(cause)}</p>`}
<p class="lead">${sentence(because)}</p>
${prose(where)}
${offer.length > 0 && prose(offer.join(' '))}
${notices.length > 0 && html`<div class="notices" role="note">${notices.map(prose)}</div>`}
<nav aria-label="Contents">${links.map(([id, text]) => html`<a href="#${id}">${text}</a> `)}</nav>
`;
}

function finding(one: View['findings'][number], at: number): Markup {
  const { id, ids, title, found, harm, about, since, why, step, share, sides, others, cause } = one;
  return html`<article id="finding-${id}"><p class="byline">${marked('fail')} <span class="id">${ids.length > 1 ? `${id} and ${ids.length - 1} more` : id}</span> <span class="soft">${[harm, since].filter(Boolean).join('. ')}</span></p>
<h3>${title}</h3>
${prose(found)}
${why !== undefined && html`<p class="prose"><span class="soft">Why it matters:</span> ${why}</p>`}
${sides && sidesOf(sides)}
<p>${about} ${step} ${share}</p>
${cause !== undefined && html`<p>Perhaps: ${sentence(cause)}</p>`}
${others.length > 0 && html`<p>These rules failed for the same reason:</p><table><tbody>${others.map((other) => html`<tr id="finding-${other.id}"><td class="narrow id">${other.id}</td><td>${other.title}<p class="soft">${sentence(other.found)}</p></td></tr>`)}</tbody></table>`}
${engineers(one, at < mostShown)}</article>
`;
}

/** Request, expected and received response, and control, side by side. */
function sidesOf({ sent, expected, received, control }: NonNullable<View['findings'][number]['sides']>): Markup {
  const [first = '', ...more] = (received ?? 'No response.').split('\n');
  const side = (name: string, ...texts: readonly Child[]) =>
    html`<div><dt>${name}</dt>${texts.map((text) => html`<dd>${text}</dd>`)}</div>`;
  return html`<dl class="sides">
${sent && side('Sent', html`${sentence(code(sent.request))} ${sent.change && html`<u>${sentence(sent.change)}</u>`}`)}
${expected !== undefined && side('Expected', sentence(expected))}
${side('Received', html`<b class="fail">${sentence(first)}</b>`, ...more.map((line) => sentence(line)))}
${control !== undefined && side('Control', sentence(control))}</dl>`;
}

function engineers({ again, rerun, tests, exchanges }: View['findings'][number], isShown: boolean): Markup {
  return html`<details><summary>For engineers</summary>
${again !== undefined && html`<p class="soft">Send it again:</p><pre>${clip(again, 20_000)}</pre>`}
<p class="soft">Test it again:</p><pre>${rerun}</pre>
${tests.length > 0 && html`<p class="soft">Other tests that failed:</p><ul>${tests.map((test) => html`<li>${sentence(test)}</li>`)}</ul>`}
${isShown && exchanges.map(exchangePair)}</details>`;
}

function exchangePair({ id, purpose, request, response, fault, durationMs }: Exchange): Markup {
  const sent = message(`${request.method} ${request.url}`, request);
  const received = response
    ? message(`HTTP/${response.httpVersion} ${response.status} ${response.reason}`, response)
    : clip(fault ?? 'No response.', longestHeader);
  const cut = response?.cut && '\n… cut here: the response was longer than the suite reads';
  return html`<p><span class="id">${id}</span> <span class="soft">${clip(purpose, 300)}, ${Math.round(durationMs)} ms</span></p>
<div class="pair"><pre>${sent}</pre><pre>${received}${cut}</pre></div>`;
}

function message(
  start: string,
  { headers, body = '' }: Exchange['request'] | NonNullable<Exchange['response']>,
): string {
  const lines = headers.map(([name, value]) => `${clip(name, 200)}: ${clip(value, longestHeader)}`);
  const content = body === '' ? [] : ['', clip(indented(body), longestBody)];
  return [clip(start, longestHeader), ...lines, ...content].join('\n');
}

/** Indents JSON where that changes nothing else. */
function indented(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

/** What was not decided, decisions and changes. */
function notes(all: readonly Note[]): Child {
  return all.map(
    ({ mark, word, ids, titles, lines: [first, ...more], when, isEnding = false, engineers }) =>
      html`<article><p class="byline">${marked(mark, word)} <span class="${isEnding ? 'inconclusive' : 'soft'}">${when}</span></p>
${titles.length === 0 ? html`<p class="id">${ids.join(', ')}</p>` : ids.map((id, at) => html`<p><span class="id">${id}</span> ${titles[at]}</p>`)}
${prose(first ?? '')}${more.map((line) => html`<p>${sentence(line)}</p>`)}
${engineers && html`<details><summary>For engineers</summary><p>${sentence(engineers.reason)}</p><pre>${engineers.rerun}</pre></details>`}</article>
`,
  );
}

function rules({ areas }: View): Child {
  return areas.map(({ name, tally, rows }) => [
    html`<h3>${name} <span class="soft">${tally}</span></h3>`,
    rowTable(rows),
  ]);
}

function duties({ duties: rows }: View): Child {
  return rows.length > 0 && [html`<h3>Duties of people <span class="soft">${rows.length}</span></h3>`, rowTable(rows)];
}

function rowTable(
  rows: readonly Readonly<{ id: string; title: string; mark: Mark; word?: string; line: string; supports?: string }>[],
): Markup {
  return html`<table><tbody>${rows.map(
    ({ id, title, mark, word, line, supports = '' }) =>
      html`<tr id="${id}"><td class="narrow">${marked(mark, word)}</td><td class="narrow">${
        mark === 'fail' ? html`<a class="id" href="#finding-${id}">${id}</a>` : html`<span class="id">${id}</span>`
      }</td><td>${title} ${supports !== '' && html`<span class="soft">OWASP ${supports}</span>`}<p class="soft">${sentence(line)}</p></td></tr>\n`,
  )}</tbody></table>`;
}

function questions({ questions: all, settled }: View): Child {
  return [
    html`<p class="prose">The specification leaves ${counted(all.length, 'question')} open. For ${
      all.filter(({ behaviour }) => behaviour.length > 0).length
    } we show what the service does. Those that most need an answer stand first. ${settled}</p>`,
    html`<table><thead><tr><th scope="col" class="narrow">Id</th><th scope="col" class="wide">Question</th><th scope="col">What the service does</th></tr></thead><tbody>${all.map(
      ({ id, ask, isPressing, behaviour, reason }) =>
        html`<tr id="${id}"><td class="id">${id}</td><td>${isPressing ? html`<b>${ask}</b>` : ask}</td><td>${
          behaviour.length > 0
            ? behaviour.map((one) => html`<p>${sentence(one)}</p>`)
            : html`<p class="soft">${sentence(reason)}</p>`
        }</td></tr>\n`,
    )}</tbody></table>`,
  ];
}

function runs({ runs: all }: View): Child {
  return [
    prose('Newest first, from the reports kept on this machine.'),
    table(
      ['Run', 'Verdict', 'What failed'],
      all.map(({ when, verdict, failed }) => [when, marked(verdict.mark, verdict.text), failed]),
    ),
  ];
}

function facts(rows: View['facts']): Markup {
  const linked = (value: string) =>
    /^https?:\/\//i.test(value) ? html`<a href="${value}" rel="noreferrer noopener">${value}</a>` : sentence(value);
  return html`<table><tbody>${rows.map(([name, value]) => html`<tr><td class="narrow soft">${name}</td><td>${linked(value)}</td></tr>\n`)}</tbody></table>`;
}

function signatures({ headline, where }: View): Child {
  const ways = ['accepted', 'accepted on condition', 'rejected'].map((way) => html`<p>☐ ${way}</p>`);
  const statements = ['Prepared by: I made this run.', 'Reviewed by: I read this report.', html`Decided by:${ways}`];
  return [
    html`<h3>Signatures</h3><p class="prose">What is signed: the verdict <b>${headline.text}</b> on ${sentence(where)}, of the run and the report.json named above. A signature changes no verdict.</p>`,
    table(
      ['Statement', 'Name and role', 'Date', 'Signature'],
      statements.map((statement) => [statement, '', '', '']),
    ),
  ];
}
