/** What is new in one report since another, for `diff`. */

import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { compared } from '../model/compared.js';
import { withNews } from '../news/news.js';
import { newsNotes } from '../news/sentences.js';
import { moment, startOf } from '../text/words.js';
import { environmentOf } from '../wording/target.js';
import { headline } from '../wording/verdict-labels.js';

export type DifferenceView = ReturnType<typeof differenceView>;

/** As a run of `now` would say it, with `before` as the only memory. Pure. */
export function differenceView(before: Report, now: Report, specification: Specification) {
  const remembering = withNews(now, before, specification);
  const report = compared(remembering, { report: before, kind: 'named' }, { specification });
  return {
    same: report.news.length === 0,
    before: about(before),
    now: about(now),
    /** Differences between the runs that may explain others. */
    context: contextOf(before, now),
    news: report.news,
    notes: newsNotes(report),
  };
}

function about({ run, target, summary }: Report) {
  const { id, startedAt, suiteVersion } = run;
  const when = `${startOf(environmentOf(target))}, ${moment(startedAt)}`;
  return {
    run: id,
    startedAt,
    suiteVersion,
    baseUrl: target.baseUrl,
    verdict: summary.verdict,
    profile: summary.profile,
    text: `${target.baseUrl}  ${when}, ${headline({ summary, target }).text.toLowerCase()}`,
  };
}

function contextOf({ run: then, target: former }: Report, { run: now, target }: Report): readonly string[] {
  const sentences = [
    then.exam !== now.exam && 'The runs used different suite versions, so differences may come from the suite.',
    former.baseUrl === target.baseUrl &&
      then.configuration !== now.configuration &&
      'The two runs used different configurations.',
    !then.complete && 'The first run is incomplete.',
    !now.complete && 'The second run is incomplete.',
  ];
  return sentences.filter((sentence) => sentence !== false);
}
