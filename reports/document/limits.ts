import { verdicts } from '../../schemas/verdict.js';
import type { DocumentInput } from '../model/document-input.js';
import { supportedItems, topTen } from '../model/support.js';
import { counted } from '../text/counted.js';
import { glossary, limitsOf } from '../wording/limits.js';
import { labels } from '../wording/verdict-labels.js';
import type { Blocks, Part } from './blocks.js';
import { bullets, facts, heading, idOf, mark, paragraph, soft, strong } from './compose.js';

/** The conclusions that a run does not support, and the items that its passes do support. */
export function limits({ report, specification }: DocumentInput): Part {
  return {
    id: 'limits',
    title: 'What it does not prove',
    blocks: [bullets(limitsOf(report, specification)), supported(report)],
  };
}

/** Items of the OWASP list that passes support, each with the share of its requirements that passed. */
function supported(report: DocumentInput['report']): Blocks {
  const items = supportedItems(report);
  if (items.length === 0) return undefined;
  const rows = items.map(({ id, name, by, against, of }) => {
    const contradicted = [strong('; contradicted by '), against.map((row, at) => [at > 0 && ', ', idOf(row)])];
    const share = soft(`${by.length} of ${counted(of, 'requirement')}`);
    const text = [`${name}: `, by.map((row) => [idOf(row), ' ']), share, against.length > 0 && contradicted];
    return [id, paragraph(text)] as const;
  });
  const title = `${topTen.name} ${topTen.version}`;
  return [heading(title, 'supported by requirements that passed, not proved'), facts(rows)];
}

/** The words of the report, verdicts first. */
export function words(): Part {
  const marks = ([...verdicts, 'changed'] as const).map((each) => [mark(each), labels[each].means] as const);
  const unseen = ['[U+200B]', 'An invisible character, by its code point.'] as const;
  return { id: 'words', title: 'Words', blocks: facts([...marks, ...glossary, unseen]) };
}
