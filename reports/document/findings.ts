import type { ReportedRequirement } from '../../schemas/types.js';
import { burstOf } from '../model/bursts.js';
import type { DocumentInput } from '../model/document-input.js';
import { type Finding, findingOf } from '../model/finding.js';
import type { FindingGroup } from '../model/finding-groups.js';
import { counted } from '../text/counted.js';
import { rerunCommand, shownChecks } from '../wording/finding.js';
import { wantedText } from '../wording/scope.js';
import { noFindings } from '../wording/summary-text.js';
import { adviceFor } from './advice.js';
import type { Blocks, Facts, Finding as FindingBlock, Part } from './blocks.js';
import { checkTable, exchangeIds } from './checks.js';
import { facts, heading, named, paragraph, soft, strong } from './compose.js';

/** So many findings stand open. */
const mostUnfolded = 3;

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
        ? groups.map((group, at) => ({ ...finding(group, source), folded: at >= mostUnfolded }))
        : [noFindings(report), ...wantedText(report)].map((text) => paragraph(text, 'prose')),
  };
}

/** One finding. Where several requirements have one cause, it names all and shows the exchanges of the gravest. */
function finding({ mark, rows, cause }: FindingGroup, source: DocumentInput): Omit<FindingBlock, 'folded'> {
  const [row] = rows;
  const { report, findings: places } = source;
  const told = findingOf(row, report);
  const common = { kind: 'finding', place: places.get(row.id) ?? row.id, mark } as const;
  const opening = openingOf(told);
  if (cause === undefined) {
    const aside = [told.harm, told.basisAndAge].filter(Boolean).join(' ');
    return { ...common, id: row.id, aside, title: row.title, opening, body: bodyOf(row, told, source, told.rerun) };
  }
  // What was never sent has nothing to show but its reason.
  const wasSent = row.checks.some(({ deciding }) => deciding !== undefined);
  return {
    ...common,
    aside: [`${counted(rows.length, 'requirement')}, one cause.`, told.harm, told.basisAndAge]
      .filter(Boolean)
      .join(' '),
    title: cause,
    opening: advice(cause),
    body: [
      named(rows),
      facts([withSuite(rerunCommand(rows.map(({ id }) => id).join(','), report))]),
      wasSent && [heading(`Shown by ${row.id}`, row.title, { sub: true }), opening, bodyOf(row, told, source)],
    ],
  };
}

function openingOf({ found, why, checks: [first] }: Finding): Blocks {
  const cause = first?.likelyCause;
  return [
    paragraph(found, 'prose'),
    why !== undefined && paragraph([soft('Why it matters: '), why], 'prose'),
    cause !== undefined && paragraph([strong('A guess at the cause: '), cause], 'prose'),
    advice(found),
    first?.hasSides && { kind: 'sides', ...first, received: first.received ?? 'No answer.' },
  ];
}

const advice = (text: string): Blocks => adviceFor(text).map((one) => paragraph(one, 'prose'));

/** @param rerun the command that tests it again, unless it stands above for all that have the cause */
function bodyOf(row: ReportedRequirement, told: Finding, source: DocumentInput, rerun?: string): Blocks {
  const { homes } = source;
  const { checks, elsewhere, share } = told;
  const [first] = checks;
  const burst = burstOf((first?.exchanges ?? []).flatMap((id) => homes.byId.get(id) ?? []));
  // One alone shows all of its sides above.
  const only = checks.length === 1 ? first?.check : undefined;
  const own = homes.ofFinding(row);
  const all = new Set(checks.flatMap(({ exchanges }) => exchanges)).size;
  const shown = checks.slice(0, shownChecks).map(({ check }) => check);
  const link = { kind: 'link', to: row.id, text: 'at the requirement' } as const;
  const aside = own.length < all && { aside: `the first ${own.length} of ${all}` };
  return [
    burst && { kind: 'burst', burst },
    first?.again !== undefined && { kind: 'listing', title: 'Send it again', text: first.again },
    facts([
      ['The rule', told.rule],
      ['The step', told.step],
      ['The check', only && paragraph([only.name, '; ', exchangeIds(only, homes)], 'cell')],
      ...(rerun === undefined ? [] : [withSuite(rerun)]),
    ]),
    !only && checkTable(shown, source, heading('Checks', share, { sub: true })),
    elsewhere !== '' && paragraph([`${elsewhere} `, link, ' in report.html.'], 'more'),
    own.length > 0 && { kind: 'exchanges', exchanges: own, ...aside, inFinding: true },
  ];
}

const withSuite = (text: string): Facts['rows'][number] => ['With the suite', { kind: 'command', text }];
