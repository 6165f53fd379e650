import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { againstBaseline, restHeading } from '../drift/sentences.js';
import { isCause, type OpenFinding, openFindings, skippedByReason } from '../model/open-findings.js';
import { integrityOf, verifyWith } from '../model/record.js';
import { supportedItems, supportOnly, topTen } from '../model/support.js';
import { counted, others } from '../text/counted.js';
import { span } from '../text/dates.js';
import { startOf } from '../text/phrases.js';
import { grouped } from '../text/printable.js';
import { countsOf, shownVerdicts } from '../wording/counts.js';
import { clientsHeading, lackingIn } from '../wording/lacking.js';
import { headline, skippedInPart } from '../wording/scope.js';
import { causesHeading, traitsHeading } from '../wording/shown-causes.js';
import {
  account,
  concernRows,
  environmentOf,
  lead,
  madeIn,
  noticesOf,
  termText,
  traitsBesideLead,
} from '../wording/summary-text.js';
import { labels } from '../wording/verdict-labels.js';
import { coded, safe, section, table } from './markdown-text.js';

/** summary.md: what a job summary or a chat has room for. The whole stands in report.html. */
export function renderMarkdown(report: Report, _: unknown, specification: Specification): string {
  const { run, target, summary } = report;
  const concerned = concernRows(report, specification).map(([name, text]) => [safe(name), coded(text)]);
  const blocks = [
    ...noticesOf(report).map((notice) => `> **${coded(notice)}**`),
    `# ${headline(report).text}`,
    safe(lead(report)),
    traits(report),
    coded(account(report), 1_000),
    safe(againstBaseline(report) ?? '', 1_000),
    concerned.length > 0 && table(['Concern', 'Tested'], concerned),
    counts(report),
    open(report),
    skipped(report),
    supported(report),
    [
      `${startOf(environmentOf(report))}, ${safe(target.baseUrl)}`,
      safe(span(run.startedAt, run.finishedAt)),
      `${counted(summary.requests, 'request')}, ${madeIn(report)} created`,
      `seed ${run.seed}, suite ${safe(run.suiteVersion)}, run ${safe(run.id)}`,
    ].join('  \n'),
    coded(`${integrityOf(report)} ${verifyWith(report)}`, 600),
    'Full report: `report.html`. For programs: `report.json`. All exchanges: `evidence.har`.',
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function counts(report: Report): string {
  const words = shownVerdicts(report).map((verdict) => labels[verdict].word);
  const cells = shownVerdicts(report).map((verdict) => grouped(countsOf(report)[verdict]));
  return table([...words, 'Sum'], [[...cells, grouped(report.requirements.length)]], '---:');
}

/** What the target is like, before any finding. */
function traits(report: Report): string {
  const lines = traitsBesideLead(report).map(({ sentence }) => `- ${coded(sentence)}`);
  return lines.length === 0 ? '' : [`**${traitsHeading}**\n`, ...lines].join('\n');
}

/** The causes of what is open, with how many requirements each holds back; then what is waived or new. */
function open(report: Report): string {
  const rows = openFindings(report);
  const cells = ({ mark, id, more, found, ...term }: OpenFinding) => [
    mark === 'fail' ? `**${labels[mark].word}**` : labels[mark].word,
    safe(`${id}${others(more)}`),
    coded(found),
    safe(termText(term)),
  ];
  const head = ['Verdict', 'Requirement', 'What was found', 'Since, or until'];
  const causes = rows.filter(isCause).map((row) => [String(row.more + 1), ...cells(row)]);
  const rest = rows.filter((row) => !isCause(row) && row.mark !== 'lacking').map(cells);
  const clients = lackingIn(report).map(({ name, rows: own, unmet }) => [
    ...[safe(name), safe(own.map(({ id }) => id).join(', '))],
    safe(unmet),
  ]);
  return [
    section(causesHeading, ['Holds back', ...head], causes),
    section(clientsHeading, ['Lacking', 'Requirements', 'A client has never met'], clients),
    section(restHeading(report), head, rest),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function skipped(report: Report): string {
  const lines = skippedByReason(report).map(({ reason, rows }) => {
    return [safe(rows.map(({ id }) => id).join(', ')), coded(reason)];
  });
  const inPart = skippedInPart(report).map(({ ids, text }) => [safe(ids), coded(text)]);
  return section('Skipped requirements and checks', ['Requirement', 'Why'], [...lines, ...inPart]);
}

function supported(report: Report): string {
  const items = supportedItems(report).map(({ id, by, of }) => `${id} (${by.length} of ${of})`);
  if (items.length === 0) return '';
  return safe(
    `Passes support these items of the ${topTen.name} ${topTen.version} (passed of relevant requirements): ${items.join(', ')}. ${supportOnly}`,
  );
}
