import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { firstOf } from '../text/counted.js';
import type { Note } from '../view/notes.js';
import { viewOf } from '../view/view.js';
import { labels } from '../wording/verdict-labels.js';
import { coded, safe, section } from './markdown-text.js';

const longestSentence = 1_000;

/** summary.md: for a job summary or a chat. */
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
      findings.map(({ ids, found, since }) => [safe(firstOf(ids)), coded(found), safe(since)]),
    ),
    section('Not decided', ['Rule', 'Why'], rowsOf(undecided)),
    section('Waivers and other decisions', ['Id', 'Decision', 'Ends'], rowsOf(decisions, true)),
    coded(changes?.sentence ?? '', longestSentence),
    section('What differs', ['Question or rule', 'Difference'], rowsOf(changes?.notes ?? [])),
    [
      coded(where),
      ...facts.filter(([name]) => wanted.includes(name)).map(([name, value]) => `${name}: ${coded(value)}`),
    ].join('  \n'),
    'Full report: `report.html`. For programs: `report.json`. All exchanges: `evidence.har`.',
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function rowsOf(notes: readonly Note[], isEnding = false): string[][] {
  return notes.map(({ mark, word = labels[mark].word, ids, brief, when }) => [
    safe(firstOf(ids)),
    ...(isEnding ? [coded(`${word}: ${brief}`), safe(when)] : [coded(brief)]),
  ]);
}
