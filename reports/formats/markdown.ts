import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { clip, firstOf, inline, printableLine } from '../text/words.js';
import type { Note } from '../view/notes.js';
import { viewOf } from '../view/view.js';
import { labels } from '../wording/verdict-labels.js';

const longestSentence = 1_000;
const factsShown = ['Service', 'Environment', 'Build', 'When', 'Left behind', 'Run'];

export function renderMarkdown(report: Report, _: unknown, specification: Specification) {
  const view = viewOf(report, specification);
  const { headline, because, notices, findings, undecided, decisions, differences, news, open, offer } = view;
  const failures = findings.map(({ ids, found, since }) => [safe(firstOf(ids)), coded(found), safe(since)]);
  const blocks = [
    news.map(({ text }) => `- New: ${coded(text, longestSentence)}`).join('\n'),
    news.length === 0 && !view.isFirst && view.isSignable ? 'Nothing is new since the run before.' : '',
    open === '' ? '' : `Open: ${coded(open, longestSentence)}.`,
    ...notices.map((notice) => `> **${coded(notice, longestSentence)}**`),
    `# ${safe(headline.text)}`,
    coded([view.cause, because].filter(Boolean).join(' '), longestSentence),
    coded(offer.join(' '), longestSentence),
    section('What failed', ['Rule', 'What was found', 'Since'], failures),
    section('Not decided', ['Rule', 'Why'], rowsOf(undecided)),
    section('Waivers and other decisions', ['Id', 'Decision', 'Ends'], rowsOf(decisions, true)),
    coded(differences?.sentence ?? '', longestSentence),
    section('What differs', ['Question or rule', 'Difference'], rowsOf(differences?.notes ?? [])),
    [...view.sign.map(([, ...fact]) => fact), ...view.facts]
      .filter(([name]) => factsShown.includes(name))
      .map(([name, value]) => `${name}: ${coded(value)}`)
      .join('  \n'),
    view.pace,
    'Full report: `report.html`. For programs: `report.json`. All exchanges: `evidence.har`.',
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

const rowsOf = (notes: readonly Note[], isEnding = false): string[][] =>
  notes.map(({ mark, word = labels[mark].word, ids, brief, when }) => [
    safe(firstOf(ids)),
    ...(isEnding ? [coded(`${word}: ${brief}`), safe(when)] : [coded(brief)]),
  ]);

const longestCell = 300;

function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]) {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  if (rows.length === 0) return '';
  return `## ${title}\n\n${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}`;
}

/** A code span takes only what needs no escape; other code is set as words. */
const codeSpan = /^[\w ./?="',:{}()+-]+$/;

const coded = (text: string, most = longestCell) =>
  inline(clip(text, most))
    .map(({ kind, text: part }) =>
      kind === 'code' && codeSpan.test(part) && !/:\/\/|www\./i.test(part) ? `\`${part}\`` : safe(part, most),
    )
    .join('');

/** Escapes text, and breaks addresses and mentions, which Markdown finds even escaped. Every text goes through it. */
const safe = (text: string, most = longestCell) =>
  printableLine(clip(text, most))
    .replace(/[\\`*[\]<>|~&$#@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/(&#(?:64|35);)(?=\w)/g, '$1&#8203;')
    .replace(/:(?=\/\/)/g, '&#58;')
    .replace(/\bwww\./gi, (start) => `${start.slice(0, 3)}&#46;`);
