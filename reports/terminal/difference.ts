import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { compared } from '../model/compared.js';
import { withNews } from '../news/news.js';
import { newsNotes } from '../news/sentences.js';
import { moment, plain, startOf } from '../text/words.js';
import { environmentOf } from '../wording/target.js';
import { headline, labels } from '../wording/verdict-labels.js';
import { createStyle } from './style.js';

/** For `diff`: what a run of `now` would say is new if it remembered `before` alone, as data and as lines. */
export function differenceOf(
  [before, now]: readonly [Report, Report],
  specification: Specification,
  surface: Parameters<typeof createStyle>[0],
) {
  const remembering = withNews(now, before, specification);
  const report = compared(remembering, { report: before, kind: 'named' }, { specification });
  const data = { same: report.news.length === 0, context: contextOf(before, now), news: report.news };
  const sheet = createStyle(surface);
  const notes = newsNotes(report).flatMap(({ mark, text }) => sheet.beside(labels[mark].word, plain(text), mark));
  const lines = [
    data.same
      ? `${sheet.marked('pass', 'SAME')}  Nothing is new.`
      : `${sheet.marked('differs', 'DIFFERS')}  What is new since the first run:`,
    '',
    ...sheet.beside('before', about(before)),
    ...sheet.beside('now', about(now)),
    ...data.context.flatMap((sentence) => sheet.beside('', sentence)),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ];
  return { data, lines: lines.map((line) => line.trimEnd()) };
}

function about({ run, target, summary }: Report) {
  const when = `${startOf(environmentOf(target))}, ${moment(run.startedAt)}`;
  return `${target.baseUrl}  ${when}, ${headline({ summary, target }).text.toLowerCase()}`;
}

function contextOf({ run: then, target: former }: Report, { run: now, target }: Report) {
  const isSame = former.baseUrl === target.baseUrl;
  const sentences = [
    then.exam !== now.exam && 'The runs used different suite versions, so differences may come from the suite.',
    isSame && then.configuration !== now.configuration && 'The two runs used different configurations.',
    !then.complete && 'The first run is incomplete.',
    !now.complete && 'The second run is incomplete.',
  ];
  return sentences.filter((sentence) => sentence !== false);
}
