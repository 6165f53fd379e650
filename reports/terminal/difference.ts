import { plain } from '../text/words.js';
import type { DifferenceView } from '../view/difference.js';
import { labels } from '../wording/verdict-labels.js';
import { createStyle } from './style.js';

const indent = 14;

export function renderDifference(view: DifferenceView, surface: Parameters<typeof createStyle>[0]): string[] {
  const sheet = createStyle(surface);
  const labelled = (name: string, text: string, head = sheet.soft(name.padEnd(indent))) =>
    sheet.lines(plain(text), indent, head);
  const notes = view.notes.flatMap(({ mark, text }) =>
    labelled('', text, sheet.marked(mark, labels[mark].word.padEnd(indent))),
  );
  const head = view.same
    ? `${sheet.marked('pass', 'SAME')}  Nothing is new.`
    : `${sheet.marked('differs', 'DIFFERS')}  What is new since the first run:`;
  const lines = [
    ...[head, '', ...labelled('before', view.before.text), ...labelled('now', view.now.text)],
    ...view.context.flatMap((sentence) => labelled('', sentence)),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ];
  return lines.map((line) => line.trimEnd());
}
