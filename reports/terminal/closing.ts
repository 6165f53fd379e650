import type { Report } from '../../schemas/types.js';
import { type Verdict, verdicts } from '../../schemas/verdict.js';
import { againstBaseline } from '../drift/sentences.js';
import { findingGroups } from '../model/finding-groups.js';
import { openFindings, skippedByReason } from '../model/open-findings.js';
import { counted } from '../text/counted.js';
import { seconds } from '../text/dates.js';
import { plain } from '../text/inline.js';
import { lowerFirst } from '../text/phrases.js';
import { clip, grouped } from '../text/printable.js';
import { byArea } from '../wording/counts.js';
import { headline, inCapitals, scopeText } from '../wording/scope.js';
import { account, concernRows, cutShort, embeddedNotice, lead } from '../wording/summary-text.js';
import { labels } from '../wording/verdict-labels.js';
import { failure, together, undecided } from './failure.js';
import { cut, hanging, width, wrap } from './sanitise.js';
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
export function closing(report: Report, where: Where, ink: Style, columns: number): string[] {
  const findings = findingGroups(report).flatMap((group) => {
    const [row] = group.rows;
    const shared = group.cause === undefined ? [] : [...together(group, ink, columns), ''];
    if (group.mark === 'fail') return [...shared, ...failure(row, report, ink, columns), '', ''];
    return shared.length > 0 ? shared : [...undecided(row, report, ink, columns), ''];
  });
  return [
    ...findings,
    ...verdictLines(report, ink, columns),
    '',
    ...table(report, ink),
    '',
    ...asides(report, ink, columns),
    ...last(report, where, ink, columns),
  ];
}

/** The verdict and its sentence, after what has to be known before it. */
function verdictLines(report: Report, ink: Style, columns: number): string[] {
  const { text, mark } = headline(report);
  const word = inCapitals(text);
  const notices = [report.target.embedded ? embeddedNotice : '', cutShort(report) ?? ''].filter(Boolean);
  const sentence = wrap(ink.safe(lead(report)), columns - word.length - 2);
  return [
    ...notices.flatMap((notice) => wrap(ink.safe(notice), columns).map((line) => ink.bold(line))),
    ...hanging(`${ink.verdict(mark, word)}  `, word.length + 2, sentence),
    ...wrap(ink.safe(scopeText(report)), columns),
    '',
    ...concernRows(report).flatMap(([name, said]) => {
      const lines = wrap(ink.safe(clip(plain(said), 400)), columns - firstColumn - 2);
      return hanging(`${ink.safe(name).padEnd(firstColumn)}  `, firstColumn + 2, lines);
    }),
  ];
}

/** With `--quiet`: the verdict in one line, what was set aside beside it, and the report. */
export function briefly(report: Report, { reportPath, exitStatus, because }: Where, ink: Style): string[] {
  const { text, mark } = headline(report);
  const short = cutShort(report);
  const notices = [report.target.embedded ? embeddedNotice : '', short ?? ''].filter(Boolean).join(' ');
  const line = [notices, lead(report), account(report)].filter(Boolean).join(' ');
  const path = reportPath === undefined ? [] : [ink.safe(reportPath)];
  const why = because === undefined ? [] : [ink.safe(`Exit ${exitStatus}: ${because}.`)];
  return [`${ink.verdict(mark, inCapitals(text))}  ${ink.safe(line)}`, ...why, ...path];
}

/** Findings of which a short end has a line each. */
const mostShort = 3;

/** The end of one of many runs: seven lines at most, none wider than `columns`. */
export function inShort(report: Report, { reportPath }: Where, ink: Style, columns: number): string[] {
  const findings = openFindings(report);
  const lines = findings.slice(0, mostShort).map(({ mark, id, more, found }) => {
    const text = ink.safe(`${id}${more > 0 ? ` and ${more} more` : ''}  ${plain(found)}`);
    return `${ink.sign(mark)} ${cut(text, columns - 3, ink.unicode)}`;
  });
  const more = findings.length - lines.length;
  const { text, mark } = headline(report);
  const word = inCapitals(text);
  const room = columns - word.length - 2;
  const sentences = ink
    .safe([cutShort(report) ?? '', lead(report), scopeText(report)].join(' ').trim())
    .split(/(?<=\.) /);
  // As many whole sentences as two lines have room for.
  const fitting = sentences.findLastIndex((_, at) => wrap(sentences.slice(0, at + 1).join(' '), room).length <= 2);
  const shown = wrap(sentences.slice(0, Math.max(1, fitting + 1)).join(' '), room);
  return [
    ...lines,
    ...(more > 0 ? [ink.soft(`  and ${more} more`)] : []),
    ...hanging(`${ink.verdict(mark, word)}  `, word.length + 2, shown.slice(0, 2)),
    ...(reportPath === undefined ? [] : [ink.safe(reportPath)]),
  ];
}

function table(report: Report, ink: Style): string[] {
  const columns = verdicts.map((verdict) => ({ verdict, size: Math.max(4, labels[verdict].head.length) }));
  const row = (name: string, cells: readonly string[], sum: string) =>
    name.padEnd(firstColumn) + cells.join('  ') + sum.padStart(5);
  const cells = (counts: Readonly<Record<Verdict, number>>) =>
    columns.map(({ verdict, size }) => {
      const text = (counts[verdict] ? grouped(counts[verdict]) : '.').padStart(size);
      return counts[verdict] && (verdict === 'fail' || verdict === 'inconclusive') ? ink.paint(verdict, text) : text;
    });
  const heads = columns.map(({ verdict, size }) => labels[verdict].head.padStart(size));
  return [
    ink.soft(row('', heads, 'sum')),
    ...byArea(report).map(({ short, counts, rows }) => {
      const name = ink.safe(short).slice(0, firstColumn - 1);
      return row(name, cells(counts), String(rows.length));
    }),
    ink.soft(
      row(
        '',
        columns.map(({ size }) => '-'.repeat(size)),
        '---',
      ),
    ),
    row('', cells(report.summary.counts), String(report.requirements.length)),
  ];
}

function asides(report: Report, ink: Style, columns: number): string[] {
  const marked = openFindings(report)
    .filter(({ mark }) => mark === 'waived' || mark === 'changed')
    .map(({ mark, id, found, lines, when }) => ({
      mark,
      ids: id,
      text: when === '' ? found : `${found} ${when}.`,
      lines: lines && when !== '' ? [...lines, `${when}.`] : lines,
    }));
  const skipped = skippedByReason(report).map(({ reason, rows }) => ({
    mark: 'skipped' as const,
    ids: rows.map(({ id }) => id).join(', '),
    text: reason,
    lines: undefined,
  }));
  const lines = [...marked, ...skipped].flatMap(({ mark, ids, text, lines: several }) => {
    const head = `${ink.sign(mark)} ${ink.paint(mark, mark.padEnd(7))}  `;
    const described = (one: string) => ink.safe(clip(one, 400));
    const indent = ids.length + 2;
    const body = several
      ? hanging(
          `${ink.safe(ids)}  `,
          indent,
          several.flatMap((one) => wrap(described(one), columns - 11 - indent)),
        )
      : wrap(`${ink.safe(ids)}  ${described(text)}`, columns - 11);
    return hanging(head, 11, body);
  });
  const notices = [againstBaseline(report) ?? [], report.run.notices ?? []]
    .flat()
    .flatMap((notice) => wrap(ink.safe(notice), columns));
  return [lines, notices].flatMap((block) => (block.length > 0 ? [...block, ''] : []));
}

function last(report: Report, { reportPath, seal, exitStatus, because }: Where, ink: Style, columns: number): string[] {
  const { summary, run } = report;
  const facts = [
    counted(summary.requests, 'request'),
    `${counted(summary.customersCreated, 'customer')} created`,
    seconds(run.startedAt, run.finishedAt),
  ];
  const exit = because === undefined ? `Exit ${exitStatus}.` : `Exit ${exitStatus}: ${ink.safe(because)}.`;
  return [
    `${facts.join(', ')}. ${exit}`,
    ...(seal === undefined ? [] : wrap(ink.safe(seal), columns)),
    ...(reportPath === undefined ? [] : [ink.safe(reportPath)]),
  ];
}

/** A line for a log that tells of one requirement, the same at the moment it is decided and at the end. */
export function logLine(mark: Verdict, id: string, found: string, when: string, ink: Style, columns: number): string {
  const word = labels[mark].word.toUpperCase().padEnd(12);
  const text = `${ink.paint(mark, word)}  ${ink.safe(id).padEnd(8)}  ${ink.safe(clip(found, 400))}`;
  if (!when || columns < 110) return text;
  const taken = 24 + width(ink.safe(clip(found, 400)));
  return `${text}${' '.repeat(Math.max(2, 98 - taken))}${lowerFirst(when)}`;
}
