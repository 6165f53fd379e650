import { dayInFull } from '../days.js';
import { type Decision, decisionsOf } from '../decisions.js';
import { counted } from '../sentences.js';
import { clip } from '../visible.js';
import { type Child, html, type Markup } from './markup.js';
import { type Part, part, type Source } from './part.js';

/** Within how many days the end of a decision stands out. */
const soon = 30;
const kinds = { waive: 'Waivers', attest: 'Attestations', settle: 'Settlements' } as const;

/** Who decided what, why, and until when. `undefined` where no decision took part. */
export function decisions({ report }: Source): Part | undefined {
  const all = decisionsOf(report);
  if (all.length === 0) return undefined;
  const names = [...Object.keys(kinds), ...all.map(({ kind }) => kind)].filter(
    (kind, at, list) => list.indexOf(kind) === at,
  );
  const body = html`<p class="prose intro">They come from the decisions file, which the people keep who answer for the outcome.</p>${names.map(
    (kind) => {
      const rows = all.filter((decision) => decision.kind === kind);
      if (rows.length === 0) return undefined;
      const title = kind in kinds ? kinds[kind as keyof typeof kinds] : kind;
      return html`<h3 class="tally">${title} <span class="soft">${rows.length}</span></h3><div class="list">${rows.map(line)}</div>`;
    },
  )}`;
  return part('decisions', 'Decisions', body, all.length);
}

function line({ id, check, by, on, reason, evidence, ticket, approvedBy, expires, left }: Decision): Markup {
  const told: Child = [
    html`<b>${by}</b>`,
    on !== undefined && `, ${dayInFull(on)}`,
    approvedBy !== undefined && `, approved by ${approvedBy}`,
    ticket !== undefined && `, ${ticket}`,
    html`<span class="aside">${clip(reason, 600)}</span>`,
    check !== undefined && html`<span class="soft aside">Only the check “${check}”</span>`,
    evidence !== undefined && html`<span class="soft aside">Proof: ${clip(evidence, 600)}</span>`,
  ];
  return html`<div class="gap decision"><a class="id" href="#${id}">${id}</a><div>${told}</div><div>${end(expires, left)}</div></div>`;
}

function end(expires: string | undefined, left: number | undefined): Child {
  if (expires === undefined) return html`<span class="soft">Until it is taken back</span>`;
  const days =
    left === undefined ? '' : left < 0 ? `over for ${counted(-left, 'day')}` : `${counted(left, 'day')} left`;
  const near = left !== undefined && left <= soon;
  return [`Until ${dayInFull(expires)}`, html`<span class="aside${near ? ' near' : ' soft'}">${days}</span>`];
}
