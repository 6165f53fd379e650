import { verdicts } from '../../schemas/verdict.js';
import type { DocumentInput } from '../model/document-input.js';
import { glossary, limitsOf } from '../text/limits.js';
import { labels, type Mark } from '../text/verdict-labels.js';
import { marked } from './marks.js';
import { sizes } from './page-layout.js';
import { type Part, part } from './part.js';
import { longFacts } from './table.js';
import { set } from './typography.js';

/** What a reader may not conclude from this run. */
export function limits({ report }: DocumentInput): Part {
  const items = limitsOf(report).map((sentence) => set(sentence, { margin: [4, 0, 0, 2] }));
  return part('limits', 'What it does not prove', true, [
    { ul: items, fontSize: sizes.prose, lineHeight: 1.24, margin: [0, 2, 60, 0] },
  ]);
}

/** The words of the report, verdicts first, and the one thing that only paper needs. */
export function wordList(_: DocumentInput): Part {
  return part('words', 'Words', false, [
    ...longFacts(
      [
        ...([...verdicts, 'changed'] as const).map((mark) => [mark, set(labels[mark].means)] as const),
        ...glossary.map(([word, meaning]) => [word, set(meaning)] as const),
        [
          '‹U+4E2D›, [U+200B]',
          set(
            'A character by its number: the first that the fonts of this document do not draw, the second that nobody would see.',
          ),
        ],
      ],
      {
        term: 128,
        wide: 371,
        space: 0.6,
        named: (name) => (name in labels ? marked(name as Mark, { bold: true }) : set(name)),
      },
    ),
  ]);
}
