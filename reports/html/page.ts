import { createHash } from 'node:crypto';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import type { Part as DocumentPart } from '../document/blocks.js';
import { decisions } from '../document/decisions.js';
import { findings } from '../document/findings.js';
import { gaps } from '../document/gaps.js';
import { history } from '../document/history.js';
import { limits, words } from '../document/limits.js';
import { record } from '../document/record.js';
import { requirements } from '../document/requirements.js';
import { type DocumentInput, documentInputOf } from '../model/document-input.js';
import { dayInFull } from '../text/dates.js';
import { grouped } from '../text/printable.js';
import { headline } from '../text/scope.js';
import { environmentOf, noticesOf, withoutExchanges } from '../text/summary-text.js';
import { setPart } from './blocks.js';
import { coded } from './coded.js';
import { definitions } from './marks.js';
import { html, type Markup, trusted } from './markup.js';
import type { Part } from './part.js';
import { styleOf } from './style/style.js';
import { summary } from './summary.js';
import { timeLine } from './time-line.js';

const shared = (make: (source: DocumentInput) => DocumentPart | undefined) => (source: DocumentInput) => {
  const found = make(source);
  return found && setPart(found);
};
const parts = [
  summary,
  ...[findings, requirements, gaps, decisions, history].map(shared),
  timeLine,
  ...[limits, words, record].map(shared),
];

/**
 * report.html: one file that needs nothing else and runs nothing. Its policy allows no source at all but the one style
 * sheet, by its digest; content of a target cannot load or send anything.
 */
export function renderHtml(report: Report, evidence: readonly Exchange[]): string {
  const source = documentInputOf(report, evidence);
  const made = parts.flatMap((make) => make(source) ?? []);
  const { run } = report;
  const style = styleOf(source);
  const where = environmentOf(report);
  const policy = `default-src 'none'; style-src 'sha256-${sha256(style)}'; base-uri 'none'; form-action 'none'`;
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
${trusted(`<meta http-equiv="Content-Security-Policy" content="${policy}">`)}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${headline(report).text}: ${where}, ${dayInFull(run.startedAt)}</title>
<style>${trusted(style)}</style>
</head>
<body>
${definitions()}
<div class="page">
${contents(made)}
<main>
<div class="first">
<header class="top"><p><b>Conformance report</b> <span class="soft">${run.specification.title}, ${where}</span></p><p class="soft">${run.classification}</p></header>
${notices(source)}
${made[0]?.body}
</div>
${made.slice(1).map(({ body }) => body)}
</main>
</div>
</body>
</html>
`;
  return page.source;
}

function contents(made: readonly Part[]): Markup {
  return html`<nav aria-label="Contents"><p><b>Contents</b></p><ul>${made.map(
    ({ id, title, size }) =>
      html`<li><a href="#${id}"><span>${title}</span>${size !== undefined && html` <span class="soft">${grouped(size)}</span>`}</a></li>`,
  )}</ul></nav>`;
}

// Notices change the reading of the whole report, so they stand above the verdict.
function notices({ report, evidence }: DocumentInput): Markup | undefined {
  const withheld = evidence.length === 0 && report.summary.requests > 0;
  const shown = [...noticesOf(report), ...(withheld ? [withoutExchanges] : [])];
  if (shown.length === 0) return undefined;
  return html`<div class="notices" role="note">${shown.map((notice) => html`<p>${coded(notice)}</p>`)}</div>`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
