import { type Decision, decisionsOf } from '../model/decisions.js';
import type { DocumentInput } from '../model/document-input.js';
import { dayInFull } from '../text/dates.js';
import { decisionsByKind, endOf } from '../text/decided.js';
import { clip } from '../text/printable.js';
import { decisionsFrom } from '../text/summary-text.js';
import { type Child, html, type Markup } from './markup.js';
import { type Part, part } from './part.js';

/** Who decided what, why, and until when. `undefined` where no decision took part. */
export function decisions({ report }: DocumentInput): Part | undefined {
  const all = decisionsOf(report);
  if (all.length === 0) return undefined;
  const body = html`<p class="prose intro">${decisionsFrom}</p>${decisionsByKind(report).map(
    ({ title, rows }) =>
      html`<h3 class="tally">${title} <span class="soft">${rows.length}</span></h3><div class="list">${rows.map(line)}</div>`,
  )}`;
  return part('decisions', 'Decisions', body, all.length);
}

function line(decision: Decision): Markup {
  const { id, check, by, on, reason, evidence, ticket, approvedBy } = decision;
  const told: Child = [
    html`<b>${by}</b>`,
    on !== undefined && `, ${dayInFull(on)}`,
    approvedBy !== undefined && `, approved by ${approvedBy}`,
    ticket !== undefined && `, ${ticket}`,
    html`<span class="aside">${clip(reason, 600)}</span>`,
    check !== undefined && html`<span class="soft aside">Only the check “${check}”</span>`,
    evidence !== undefined && html`<span class="soft aside">Proof: ${clip(evidence, 600)}</span>`,
  ];
  return html`<div class="gap decision"><a class="id" href="#${id}">${id}</a><div>${told}</div><div>${end(decision)}</div></div>`;
}

function end(decision: Decision): Child {
  const { until, days, near } = endOf(decision);
  if (decision.expires === undefined) return html`<span class="soft">${until}</span>`;
  return [until, html`<span class="aside${near ? ' near' : ' soft'}">${days}</span>`];
}
