import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { count, type Verdict } from '../../schemas/verdict.js';
import { againstBaseline } from '../drift/sentences.js';
import { findingGroups } from '../model/finding-groups.js';
import { openFindings, skippedByReason } from '../model/open-findings.js';
import { counted, others } from '../text/counted.js';
import { seconds } from '../text/dates.js';
import { plain } from '../text/inline.js';
import { clip, grouped } from '../text/printable.js';
import { byArea, countsOf, shownVerdicts } from '../wording/counts.js';
import { headline, inCapitals, scopeText, skippedInPart } from '../wording/scope.js';
import { causesHeading, traitsHeading, traitsOf } from '../wording/shown-causes.js';
import { isLeftOut, leftOut } from '../wording/skip-reasons.js';
import { account, concernRows, cutShort, embeddedNotice, lead, madeIn, whatHappened } from '../wording/summary-text.js';
import { headOf, labels, type Mark } from '../wording/verdict-labels.js';
import { failure, together, undecided } from './failure.js';
import { cut, hanging, wrap } from './sanitise.js';
import type { Style } from './style.js';

/** Where the run's files are, and what the process ends with. */
export interface Where {
  readonly reportPath?: string;
  /** How the files are sealed, as a sentence. */
  readonly seal?: string;
  readonly exitStatus: number;
  /** Why the status is another one than the verdict gives, as a phrase: `2 observations changed (--fail-on-drift)`. */
  readonly because?: string;
}

const firstColumn = 16;

/** Everything that stands at the end of a run: failures in full, the verdict, the account by area, where to read on. */
export function closing(report: Report, specification: Specification, where: Where, sheet: Style): string[] {
  const { complete, stopped } = report.run;
  const findings = findingGroups(report).flatMap((group) => {
    const [row] = group.rows;
    // Nothing was tested: the verdict says why, and there is nothing else to read.
    if (!complete && stopped !== undefined && report.summary.requests === 0) return [];
    const shared = group.cause === undefined ? [] : [...together(group, sheet), ''];
    if (group.mark === 'fail') return [...shared, ...failure(row, report, sheet), '', ''];
    return shared.length > 0 ? shared : [...undecided(row, report, sheet), ''];
  });
  return [
    ...traitLines(report, sheet),
    ...findings,
    ...verdictLines(report, specification, sheet),
    '',
    ...table(report, specification, sheet),
    '',
    ...asides(report, sheet),
    ...causeLines(report, sheet),
    ...last(report, where, sheet),
  ];
}

/** What the target is like, before any finding. */
function traitLines(report: Report, sheet: Style): string[] {
  const traits = traitsOf(report);
  if (traits.length === 0) return [];
  return [sheet.bold(traitsHeading), ...traits.flatMap(({ sentence }) => sheet.lines(plain(sentence), 2, '- ')), ''];
}

/** Of so many causes a line each. */
const mostCauses = 8;

/** What would turn the run green: each cause in a line, with how many requirements it holds back. */
function causeLines(report: Report, sheet: Style): string[] {
  const groups = findingGroups(report);
  // One alone stands above already.
  if (groups.length < 2) return [];
  // The line that names one more has room for it.
  const shown = groups.length === mostCauses + 1 ? groups : groups.slice(0, mostCauses);
  const lines = shown.map(({ mark, rows: [row, ...rest], cause }) => {
    const text = `${grouped(rest.length + 1).padStart(3)}  ${cause ?? `${row.id}  ${whatHappened(row)}`}`;
    return `${sheet.sign(mark)} ${cut(sheet.safe(plain(text)), sheet.columns - 2, sheet.unicode)}`;
  });
  const more = groups.length - lines.length;
  return [
    sheet.bold(`${causesHeading}: a mend of each cause, with how many requirements it holds back`),
    ...lines,
    ...(more > 0 ? [sheet.soft(`  and ${more} more`)] : []),
    '',
  ];
}

/** What has to be known before the verdict. */
function noticesOf(report: Report): readonly string[] {
  return [report.target.embedded ? embeddedNotice : '', cutShort(report) ?? ''].filter(Boolean);
}

/** The verdict and its sentence, after what has to be known before it. */
function verdictLines(report: Report, specification: Specification, sheet: Style): string[] {
  const { text, mark } = headline(report);
  const word = inCapitals(text);
  return [
    ...noticesOf(report).flatMap((notice) => sheet.lines(notice).map(sheet.bold)),
    ...sheet.lines(lead(report), word.length + 2, `${sheet.verdict(mark, word)}  `),
    ...sheet.lines(scopeText(report)),
    '',
    ...concernRows(report, specification).flatMap(([name, said]) =>
      said.endsWith(leftOut)
        ? []
        : sheet.lines(plain(said), firstColumn + 2, `${sheet.safe(name).padEnd(firstColumn)}  `),
    ),
  ];
}

/** With `--quiet`: the verdict in one line, what was set aside beside it, and the report. */
export function briefly(report: Report, { reportPath, exitStatus, because }: Where, ink: Style): string[] {
  const { text, mark } = headline(report);
  const line = [...noticesOf(report), lead(report), account(report)].filter(Boolean).join(' ');
  const why = because === undefined ? [] : [ink.safe(`Exit ${exitStatus}: ${because}.`)];
  return [`${ink.verdict(mark, inCapitals(text))}  ${ink.safe(line)}`, ...why, ...pathOf(reportPath, ink)];
}

function pathOf(reportPath: string | undefined, ink: Style): string[] {
  return reportPath === undefined ? [] : [ink.safe(reportPath)];
}

/** Findings of which a short end has a line each. */
const mostShort = 3;

/** The end of one of many runs: seven lines at most, none wider than the sheet. */
export function inShort(report: Report, { reportPath }: Where, sheet: Style): string[] {
  const findings = openFindings(report);
  const lines = findings.slice(0, mostShort).map(({ mark, id, more, found }) => {
    const text = sheet.safe(`${id}${others(more)}  ${plain(found)}`);
    return `${sheet.sign(mark)} ${cut(text, sheet.columns - 3, sheet.unicode)}`;
  });
  const more = findings.length - lines.length;
  const { text, mark } = headline(report);
  const word = inCapitals(text);
  const room = sheet.columns - word.length - 2;
  const sentences = sheet
    .safe([cutShort(report) ?? '', lead(report), scopeText(report)].join(' ').trim())
    .split(/(?<=\.) /);
  // As many whole sentences as two lines have room for.
  const fitting = sentences.findLastIndex((_, at) => wrap(sentences.slice(0, at + 1).join(' '), room).length <= 2);
  const shown = wrap(sentences.slice(0, Math.max(1, fitting + 1)).join(' '), room);
  return [
    ...lines,
    ...(more > 0 ? [sheet.soft(`  and ${more} more`)] : []),
    ...hanging(`${sheet.verdict(mark, word)}  `, word.length + 2, shown.slice(0, 2)),
    ...pathOf(reportPath, sheet),
  ];
}

function table(report: Report, specification: Specification, ink: Style): string[] {
  const columns = shownVerdicts(report).map((verdict) => ({ verdict, size: Math.max(4, headOf(verdict).length) }));
  const row = (name: string, cells: readonly string[], sum: string) =>
    name.padEnd(firstColumn) + cells.join('  ') + sum.padStart(5);
  const cells = (counts: Readonly<Record<Verdict, number>>) =>
    columns.map(({ verdict, size }) => {
      const text = (counts[verdict] ? grouped(counts[verdict]) : '.').padStart(size);
      return counts[verdict] && (verdict === 'fail' || verdict === 'inconclusive') ? ink.paint(verdict, text) : text;
    });
  // Areas that the filter left out are one line, so that the counts still add up.
  const areas = byArea(report, specification);
  const isAsked = ({ rows }: (typeof areas)[number]) => rows.some((one) => one.basis !== 'attested' && !isLeftOut(one));
  const others = areas.flatMap((area) => (isAsked(area) ? [] : area.rows.map(({ verdict }) => verdict)));
  const heads = columns.map(({ verdict, size }) => headOf(verdict).padStart(size));
  const rules = columns.map(({ size }) => '-'.repeat(size));
  return [
    ink.soft(row('', heads, 'sum')),
    ...areas.filter(isAsked).map(({ short, counts, rows }) => {
      const name = ink.safe(short).slice(0, firstColumn - 1);
      return row(name, cells(counts), String(rows.length));
    }),
    ...(others.length > 0 ? [row('Not tested', cells(count(others)), String(others.length))] : []),
    ink.soft(row('', rules, '---')),
    row('', cells(countsOf(report)), String(report.requirements.length)),
  ];
}

/** What was waived, is lacking, changed or was skipped, then what has to be said of the run. */
function asides(report: Report, sheet: Style): string[] {
  const aside = (mark: Mark, ids: string, texts: readonly string[]) => {
    const head = `${sheet.sign(mark)} ${sheet.paint(mark, mark.padEnd(7))}  `;
    const [first = '', ...more] = texts;
    if (more.length === 0) return sheet.lines(`${ids}  ${first}`, 11, head);
    const indent = 11 + ids.length + 2;
    return [
      ...sheet.lines(first, indent, `${head}${sheet.safe(ids)}  `),
      ...more.flatMap((one) => sheet.lines(one, indent)),
    ];
  };
  const marked = openFindings(report).flatMap(({ mark, id, more, found, lines, when }) => {
    if (mark === 'fail' || mark === 'inconclusive') return [];
    const end = when === '' ? [] : [`${when}.`];
    return aside(mark, `${id}${others(more)}`, lines ? [...lines, ...end] : [[found, ...end].join(' ')]);
  });
  // The scope above says how many the filter left out.
  const skipped = skippedByReason(report).flatMap(({ reason, rows }) =>
    rows.every(isLeftOut) ? [] : aside('skipped', rows.map(({ id }) => id).join(', '), [reason]),
  );
  const inPart = skippedInPart(report).flatMap(({ ids, text }) => aside('pass', ids, [text]));
  const notices = [againstBaseline(report) ?? [], report.run.notices ?? []].flat().flatMap((one) => sheet.lines(one));
  return [[...marked, ...skipped, ...inPart], notices].flatMap((block) => (block.length > 0 ? [...block, ''] : []));
}

function last(report: Report, { reportPath, seal, exitStatus, because }: Where, sheet: Style): string[] {
  const { summary, run } = report;
  const facts = [
    counted(summary.requests, 'request'),
    `${madeIn(report)} created`,
    seconds(run.startedAt, run.finishedAt),
  ];
  const why = because === undefined ? '' : `: ${sheet.safe(because)}`;
  return [
    `${facts.join(', ')}. Exit ${exitStatus}${why}.`,
    ...(seal === undefined ? [] : sheet.lines(seal)),
    ...pathOf(reportPath, sheet),
  ];
}

/** A line for a log that tells of one requirement at the moment it is decided. */
export function logLine(mark: Verdict, id: string, found: string, ink: Style): string {
  const word = labels[mark].word.toUpperCase().padEnd(12);
  return `${ink.paint(mark, word)}  ${ink.safe(id).padEnd(8)}  ${ink.safe(clip(found, 400))}`;
}
