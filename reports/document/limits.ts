import { verdicts } from '../../schemas/verdict.js';
import type { DocumentInput } from '../model/document-input.js';
import { supportedItems, topTen } from '../model/support.js';
import { glossary, limitsOf } from '../wording/limits.js';
import { counted } from '../wording/summary-text.js';
import { labels } from '../wording/verdict-labels.js';
import { type Block, idOf, mark, type Part, paragraph, soft, strong } from './blocks.js';

/** The conclusions that a run does not support, and the items that its passes do support. */
export function limits({ report }: DocumentInput): Part {
  const blocks: readonly Block[] = [{ kind: 'list', items: limitsOf(report), points: true }, ...supported(report)];
  return { id: 'limits', title: 'What it does not prove', blocks };
}

/** Items of the OWASP list that passes support, each with the share of its requirements that passed. */
function supported(report: DocumentInput['report']): readonly Block[] {
  const items = supportedItems(report);
  if (items.length === 0) return [];
  return [
    {
      kind: 'heading',
      text: `${topTen.name} ${topTen.version}`,
      aside: 'supported by requirements that passed, not proved',
    },
    {
      kind: 'facts',
      names: 'long',
      rows: items.map(({ id, name, by, against, of }) => [
        id,
        paragraph([
          `${name}: `,
          ...by.map((row) => [idOf(row), ' ']),
          soft(`${by.length} of ${counted(of, 'requirement')}`),
          ...(against.length > 0
            ? [strong('; contradicted by '), ...against.map((row, at) => [at > 0 && ', ', idOf(row)])]
            : []),
        ]),
      ]),
    },
  ];
}

/** The words of the report, verdicts first. */
export function words(): Part {
  const marks = ([...verdicts, 'changed'] as const).map((each) => [mark(each), labels[each].means] as const);
  const others = glossary.map(([word, meaning]) => [word, meaning] as const);
  const unseen = [
    '‹U+4E2D›, [U+200B]',
    'A character by its code point: the first is missing from the fonts of report.pdf, the second is invisible.',
  ] as const;
  return {
    id: 'words',
    title: 'Words',
    blocks: [{ kind: 'facts', names: 'long', rows: [...marks, ...others, unseen] }],
  };
}
