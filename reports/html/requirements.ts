import type { ReportedRequirement } from '../../schemas/types.js';
import { verdicts } from '../../schemas/verdict.js';
import { checkTable } from '../document/checks.js';
import { driftOf } from '../drift/drift-of.js';
import type { DocumentInput } from '../model/document-input.js';
import { supported } from '../model/support.js';
import { type AreaCounts, counted } from '../text/counts.js';
import { decisionInWords } from '../text/decision-words.js';
import { statementsOf } from '../text/observed.js';
import { clip } from '../text/printable.js';
import { aside, startOfVerdict } from '../text/summary-text.js';
import { bases, labels } from '../text/verdict-labels.js';
import { setBlock } from './blocks.js';
import { coded, said } from './coded.js';
import { marked } from './marks.js';
import { type Child, html, type Markup } from './markup.js';
import { facts, type Part, part } from './part.js';

/** The whole catalogue, one line each, by area. Filters are radio buttons that the style sheet looks at. */
export function requirements(source: DocumentInput): Part {
  const { report, areas } = source;
  const body = html`<p class="prose intro">The whole catalogue. A row opens to its clause, its checks and their exchanges.</p>
<div class="filters">${choice('area', 'Area', [
    ['all', 'All', report.requirements.length],
    ...areas.map(({ key, short, rows }) => [key, short, rows.length] as const),
  ])}${choice('verdict', 'Verdict', [
    ['all', 'All', report.requirements.length],
    ...verdicts.map((verdict) => [verdict, labels[verdict].word, report.summary.counts[verdict]] as const),
  ])}</div>
${areas.map((area) => group(area, source))}
<p class="nothing">No requirement of this area has this verdict.</p>`;
  return part('requirements', 'Requirements', body, report.requirements.length);
}

type Option = readonly [value: string, label: string, count: number];

function choice(name: string, legend: string, options: readonly Option[]): Markup {
  const shown = options.filter(([value, , count]) => value === 'all' || count > 0);
  return html`<fieldset><legend>${legend}</legend>${shown.map(
    ([value, label, count], index) =>
      html`<label><input type="radio" name="${name}" id="${name}-${value}"${index === 0 && html` checked`}><span>${label} <span class="soft">${count}</span></span></label>`,
  )}</fieldset>`;
}

function group({ name, key, rows, counts }: AreaCounts, source: DocumentInput): Markup {
  return html`<div class="group" data-area="${key}"><h3>${name} <span class="soft">${counted(counts)}</span></h3>${rows.map((row) => requirement(row, source))}</div>`;
}

function requirement(row: ReportedRequirement, source: DocumentInput): Markup {
  const { report, homes, findings } = source;
  // A second line only where a reader may have to act. What is left open stands in the gap register.
  const second = row.verdict === 'pass' || row.verdict === 'pending' ? undefined : aside(row);
  const found = findings.get(row.id);
  const own = homes.ofRequirement(row);
  const before = driftOf(row)?.before;
  return html`<details class="req" id="${row.id}" data-verdict="${row.verdict}"><summary>${marked(row.verdict)}<span class="id">${row.id}</span><span class="what">${row.title}${second && html`<span class="soft aside">${coded(clip(second, 400))}</span>`}</span><span class="clause soft">${bases[row.basis]}: ${row.clause}</span><span class="n soft">${row.checks.length > 1 && `${row.checks.length} checks`}</span></summary>
<div class="inside">${facts([
    [bases[row.basis], row.clause],
    ['The step', row.step],
    ['Why it matters', row.why],
    ['Reason', row.verdict === 'skipped' || row.reason === undefined ? undefined : coded(clip(row.reason, 4_000))],
    ['Since', startOfVerdict(row, report)],
    ['Supports', supported(row)],
    ['Decision', decisionInWords(row, report)],
    ['Observed', row.sentence && said(statementsOf(row).map((one) => clip(one, 4_000)))],
    ['Before', before && coded(clip(before, 4_000))],
  ])}${normalForm(row)}${found !== undefined && html`<p class="more">Told in full under <a href="#${found}">Findings</a>.</p>`}${checkTable(row.checks, source).map(setBlock)}${own.length > 0 && setBlock({ kind: 'exchanges', exchanges: own, inFinding: false })}</div></details>`;
}

function normalForm({ observation }: ReportedRequirement): Child {
  if (observation === undefined) return undefined;
  return html`<details class="more"><summary>The observation in its normal form</summary><pre>${clip(JSON.stringify(observation, null, 2), 8_000)}</pre></details>`;
}
