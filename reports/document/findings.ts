import { consequences } from '../../schemas/consequences.js';
import type { ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { burstOf } from '../model/bursts.js';
import type { DocumentInput } from '../model/document-input.js';
import type { FindingGroup } from '../model/finding-groups.js';
import { plain } from '../text/inline.js';
import {
  basisAndAge,
  controlText,
  openChecks,
  otherChecks,
  sentOf,
  shareOfChecks,
  shownChecks,
} from '../wording/finding.js';
import { rerunCommand } from '../wording/rerun-command.js';
import { wantedText } from '../wording/scope.js';
import { counted, noFindings, whatHappened } from '../wording/summary-text.js';
import { adviceFor } from './advice.js';
import {
  type Block,
  type ExchangeList,
  type Facts,
  type Finding,
  type Part,
  paragraph,
  type Sides,
  soft,
  strong,
} from './blocks.js';
import { checkTable, exchangeIds } from './checks.js';

/** The failed requirements, then the inconclusive ones, gravest first, each with its checks and exchanges. */
export function findings(source: DocumentInput): Part {
  const { report, groups } = source;
  const size = report.summary.counts.fail + report.summary.counts.inconclusive;
  return {
    id: 'findings',
    title: 'Findings',
    size,
    newPage: true,
    blocks:
      groups.length > 0
        ? groups.map((group) => finding(group, source))
        : [noFindings(report), ...wantedText(report)].map((text) => paragraph(text, 'prose')),
  };
}

/** One finding. Where several requirements have one cause, it names all and shows the exchanges of the gravest. */
function finding({ mark, rows, cause }: FindingGroup, source: DocumentInput): Finding {
  const [row] = rows;
  const { report, findings: places } = source;
  const common = { kind: 'finding', place: places.get(row.id) ?? row.id, mark } as const;
  const opening = openingOf(row);
  if (cause === undefined) {
    const title = row.title;
    const head = { id: row.id, aside: asideOf(row, report), title, bookmark: `${row.id}  ${title}` };
    return { ...common, ...head, opening, body: bodyOf(row, source) };
  }
  const size = counted(rows.length, 'requirement');
  const shown: Block = { kind: 'heading', sub: true, text: `Shown by ${row.id}`, aside: row.title };
  const again: Block = { kind: 'facts', names: 'medium', rows: [withSuite(rows, report)] };
  // What was never sent has nothing to show but its reason.
  const rest = row.checks.some(({ deciding }) => deciding !== undefined)
    ? [shown, ...opening, ...bodyOf(row, source)]
    : [];
  return {
    ...common,
    aside: `${size}, one cause. ${harmOf(row)}`.trim(),
    title: cause,
    bookmark: `${size}: ${plain(cause)}`,
    opening: adviceFor(cause).map((text) => paragraph(text, 'prose')),
    body: [{ kind: 'requirements', rows }, again, ...rest],
  };
}

function asideOf(row: ReportedRequirement, report: DocumentInput['report']): string {
  return [harmOf(row), basisAndAge(row, report)].filter(Boolean).join(' ');
}

function harmOf({ consequence }: ReportedRequirement): string {
  return consequence === undefined ? '' : `${consequences[consequence].name}.`;
}

function openingOf(row: ReportedRequirement): readonly Block[] {
  const [first] = openChecks(row);
  const found = whatHappened(row);
  return [
    paragraph(found, 'prose'),
    ...(row.why === undefined ? [] : [paragraph([soft('Why it matters: '), row.why], 'prose')]),
    ...(first?.likelyCause === undefined
      ? []
      : [paragraph([strong('A guess at the cause: '), first.likelyCause], 'prose')]),
    ...adviceFor(found).map((text) => paragraph(text, 'prose')),
    ...(first ? sidesOf(first) : []),
  ];
}

function bodyOf(row: ReportedRequirement, source: DocumentInput): readonly Block[] {
  const { report, homes } = source;
  const open = openChecks(row);
  const [first] = open;
  // One alone shows all of its sides above.
  const only = open.length === 1 ? first : undefined;
  const own = homes.ofFinding(row);
  const all = new Set(open.flatMap((check) => check.exchanges)).size;
  const elsewhere = otherChecks(row, open.length);
  const title = { kind: 'heading', sub: true, text: 'Checks', aside: shareOfChecks(row, open.length) } as const;
  return [
    ...(first ? [...burst(first, source), ...commands(first)] : []),
    {
      kind: 'facts',
      names: 'medium',
      rows: [
        ['The rule', row.clause],
        ['The step', row.step],
        ['The check', only && paragraph([only.name, '; ', exchangeIds(only, homes)], 'cell')],
        withSuite([row], report),
      ],
    },
    ...(only ? [] : checkTable(open.slice(0, shownChecks), source, title)),
    ...(elsewhere === '' ? [] : elsewhereIn(elsewhere, row)),
    ...exchanges(own, own.length < all ? `the first ${own.length} of ${all}` : undefined),
  ];
}

/** How to test requirements again. */
function withSuite(rows: readonly ReportedRequirement[], report: DocumentInput['report']): Facts['rows'][number] {
  return ['With the suite', { kind: 'command', text: rerunCommand(rows.map(({ id }) => id).join(','), report) }];
}

function elsewhereIn(text: string, { id }: ReportedRequirement): readonly Block[] {
  const link = { kind: 'link', to: id, text: 'at the requirement' } as const;
  return [
    { kind: 'only', on: 'page', blocks: [paragraph([`${text} `, link, '.'], 'more')] },
    { kind: 'only', on: 'paper', blocks: [paragraph(`${text} in report.json.`, 'more')] },
  ];
}

function sidesOf(check: ReportedCheck): readonly Sides[] {
  const { expected, received } = check;
  const sent = sentOf(check);
  if (sent === undefined && expected === undefined && received === undefined) return [];
  return [{ kind: 'sides', sent, expected, received: received ?? 'No answer.', control: controlText(check) }];
}

function burst(check: ReportedCheck, { homes }: DocumentInput): readonly Block[] {
  const found = burstOf(check.exchanges.flatMap((id) => homes.byId.get(id) ?? []));
  return found ? [{ kind: 'burst', burst: found }] : [];
}

function commands({ again }: ReportedCheck): readonly Block[] {
  return again === undefined ? [] : [{ kind: 'commands', title: 'Send it again', text: again }];
}

function exchanges(list: ExchangeList['exchanges'], aside: string | undefined): readonly Block[] {
  if (list.length === 0) return [];
  return [{ kind: 'exchanges', exchanges: list, ...(aside !== undefined && { aside }), inFinding: true }];
}
