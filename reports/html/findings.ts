import type { ReportedRequirement } from '../../schemas/types.js';
import type { DocumentInput } from '../model/document-input.js';
import { type ReasonGroup, undecidedOf } from '../model/open-findings.js';
import { withVerdict } from '../text/counts.js';
import { basisAndAge, openChecks, otherChecks, shareOfChecks, shownChecks } from '../text/finding.js';
import { clip } from '../text/printable.js';
import { rerunCommand } from '../text/rerun-command.js';
import { counted, noFindings, whatHappened } from '../text/summary-text.js';
import { requirements } from './blocks.js';
import { burst } from './burst.js';
import { checkTable, exchanges } from './checks.js';
import { coded } from './coded.js';
import { sides } from './expected-received.js';
import { marked } from './marks.js';
import { html, type Markup } from './markup.js';
import { facts, type Part, part } from './part.js';

/** What contradicts a requirement, then what stayed undecided: told in full, so that nobody has to ask again. */
export function findings(source: DocumentInput): Part {
  const fails = withVerdict(source.report, 'fail');
  const { alone, together } = undecidedOf(source.report);
  const size = fails.length + source.report.summary.counts.inconclusive;
  const body = size
    ? [[...fails, ...alone].map((row) => finding(row, source)), together.map(sharedCause)]
    : html`<p class="prose">${noFindings}</p>`;
  return part('findings', 'Findings', body, size);
}

// Forty requirements that one refused key leaves open are one finding.
function sharedCause(group: ReasonGroup): Markup {
  const { rows, reason } = group;
  const first = rows[0]?.id;
  return html`<article class="finding" id="together-${first}" aria-labelledby="title-together-${first}">
<p class="byline">${marked('inconclusive')} <span class="soft">${counted(rows.length, 'requirement')}, for one reason</span></p>
<h3 id="title-together-${first}">${coded(clip(reason, 600))}</h3>
${requirements({ rows })}
</article>`;
}

function finding(row: ReportedRequirement, { report, homes }: DocumentInput): Markup {
  const open = openChecks(row);
  const first = open[0];
  const elsewhere = otherChecks(row, open.length);
  const own = homes.ofFinding(row);
  const all = new Set(open.flatMap((check) => check.exchanges)).size;
  return html`<article class="finding" id="finding-${row.id}" aria-labelledby="title-${row.id}">
<p class="byline">${marked(row.verdict)} <a class="id" href="#${row.id}">${row.id}</a> <span class="soft">${basisAndAge(row, report)}</span></p>
<h3 id="title-${row.id}">${row.title}</h3>
<p class="prose">${coded(clip(whatHappened(row), 4_000))}</p>
${first && sides(first)}
${first && burst(first, homes)}
${first?.again !== undefined && html`<h4 class="over">Send it again <span class="soft">one click selects it all</span></h4><pre class="all">${clip(first.again, 20_000)}</pre>`}
${facts([
  ['The rule', row.clause],
  ['The step', row.step],
  ['Why it matters', row.why],
  ['With the suite', html`<code class="all">${rerunCommand(row.id, report)}</code>`],
])}
<h4 class="over">Checks <span class="soft">${shareOfChecks(row, open.length)}</span></h4>
${checkTable(open.slice(0, shownChecks), homes)}
${elsewhere !== '' && html`<p class="more">${elsewhere} <a href="#${row.id}">at the requirement</a>.</p>`}
${exchanges(own, own.length < all ? `the first ${own.length} of ${all}` : undefined, true)}
</article>`;
}
