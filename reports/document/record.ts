import type { Report } from '../../schemas/types.js';
import type { DocumentInput } from '../model/document-input.js';
import { type RecordFact, recordOf } from '../model/record.js';
import { integrityOf, verifyWith } from '../model/signing.js';
import { clip, grouped } from '../text/printable.js';
import { counted } from '../wording/summary-text.js';
import { type Block, type Cell, type Column, code, type Part, paragraph, soft } from './blocks.js';

const groupSize = 100;
/** Keys of this suite are far shorter; boundary tests make some of them long. report.json has them in full. */
const longestKey = 80;
const columns: readonly Column[] = [
  { name: 'Idempotency-Key', holds: 'key' },
  { name: 'Identity', holds: 'text' },
  { name: 'E-mail address', holds: 'text' },
  { name: 'Tenant', holds: 'short' },
];

/** The facts that identify the run: digests, versions, seed; and the customers that it created. */
export function record({ report, digest }: DocumentInput): Part {
  const { created } = report;
  const aside = `${grouped(created.length)}, for cleanup`;
  const none = created.length === 0;
  const listed = `${counted(created.length, 'customer')}, for cleanup. report.json lists each with its Idempotency-Key, identity and e-mail address under \`created\`.`;
  const rows = [
    ['Signature', `${integrityOf(report)} ${verifyWith(report)}`] as const,
    ...recordOf(report, digest).map((fact) => [fact.name, cell(fact)] as const),
  ];
  return {
    id: 'record',
    title: 'Record',
    blocks: [
      {
        kind: 'facts',
        names: 'long',
        rows: [...rows, ['Test customers', none ? 'No test customer is known.' : listed]],
      },
      ...(none
        ? []
        : [
            {
              kind: 'only',
              on: 'page',
              blocks: [{ kind: 'heading', text: 'Test customers created', aside }, ...customers(created)],
            } as const,
          ]),
    ],
  };
}

function cell({ value, as, aside }: RecordFact): Cell | undefined {
  if (value === undefined) return undefined;
  const main = as === undefined ? value : ({ kind: as, text: value } as const);
  return aside === undefined ? main : [paragraph(main), paragraph(soft(aside))];
}

// Folded away in groups, so that a page with thousands of customers opens fast.
function customers(created: Report['created']): readonly Block[] {
  return Array.from({ length: Math.ceil(created.length / groupSize) }, (_, index) => {
    const group = created.slice(index * groupSize, (index + 1) * groupSize);
    const first = index * groupSize + 1;
    const span = `${grouped(first)} to ${grouped(first + group.length - 1)}`;
    const rows = group.map(({ idempotencyKey, identity, email, tenant }): readonly Cell[] => [
      code(clip(idempotencyKey, longestKey)),
      identity === undefined ? soft('not found') : code(clip(String(identity), 300)),
      code(clip(email, 300)),
      String(tenant),
    ]);
    return {
      kind: 'fold',
      title: created.length === group.length ? counted(group.length, 'customer') : span,
      open: false,
      blocks: [{ kind: 'table', columns, rows }],
    };
  });
}
