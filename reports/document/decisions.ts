import type { DocumentInput } from '../model/document-input.js';
import { enumerated } from '../text/counted.js';
import { dayInFull } from '../text/dates.js';
import { clip } from '../text/printable.js';
import { approvalOf, type Decision, decisionsByKind, endOf } from '../wording/decisions.js';
import { decisionsFrom } from '../wording/summary-text.js';
import type { Cell, Part } from './blocks.js';
import { columnsOf, heading, idOf, paragraph, soft, strong, table } from './compose.js';

const longest = 600;
const columns = columnsOf({ Id: 'id', 'Decided by, and reason': 'text', Expires: 'ending' });

/** Who decided what, why, and until when. `undefined` where no decision took part. */
export function decisions({ report }: DocumentInput): Part | undefined {
  const { length } = report.decisions;
  if (length === 0) return undefined;
  const tables = decisionsByKind(report).map(({ title, rows }) =>
    table(columns, rows.map(cells), heading(title, String(rows.length), { anchor: `decisions-${title}` })),
  );
  return { id: 'decisions', title: 'Decisions', size: length, blocks: [paragraph(decisionsFrom, 'intro'), tables] };
}

function cells(decision: Decision): readonly Cell[] {
  const { id, checks, found, by, on, reason, evidence, ticket, approvedBy, expires, isUnused } = decision;
  const { until, days, near } = endOf(decision);
  const remark = approvalOf(decision);
  const beside = [on && dayInFull(on), approvedBy && `approved by ${approvedBy}`, ticket].filter(Boolean);
  return [
    idOf(id),
    [
      paragraph([strong(by), ...beside.map((each) => `, ${each}`)]),
      paragraph(clip(reason, longest)),
      checks.length > 0 && paragraph(soft(`Only ${limitedTo(checks)}`)),
      found !== undefined && paragraph(soft(`Only this failure: ${clip(found, longest)}`)),
      isUnused && paragraph({ kind: 'warning', text: 'Unused: it covers no failure of this run.' }),
      remark !== undefined && paragraph({ kind: 'warning', text: remark }),
      evidence !== undefined && paragraph(soft(`Proof: ${clip(evidence, longest)}`)),
    ],
    [
      paragraph(expires === undefined ? soft(until) : until),
      days !== '' && paragraph({ kind: near ? 'warning' : 'soft', text: days }),
    ],
  ];
}

function limitedTo(checks: readonly string[]): string {
  const names = enumerated(checks.map((name) => `“${name}”`));
  return `${checks.length === 1 ? 'the check' : 'the checks'} ${names}`;
}
