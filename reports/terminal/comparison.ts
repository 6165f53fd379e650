import { plain } from '../text/words.js';
import type { ComparisonView } from '../view/comparison.js';
import { labels } from '../wording/verdict-labels.js';
import { createStyle } from './style.js';

const indent = 14;

export function renderComparison(view: ComparisonView, surface: Parameters<typeof createStyle>[0]): string[] {
  const sheet = createStyle(surface);
  const word = view.same ? 'SAME' : 'DIFFERS';
  const labelled = (name: string, text: string) =>
    sheet.lines(plain(text), indent, `${sheet.soft(name)}${' '.repeat(indent - name.length)}`);
  const rows = view.requirements.flatMap(({ id, title, mark, lines }) => [
    ...sheet.lines(`${id}  ${title}`, indent, sheet.marked(mark, labels[mark].word.padEnd(indent))),
    ...lines.flatMap((line) => labelled('', line)),
  ]);
  const lines = [
    ...sheet.lines(plain(view.sentence), word.length + 2, `${sheet.marked(view.same ? 'pass' : 'differs', word)}  `),
    '',
    ...labelled('before', view.before.text),
    ...labelled('now', view.now.text),
    ...view.context.flatMap((sentence) => labelled('', sentence)),
    ...(rows.length > 0 ? ['', ...rows] : []),
  ];
  return lines.map((line) => line.trimEnd());
}
