import { consequences } from '../../schemas/consequences.js';
import { areaOf } from '../../schemas/specification.js';
import { requirementFile } from '../../schemas/suite-version.js';
import type { ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { driftOf } from '../drift/lines.js';
import type { DocumentInput } from '../model/document-input.js';
import { supports } from '../model/support.js';
import { decisionInWords } from '../wording/decisions.js';
import { proofOf, sentOf } from '../wording/finding.js';
import { statementsOf } from '../wording/observed.js';
import { skippedChecks } from '../wording/scope.js';
import { aside, startOfVerdict } from '../wording/summary-text.js';
import { basisOf } from '../wording/verdict-labels.js';
import type { Block, Blocks, Part } from './blocks.js';
import { checkTable } from './checks.js';
import { facts, list, onScreen, paragraph } from './compose.js';

/** All requirements of the catalogue by area, one line each. */
export function requirements(source: DocumentInput): Part {
  const { report, areas } = source;
  const howTo = 'The whole catalogue. Each requirement opens to its clause, checks and exchanges.';
  return {
    id: 'requirements',
    title: 'Requirements',
    size: report.requirements.length,
    blocks: [
      onScreen(paragraph(howTo, 'intro')),
      {
        kind: 'register',
        groups: areas.map((area) => ({
          ...area,
          entries: area.rows.map((requirement) => ({
            requirement,
            outcome: outcomeOf(requirement),
            proof: requirement.verdict === 'pass' ? proofOfRow(requirement) : undefined,
            inside: inside(requirement, source),
          })),
        })),
      },
    ],
  };
}

// The gap register shows the behaviour for pending ones. A pass says how much of it this run did not test.
function outcomeOf(row: ReportedRequirement): string | undefined {
  if (row.verdict === 'pending') return undefined;
  return row.verdict === 'pass' ? skippedChecks(row) : aside(row);
}

// Paper cannot open a row: it has one proof, of a change beside its control where there is one, and how many more there are.
function proofOfRow({ checks }: ReportedRequirement): string | undefined {
  const isBeside = (check: ReportedCheck) => check.control !== undefined && sentOf(check)?.change !== undefined;
  const best = [...checks].sort((a, b) => Number(isBeside(b)) - Number(isBeside(a)));
  const [first, ...rest] = best.map(proofOf).filter(Boolean);
  return first === undefined ? undefined : `${first}${rest.length > 0 ? ` And ${rest.length} more.` : ''}`;
}

function inside(requirement: ReportedRequirement, source: DocumentInput): Blocks {
  const { homes, findings } = source;
  const { checks, id } = requirement;
  const finding = findings.get(id);
  const own = homes.ofRequirement(requirement);
  return [
    factsOf(requirement, source),
    finding !== undefined &&
      paragraph(['In full under ', { kind: 'link', to: finding, text: 'Findings' }, '.'], 'more'),
    checkTable(checks, source),
    own.length > 0 && { kind: 'exchanges', exchanges: own, inFinding: false },
  ];
}

function factsOf(requirement: ReportedRequirement, { report, specification }: DocumentInput): Block {
  const { id, clause, step, consequence, why, verdict, reason, sentence } = requirement;
  const { run } = report;
  const statements = statementsOf(requirement);
  return facts([
    [basisOf(requirement), clause],
    ['The step', step],
    ['Why it matters', why],
    ['Harm', consequence && consequences[consequence].name],
    ['Reason', verdict !== 'skipped' && reason],
    ['Since', startOfVerdict(requirement, report) || undefined],
    ['Supports', supports(requirement)?.replace(/^Supports /, '')],
    ['Decision', decisionInWords(requirement, report)],
    ['Observed', sentence ? (statements.length < 2 ? statements.join('') : list(statements)) : undefined],
    [driftOf(requirement)?.names[0] ?? 'Before', driftOf(requirement)?.before],
    [
      'Explained',
      run.pages && {
        kind: 'address',
        text: `${run.pages}${requirementFile(areaOf(specification, id))}#${id.toLowerCase()}`,
      },
    ],
  ]);
}
