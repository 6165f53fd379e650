import { count, type Verdict } from '../../schemas/verdict.js';
import type { Block, Blocks, Cell, Grid, GridLine, Part, Piece, Text } from '../document/blocks.js';
import { bullets, columnsOf, facts, fold, heading, paragraph, strong, table } from '../document/compose.js';
import { calendarOf, verdictIn } from '../model/history.js';
import { counted, firstOf } from '../text/counted.js';
import { day, moment } from '../text/dates.js';
import { clip } from '../text/printable.js';
import { counted as inWords } from '../wording/counts.js';
import { headlineMarks } from '../wording/verdict-labels.js';
import { headlineOf, type PastRun, sameSuite, verdictOf } from './past-run.js';
import { concernIn, type TargetOverview } from './target.js';
import { transitionTexts } from './transitions.js';

/** Runs that have a column, and days over which they are placed by the calendar: more would be too small to tap. */
const mostMarks = 30;
const mostLines = 25;
const mostListed = 30;
const mostTransitions = 12;
const mostIds = 8;

/** One target: its newest verdict, the runs as marks, what changed, and what nobody decided on. */
export function targetPart(target: TargetOverview): Part {
  const { place, title, runs } = target;
  const blocks = [
    about(target),
    grid(target),
    uncharted(target),
    open(target),
    changes(target),
    suites(target),
    everyRun(target),
  ];
  return { id: place, title, size: runs.length, blocks };
}

/** The verdict of a run as a mark with its own words. */
export function verdictPiece(run: PastRun): Piece {
  const { mark, text } = headlineOf(run);
  return { kind: 'mark', mark, word: text };
}

/** The report of a run as a link, where it is still there. */
export function reportLink({ file }: PastRun, text: string, at?: string): Text {
  return file === undefined ? text : { kind: 'file', path: file, text, ...(at !== undefined && { at }) };
}

function about({ specification, last, whole, state, hidden }: TargetOverview): Block {
  const named = (run: PastRun) => paragraph([verdictPiece(run), ', ', reportLink(run, moment(run.startedAt))]);
  return facts([
    ['Newest run', named(last)],
    ['Last whole run', whole && whole !== last && named(whole)],
    ['Scope', scopeOf(last)],
    ...specification.concerns.map(({ name, requirements }) => {
      const counts = count(requirements.flatMap((id) => state.get(id) ?? []));
      return [name, inWords(counts) || 'not tested'] as const;
    }),
    ['Not shown', hidden > 0 && `${counted(hidden, 'run')} with other tenants or another profile`],
  ]);
}

function scopeOf({ profile, suiteVersion, verdicts: of, partial }: PastRun): string {
  const named = profile === undefined ? '' : `Profile ${profile}`;
  const part = partial ? 'a part of the requirements' : '';
  const suite = suiteVersion === undefined ? '' : `suite ${suiteVersion}`;
  return `${[named, part, suite].filter(Boolean).join(', ')}: ${inWords(count(Object.values(of)))}`.replace(/^: /, '');
}

/** The newest runs, the concerns, and what is open, unstable or changed, as lines of marks. */
function grid({ specification, runs: all, last, lines }: TargetOverview): Grid {
  const runs = all.slice(-mostMarks);
  const { columns, marks } = calendarOf(runs, last.startedAt, mostMarks);
  const line = (title: string, verdictOf: (run: PastRun) => Verdict | undefined, id = ''): GridLine => {
    const own = marks(verdictOf);
    const counts = count(own.filter((one) => one !== undefined));
    return { row: { id, title }, marks: own, label: `${id || title}: ${inWords(counts) || 'no verdict'}` };
  };
  const { file } = last;
  return {
    kind: 'grid',
    wide: true,
    columns,
    lines: [
      { ...line('Verdict of the run', (run) => headlineMarks[verdictOf(run)]), linked: true },
      ...specification.concerns.map(({ name, requirements }) => line(name, (run) => concernIn(run, requirements))),
      ...lines.slice(0, mostLines).map(({ id, title }) => ({
        ...line(title, (run) => verdictIn({ id }, run), id),
        file: file === undefined ? undefined : { path: file, at: id },
      })),
    ],
    ends: [day(runs[0]?.startedAt ?? '', last.startedAt), day(last.startedAt, last.startedAt)],
  };
}

/** What has no line of marks for want of room. */
function uncharted({ lines, last }: TargetOverview): Blocks {
  const rest = lines.slice(mostLines);
  const items = rest.map(({ id, title }): Text => [reportLink(last, id, id), ` ${title}`]);
  return rest.length > 0 && fold(`${counted(rest.length, 'more requirement')} changed`, bullets(items));
}

/** Failures and changed observations that no decision covers. */
function open({ open: items, last }: TargetOverview): Blocks {
  const nothing = paragraph('Nothing failed, and no observation changed, that nobody decided on.', 'prose');
  if (items.length === 0) return [heading('Without a decision'), nothing];
  const rows = items.map(({ requirement: { id, title }, mark, since, isOlder }): readonly Cell[] => [
    { kind: 'mark', mark },
    paragraph(reportLink(last, id, id), 'cell'),
    title,
    `${isOlder ? 'Since before' : 'Since'} ${day(since, last.startedAt)}`,
  ]);
  return table(
    columnsOf({ Verdict: 'mark', Requirement: 'id', Title: 'text', Since: 'ending' }),
    rows,
    heading('Without a decision', String(items.length)),
  );
}

/** Changes of verdicts in words, those of the target apart from those of the suite. */
function changes({ transitions, last, runs }: TargetOverview): Blocks {
  const own = transitionTexts(
    transitions.filter(({ isOfSuite }) => !isOfSuite),
    last.startedAt,
  );
  const title = heading('Changes of the target');
  if (runs.length < 2) return undefined;
  if (own.length === 0) return [title, paragraph('No verdict changed.', 'prose')];
  const items = own.map(({ text, isUnstable }): Text => [isUnstable && [strong('Unstable.'), ' '], text]);
  const [shown, more] = [items.slice(0, mostTransitions), items.slice(mostTransitions)];
  return [title, bullets(shown), more.length > 0 && fold(`${more.length} older`, bullets(more))];
}

/** What another version of the suite brought: it is no change of the service. */
function suites({ runs, transitions, last }: TargetOverview): Blocks {
  const versions = runs.flatMap((run, at): string[] => {
    const before = runs[at - 1];
    return before && !sameSuite(before, run) ? [suiteChange(before, run, last.startedAt)] : [];
  });
  if (versions.length === 0) return undefined;
  const moved = transitionTexts(
    transitions.filter(({ isOfSuite }) => isOfSuite),
    last.startedAt,
  );
  const items = [...versions.reverse(), ...moved.map(({ text }) => `${text} The suite changed with this verdict.`)];
  return [heading('Changes of the suite', 'no change of the service'), bullets(items)];
}

function suiteChange(before: PastRun, run: PastRun, beside: string): string {
  const idsOf = ({ verdicts }: PastRun) => Object.keys(verdicts).map((id) => clip(id, 20));
  const [earlier, later] = [idsOf(before), idsOf(run)];
  const moved = [
    [later.filter((id) => !earlier.includes(id)), 'new'],
    [earlier.filter((id) => !later.includes(id)), 'gone'],
  ] as const;
  const news = moved.flatMap(([ids, what]) =>
    ids.length > 0 ? [`${counted(ids.length, 'requirement')} ${what} (${firstOf(ids, mostIds)})`] : [],
  );
  const version = clip(run.suiteVersion ?? 'unknown', 40);
  return `Suite ${version} since ${day(run.startedAt, beside)}: ${news.join(', ') || 'the same requirements'}.`;
}

/** The runs newest first, each with its report: the same as the marks, for those who do not see them. */
function everyRun({ runs }: TargetOverview): Blocks {
  const newest = runs.slice(-mostListed).toReversed();
  const rows = newest.map((run): readonly Cell[] => [
    verdictPiece(run),
    paragraph(reportLink(run, moment(run.startedAt)), 'cell'),
    run.unreached ? 'The target did not respond.' : inWords(count(Object.values(run.verdicts))),
  ]);
  const title = newest.length === 1 ? 'The run with its report' : `The newest ${newest.length} runs with their reports`;
  return fold(title, table(columnsOf({ Verdict: 'ending', Started: 'ending', Requirements: 'text' }), rows));
}
