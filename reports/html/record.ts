import { createHash } from 'node:crypto';
import type { Report } from '../../schemas/types.js';
import { dayInFull, daysBetween } from '../days.js';
import { renderJson } from '../json.js';
import { counted } from '../sentences.js';
import { clip, grouped } from '../visible.js';
import { type Child, html, type Markup } from './markup.js';
import { facts, type Part, part, type Source } from './part.js';

const groupSize = 100;

/** What identifies the run: digests, versions, seed; and every customer that it left behind. */
export function record({ report }: Source): Part {
  const { run, target, summary, created } = report;
  const { certificate } = target;
  const body: Child = [
    facts([
      ['Run', html`<code>${run.id}</code>`],
      ['Suite', `fsapi-conformance ${run.suiteVersion}${run.node === undefined ? '' : `, on Node ${run.node}`}`],
      ['Specification', `${run.specification.title}, ${run.specification.version}`],
      ['Seed', html`<code>${run.seed}</code>`],
      ['Started by', run.operator],
      ['CI job', job(run.job)],
      ['Repeated', `${counted(summary.retried, 'request or probe', 'requests and probes')} after a transport fault`],
      ['Certificate', certificate && told(certificate, run.startedAt)],
      ['Fingerprint', certificate && digest(certificate.fingerprint256)],
      ['This report.json', digest(seal(report))],
      ['Report before', run.previous === undefined ? 'none' : digest(run.previous)],
      [
        'Compared with',
        report.comparison && [
          html`<code>${clip(report.comparison.baseline.id, 100)}</code>`,
          `, ${clip(report.comparison.baseline.baseUrl, 300)}`,
        ],
      ],
      [
        'Exam',
        [
          digest(run.exam),
          html`<span class="soft aside">catalogue, schemas and suites; the same digest is the same exam</span>`,
        ],
      ],
      [
        'Configuration',
        [
          digest(run.configuration),
          html`<span class="soft aside">everything that was configured, without secrets</span>`,
        ],
      ],
      ['Decisions', run.decisions === undefined ? 'no decisions file' : digest(run.decisions)],
    ]),
    html`<h3 class="tally">Customers created <span class="soft">${grouped(created.length)}, for whoever has to purge them</span></h3>`,
    created.length > 0 ? customers(created) : html`<p class="prose">None that the run knows of.</p>`,
  ];
  return part('record', 'Record', body);
}

/** SHA-256 of report.json as it is written: what ties a page of paper to the file. */
export function seal(report: Report): string {
  return createHash('sha256').update(renderJson(report)).digest('hex');
}

function digest(hex: string): Markup {
  return html`<code class="digest">${hex}</code>`;
}

function told(
  { subject, issuer, validTo, protocol }: NonNullable<Report['target']['certificate']>,
  now: string,
): string {
  const left = daysBetween(now, validTo);
  return `${subject}, issued by ${issuer}, until ${dayInFull(validTo)} (${counted(left, 'day')} left)${protocol === undefined ? '' : `, ${protocol}`}`;
}

// The address comes from the environment: only what a browser opens as a page becomes a link.
function job(address: string | undefined): Child {
  if (address === undefined || !/^https?:\/\//i.test(address)) return address;
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
    return html`<details class="more"><summary>${title}</summary><table class="rows stack"><thead><tr><th scope="col">Idempotency-Key</th><th scope="col">Identity</th><th scope="col">E-mail address</th><th scope="col">Tenant</th></tr></thead><tbody>${group.map(
      ({ idempotencyKey, identity, email, tenant }) =>
        html`<tr><td><code>${clip(idempotencyKey, 300)}</code></td><td>${identity === undefined ? html`<span class="soft">not found</span>` : html`<code>${clip(String(identity), 300)}</code>`}</td><td>${clip(email, 300)}</td><td>${tenant}</td></tr>`,
    )}</tbody></table></details>`;
  })}`;
}
