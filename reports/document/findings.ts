import type { ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { burstOf } from '../model/bursts.js';
import type { DocumentInput } from '../model/document-input.js';
import { type ReasonGroup, undecidedOf } from '../model/open-findings.js';
import { withVerdict } from '../text/counts.js';
import {
  basisAndAge,
  controlText,
  openChecks,
  otherChecks,
  sentOf,
  shareOfChecks,
  shownChecks,
} from '../text/finding.js';
import { plain } from '../text/inline.js';
import { rerunCommand } from '../text/rerun-command.js';
import { counted, noFindings, whatHappened } from '../text/summary-text.js';
import { type Block, type ExchangeList, type Finding, type Part, paragraph, type Sides } from './blocks.js';
import { checkTable } from './checks.js';

/** The failed requirements, then the inconclusive ones, each with its checks and exchanges. */
export function findings(source: DocumentInput): Part {
  const { report } = source;
  const { alone, together } = undecidedOf(report);
  const rows = [...withVerdict(report, 'fail'), ...alone];
  const all = [...rows.map((row) => finding(row, source)), ...together.map((group) => sharedCause(group, source))];
  const size = report.summary.counts.fail + report.summary.counts.inconclusive;
  return {
    id: 'findings',
    title: 'Findings',
    size,
    newPage: true,
    blocks: all.length > 0 ? all : [paragraph(noFindings, 'prose')],
  };
}

// Forty requirements that are inconclusive because of one rejected key are one finding.
function sharedCause({ rows, reason }: ReasonGroup, { findings: places }: DocumentInput): Finding {
  const size = counted(rows.length, 'requirement');
  return {
    kind: 'finding',
    place: places.get(rows[0]?.id ?? '') ?? '',
    mark: 'inconclusive',
    aside: `${size}, for one reason`,
    title: reason,
    bookmark: `${size}: ${plain(reason)}`,
    opening: [],
    body: [{ kind: 'requirements', rows }],
  };
}

function finding(row: ReportedRequirement, source: DocumentInput): Finding {
  const { report, homes, findings: places } = source;
  const open = openChecks(row);
  const [first] = open;
  const own = homes.ofFinding(row);
  const all = new Set(open.flatMap((check) => check.exchanges)).size;
  const elsewhere = otherChecks(row, open.length);
  const title = { kind: 'heading', sub: true, text: 'Checks', aside: shareOfChecks(row, open.length) } as const;
  return {
    kind: 'finding',
    place: places.get(row.id) ?? row.id,
    mark: row.verdict,
    id: row.id,
    aside: basisAndAge(row, report),
    title: row.title,
    bookmark: `${row.id}  ${row.title}`,
    opening: [paragraph(whatHappened(row), 'prose'), ...(first ? sidesOf(first) : [])],
    body: [
      ...(first ? [...burst(first, source), ...commands(first)] : []),
      {
        kind: 'facts',
        names: 'medium',
        rows: [
          ['The rule', row.clause],
          ['The step', row.step],
          ['Why it matters', row.why],
          ['With the suite', { kind: 'command', text: rerunCommand(row.id, report) }],
        ],
      },
      ...checkTable(open.slice(0, shownChecks), source, title),
      ...(elsewhere === '' ? [] : elsewhereIn(elsewhere, row)),
      ...exchanges(own, own.length < all ? `the first ${own.length} of ${all}` : undefined),
    ],
  };
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
