import type { ReportedRequirement } from '../../schemas/types.js';
import { type ReasonGroup, undecidedOf } from '../open-rows.js';
import { counted, since, whatHappened } from '../sentences.js';
import { withVerdict } from '../tally.js';
import { clip } from '../visible.js';
import { bases } from '../words.js';
import { burst } from './burst.js';
import { checkTable, exchanges } from './checks.js';
import { rowList } from './gaps.js';
import { marked } from './marks.js';
import { type Child, html, type Markup } from './markup.js';
import { facts, type Part, part, type Source } from './part.js';
import { sides } from './sides.js';

const shownChecks = 12;

/** What contradicts a requirement, then what stayed undecided: told in full, so that nobody has to ask again. */
export function findings(source: Source): Part {
  const fails = withVerdict(source.report, 'fail');
  const { alone, together } = undecidedOf(source.report);
  const size = fails.length + source.report.summary.counts.inconclusive;
  const body = size
    ? [[...fails, ...alone].map((row) => finding(row, source)), together.map(sharedCause)]
    : html`<p class="prose">None. No answer contradicts a requirement, and nothing stayed undecided.</p>`;
  return part('findings', 'Findings', body, size);
}

// Forty requirements that one refused key leaves open are one finding.
function sharedCause(group: ReasonGroup): Markup {
  const { rows, reason } = group;
  const first = rows[0]?.id;
  return html`<article class="finding" id="together-${first}" aria-labelledby="title-together-${first}">
<p class="byline">${marked('inconclusive')} <span class="soft">${counted(rows.length, 'requirement')}, for one reason</span></p>
<h3 id="title-together-${first}">${clip(reason, 600)}</h3>
${rowList(rows)}
</article>`;
}

function finding(row: ReportedRequirement, { report, homes }: Source): Markup {
  const open = row.checks.filter(({ verdict }) => verdict === row.verdict);
  const first = open[0];
  const rest = row.checks.length - open.length;
  const more = Math.max(0, open.length - shownChecks);
  const own = homes.ofFinding(row);
  const all = new Set(open.flatMap((check) => check.exchanges)).size;
  return html`<article class="finding" id="finding-${row.id}" aria-labelledby="title-${row.id}">
<p class="byline">${marked(row.verdict)} <a class="id" href="#${row.id}">${row.id}</a> <span class="soft">${heading(row, report)}</span></p>
<h3 id="title-${row.id}">${row.title}</h3>
<p class="prose">${clip(whatHappened(row), 4_000)}</p>
${first && sides(first)}
${first && burst(first, homes)}
${first?.again !== undefined && html`<h4 class="over">Send it again <span class="soft">one click selects it all</span></h4><pre class="all">${clip(first.again, 20_000)}</pre>`}
${facts([
  ['The rule', row.clause],
  ['The step', row.step],
  ['Why it matters', row.why],
  ['With the suite', html`<code class="all">npm run conformance -- --only ${row.id} --seed ${report.run.seed}</code>`],
])}
<h4 class="over">Checks <span class="soft">${share(open.length, row)}</span></h4>
${checkTable(open.slice(0, shownChecks), homes)}
${(rest > 0 || more > 0) && html`<p class="more">${others(rest, more)} <a href="#${row.id}">at the requirement</a>.</p>`}
${exchanges(own, own.length < all ? `the first ${own.length} of ${all}` : undefined, true)}
</article>`;
}

function heading(row: ReportedRequirement, report: Source['report']): string {
  const nights = report.history.filter(({ verdicts }) => verdicts[row.id] !== undefined);
  const same = nights.filter(({ verdicts }) => verdicts[row.id] === row.verdict).length;
  const often = nights.length > 1 && same > 1 ? `the same in ${same} of ${nights.length} runs` : '';
  return [bases[row.basis], [since(row, report), often].filter(Boolean).join('; ')].filter(Boolean).join('. ');
}

function share(open: number, { checks, verdict }: ReportedRequirement): string {
  return `${open} of ${checks.length} ${verdict === 'fail' ? 'failed' : 'left it open'}`;
}

function others(rest: number, more: number): Child {
  const parts = [
    more > 0 ? `${counted(more, 'check')} more like these` : '',
    rest > 0 ? `${counted(rest, 'check')} with another verdict` : '',
  ].filter(Boolean);
  return `${parts.join(' and ')} ${rest + more === 1 ? 'stands' : 'stand'}`;
}
