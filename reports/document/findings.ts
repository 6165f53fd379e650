import { consequences } from '../../schemas/consequences.js';
import type { ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { burstOf } from '../model/bursts.js';
import type { DocumentInput } from '../model/document-input.js';
import type { FindingGroup } from '../model/finding-groups.js';
import { counted } from '../text/counted.js';
import {
  basisAndAge,
  controlText,
  openChecks,
  otherChecks,
  rerunCommand,
  sentOf,
  shareOfChecks,
  shownChecks,
} from '../wording/finding.js';
import { wantedText } from '../wording/scope.js';
import { noFindings, whatHappened } from '../wording/summary-text.js';
import { adviceFor } from './advice.js';
import type { Blocks, Facts, Finding, Part } from './blocks.js';
import { checkTable, exchangeIds } from './checks.js';
import { facts, heading, named, paragraph, soft, strong } from './compose.js';

/** The failed requirements, then the inconclusive ones, gravest first, each with its checks and exchanges. */
export function findings(source: DocumentInput): Part {
  const { report, groups } = source;
  const size = report.summary.counts.fail + report.summary.counts.inconclusive;
  return {
    id: 'findings',
    title: 'Findings',
    size,
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
  const [opening, body] = [openingOf(row), bodyOf(row, source)];
  if (cause === undefined) {
    const { id, title } = row;
    const aside = [harmOf(row), basisAndAge(row, report)].filter(Boolean).join(' ');
    return { ...common, id, aside, title, opening, body };
  }
  const size = counted(rows.length, 'requirement');
  // What was never sent has nothing to show but its reason.
  const wasSent = row.checks.some(({ deciding }) => deciding !== undefined);
  return {
    ...common,
    aside: `${size}, one cause. ${harmOf(row)}`.trim(),
    title: cause,
    opening: advice(cause),
    body: [
      named(rows),
      facts([withSuite(rows, report)]),
      wasSent && [heading(`Shown by ${row.id}`, row.title, { sub: true }), opening, body],
    ],
  };
}

function harmOf({ consequence }: ReportedRequirement): string {
  return consequence === undefined ? '' : `${consequences[consequence].name}.`;
}

function openingOf(row: ReportedRequirement): Blocks {
  const [first] = openChecks(row);
  const found = whatHappened(row);
  const cause = first?.likelyCause;
  return [
    paragraph(found, 'prose'),
    row.why !== undefined && paragraph([soft('Why it matters: '), row.why], 'prose'),
    cause !== undefined && paragraph([strong('A guess at the cause: '), cause], 'prose'),
    advice(found),
    first && sidesOf(first),
  ];
}

const advice = (text: string): Blocks => adviceFor(text).map((one) => paragraph(one, 'prose'));

function bodyOf(row: ReportedRequirement, source: DocumentInput): Blocks {
  const { report, homes } = source;
  const open = openChecks(row);
  const [first] = open;
  const burst = burstOf((first?.exchanges ?? []).flatMap((id) => homes.byId.get(id) ?? []));
  // One alone shows all of its sides above.
  const only = open.length === 1 ? first : undefined;
  const own = homes.ofFinding(row);
  const all = new Set(open.flatMap((check) => check.exchanges)).size;
  const elsewhere = otherChecks(row, open.length);
  const title = heading('Checks', shareOfChecks(row, open.length), { sub: true });
  const link = { kind: 'link', to: row.id, text: 'at the requirement' } as const;
  const aside = own.length < all && { aside: `the first ${own.length} of ${all}` };
  return [
    burst && { kind: 'burst', burst },
    first?.again !== undefined && { kind: 'listing', title: 'Send it again', text: first.again },
    facts([
      ['The rule', row.clause],
      ['The step', row.step],
      ['The check', only && paragraph([only.name, '; ', exchangeIds(only, homes)], 'cell')],
      withSuite([row], report),
    ]),
    !only && checkTable(open.slice(0, shownChecks), source, title),
    elsewhere !== '' && paragraph([`${elsewhere} `, link, ' in report.html.'], 'more'),
    own.length > 0 && { kind: 'exchanges', exchanges: own, ...aside, inFinding: true },
  ];
}

function withSuite(rows: readonly ReportedRequirement[], report: DocumentInput['report']): Facts['rows'][number] {
  return ['With the suite', { kind: 'command', text: rerunCommand(rows.map(({ id }) => id).join(','), report) }];
}

function sidesOf(check: ReportedCheck): Blocks {
  const { expected, received } = check;
  const sent = sentOf(check);
  if (sent === undefined && expected === undefined && received === undefined) return undefined;
  return { kind: 'sides', sent, expected, received: received ?? 'No answer.', control: controlText(check) };
}
