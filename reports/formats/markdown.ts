import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { firstOf } from '../text/counted.js';
import { viewOf } from '../view/view.js';
import { labels } from '../wording/verdict-labels.js';
import { coded, safe, section } from './markdown-text.js';

const mostIds = 6;
const longestSentence = 1_000;

/** summary.md: what a job summary or a chat has room for. The whole stands in report.html. */
export function renderMarkdown(report: Report, _: unknown, specification: Specification): string {
  const { headline, because, notices, where, findings, undecided, decisions, changes, facts } = viewOf(
    report,
    specification,
  );
  const wanted = ['When', 'What it took', 'Suite', 'Run', 'Signature'];
  const blocks = [
    ...notices.map((notice) => `> **${coded(notice, longestSentence)}**`),
    `# ${safe(headline.text)}`,
    coded(because, longestSentence),
    section(
      'What failed',
      ['Rule', 'What was found', 'Since'],
      findings.map(({ ids, found, since }) => [safe(firstOf(ids, mostIds)), coded(found), safe(since)]),
    ),
    section(
      'Not decided',
      ['Rule', 'Why'],
      undecided.map(({ ids, settings, share }) => [safe(firstOf(ids, mostIds)), coded(`${share} ${settings}`.trim())]),
    ),
    section(
      'Waivers and other decisions',
      ['Decision', 'Id', 'About', 'Ends'],
      decisions.map(({ mark, id, about, found, end }) => [
        ...[labels[mark].word, safe(id), coded(found === '' ? about : found), safe(end.text)],
      ]),
    ),
    coded(changes?.sentence ?? '', longestSentence),
    section(
      'What differs',
      ['Question or rule', 'Difference'],
      (changes?.rows ?? []).map(({ id, lines }) => [safe(id), coded(lines.join('; '))]),
    ),
    [
      coded(where),
      ...facts.filter(([name]) => wanted.includes(name)).map(([name, value]) => `${name}: ${coded(value)}`),
    ].join('  \n'),
    'Full report: `report.html`. For programs: `report.json`. All exchanges: `evidence.har`.',
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
