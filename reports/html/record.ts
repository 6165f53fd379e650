import type { Report } from '../../schemas/types.js';
import type { DocumentInput } from '../model/document-input.js';
import { type RecordFact, recordOf } from '../model/record.js';
import { clip, grouped } from '../text/printable.js';
import { counted } from '../text/summary-text.js';
import { type Child, html, type Markup } from './markup.js';
import { facts, type Part, part } from './part.js';

const groupSize = 100;
/** Keys of this suite are far shorter; some are made long to see what becomes of them, and stand whole in report.json. */
const longestKey = 80;

/** What identifies the run: digests, versions, seed; and every customer that it left behind. */
export function record({ report }: DocumentInput): Part {
  const { created } = report;
  const body: Child = [
    facts(recordOf(report).map((fact) => [fact.name, set(fact)])),
    html`<h3 class="tally">Customers created <span class="soft">${grouped(created.length)}, for whoever has to purge them</span></h3>`,
    created.length > 0 ? customers(created) : html`<p class="prose">None that the run knows of.</p>`,
  ];
  return part('record', 'Record', body);
}

function set({ value, as, aside }: RecordFact): Child {
  if (value === undefined) return undefined;
  const told = aside === undefined ? undefined : html`<span class="soft aside">${aside}</span>`;
  switch (as) {
    case 'code':
      return html`<code>${value}</code>`;
    case 'digest':
      return [html`<code class="digest">${value}</code>`, told];
    case 'address':
      return job(value);
    default:
      return value;
  }
}

// The address comes from the environment: only what a browser opens as a page becomes a link.
function job(address: string): Child {
  if (!/^https?:\/\//i.test(address)) return address;
  return html`<a href="${address}" rel="noreferrer noopener">${address}</a>`;
}

function customers(created: Report['created']): Markup {
  const groups = Array.from({ length: Math.ceil(created.length / groupSize) }, (_, index) =>
    created.slice(index * groupSize, (index + 1) * groupSize),
  );
  return html`${groups.map((group, index) => {
    const first = index * groupSize + 1;
    const title =
      groups.length === 1
        ? counted(group.length, 'customer')
        : `${grouped(first)} to ${grouped(first + group.length - 1)}`;
    return html`<details class="more"><summary>${title}</summary><table class="rows stack customers"><thead><tr><th scope="col">Idempotency-Key</th><th scope="col">Identity</th><th scope="col">E-mail address</th><th scope="col" class="c-tenant">Tenant</th></tr></thead><tbody>${group.map(
      ({ idempotencyKey, identity, email, tenant }) =>
        html`<tr><td><code>${clip(idempotencyKey, longestKey)}</code></td><td>${identity === undefined ? html`<span class="soft">not found</span>` : html`<code>${clip(String(identity), 300)}</code>`}</td><td>${clip(email, 300)}</td><td>${tenant}</td></tr>`,
    )}</tbody></table></details>`;
  })}`;
}
