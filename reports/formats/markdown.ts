import type { Report } from '../../schemas/types.js';
import { verdicts } from '../../schemas/verdict.js';
import { againstBaseline } from '../drift/sentences.js';
import { openFindings, skippedByReason } from '../model/open-findings.js';
import { integrityOf, verifyWith } from '../model/record.js';
import { supportedItems, supportOnly, topTen } from '../model/support.js';
import { counted, others } from '../text/counted.js';
import { span } from '../text/dates.js';
import { startOf } from '../text/phrases.js';
import { grouped } from '../text/printable.js';
import { headline } from '../wording/scope.js';
import { account, concernRows, environmentOf, lead, noticesOf, termText } from '../wording/summary-text.js';
import { labels } from '../wording/verdict-labels.js';
import { coded, safe, section, table } from './markdown-text.js';

/** summary.md: what a job summary or a chat has room for. The whole stands in report.html. */
export function renderMarkdown(report: Report): string {
  const { run, target, summary } = report;
  const concerned = concernRows(report).map(([name, text]) => [safe(name), coded(text)]);
  const blocks = [
    ...noticesOf(report).map((notice) => `> **${coded(notice)}**`),
    `# ${headline(report).text}`,
    safe(lead(report)),
    safe(account(report)),
    safe(againstBaseline(report) ?? '', 1_000),
    concerned.length > 0 && table(['Concern', 'Tested'], concerned),
    counts(report),
    open(report),
    skipped(report),
    supported(report),
    [
      `${startOf(environmentOf(report))}, ${safe(target.baseUrl)}`,
      safe(span(run.startedAt, run.finishedAt)),
      `${counted(summary.requests, 'request')}, ${counted(summary.customersCreated, 'customer')} created`,
      `seed ${run.seed}, suite ${safe(run.suiteVersion)}, run ${safe(run.id)}`,
    ].join('  \n'),
    coded(`${integrityOf(report)} ${verifyWith(report)}`, 600),
    'Full report: `report.html`. For programs: `report.json`. All exchanges: `evidence.har`.',
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function counts({ summary, requirements }: Report): string {
  const words = verdicts.map((verdict) => labels[verdict].word);
  const cells = verdicts.map((verdict) => grouped(summary.counts[verdict]));
  return table([...words, 'Sum'], [[...cells, grouped(requirements.length)]], '---:');
}

function open(report: Report): string {
  const lines = openFindings(report).map(({ mark, id, more, found, ...term }) => [
    mark === 'fail' ? `**${labels[mark].word}**` : labels[mark].word,
    safe(`${id}${others(more)}`),
    coded(found),
    safe(termText(term)),
  ]);
  return section(
    'Open, waived and new findings',
    ['Verdict', 'Requirement', 'What was found', 'Since, or until'],
    lines,
  );
}

function skipped(report: Report): string {
  const lines = skippedByReason(report).map(({ reason, rows }) => {
    return [safe(rows.map(({ id }) => id).join(', ')), coded(reason)];
  });
  return section('Skipped requirements', ['Requirement', 'Why'], lines);
}

function supported(report: Report): string {
  const items = supportedItems(report).map(({ id, by, of }) => `${id} (${by.length} of ${of})`);
  if (items.length === 0) return '';
  return safe(
    `Passes support these items of the ${topTen.name} ${topTen.version} (passed of relevant requirements): ${items.join(', ')}. ${supportOnly}`,
  );
}
