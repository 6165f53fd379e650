import type { Exchange } from '../../schemas/exchange.js';
import type { ReportedCheck } from '../../schemas/types.js';
import type { ExchangePlacement } from '../model/exchange-placement.js';
import { caseSummary } from '../text/cases.js';
import { headAndRest } from '../text/finding.js';
import { clip } from '../text/printable.js';
import { withoutStop } from '../text/summary-text.js';
import { coded } from './coded.js';
import { exchangeList, links } from './exchange.js';
import { marked } from './marks.js';
import { type Child, html, type Markup } from './markup.js';

const longest = 400;

/** A requirement's checks as a table. Columns that no check fills are left out. */
export function checkTable(checks: readonly ReportedCheck[], homes: ExchangePlacement): Markup | undefined {
  if (checks.length === 0) return undefined;
  const has = (name: 'expected' | 'received') => checks.some((check) => check[name] !== undefined);
  const reasons = checks.some(({ reason }) => reason !== undefined);
  const head = ['Check', has('expected') && 'Expected', has('received') && 'Received', reasons && 'Reason'].filter(
    Boolean,
  );
  const rows = checks.map(
    (check) =>
      html`<tr><td>${marked(check.verdict)}</td><td>${clip(check.name, longest)}${check.retried ? html` <span class="soft">begun again ${check.retried}×</span>` : undefined}${check.cases && html` <span class="soft">${caseSummary(check)}</span>`}</td>${
        has('expected') && html`<td data-name="Expected">${firstWords(check.expected)}</td>`
      }${has('received') && html`<td data-name="Received">${firstWords(check.received)}</td>`}${reasons && html`<td>${oneLine(check.reason)}</td>`}<td class="n id">${links(check.exchanges, homes.byId)}</td></tr>`,
  );
  return html`<table class="rows stack"><thead><tr><th scope="col" class="c-mark">Verdict</th>${head.map(
    (name): Child => html`<th scope="col"${name === 'Check' && html` class="c-check"`}>${name}</th>`,
  )}<th scope="col" class="n c-ids">Exchanges</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** The exchanges that stand here, under a heading of their own; the first one open where it shows a finding. */
export function exchanges(list: readonly Exchange[], aside: Child, inFinding = false): Child {
  if (list.length === 0) return undefined;
  return [
    html`<h4 class="over">Exchanges${aside && [' ', html`<span class="soft">${aside}</span>`]}</h4>`,
    exchangeList(list, inFinding),
  ];
}

// The whole stands beside the finding; here a column of them has to be compared.
function firstWords(text: string | undefined): Child {
  return text === undefined ? undefined : coded(clip(headAndRest(text).head, longest));
}

function oneLine(text: string | undefined): Child {
  return text === undefined ? undefined : coded(clip(withoutStop(text.split('\n')[0] ?? ''), longest));
}
