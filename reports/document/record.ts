import type { Report } from '../../schemas/types.js';
import type { DocumentInput } from '../model/document-input.js';
import { certificateOf, integrityOf, verifyWith } from '../model/record.js';
import { counted } from '../text/counted.js';
import { clip, grouped } from '../text/printable.js';
import { qualifiedBy } from '../wording/qualification.js';
import type { Block, Blocks, Cell, Facts, Part } from './blocks.js';
import { code, columnsOf, facts, fold, heading, onPage, paragraph, soft, table } from './compose.js';

const groupSize = 100;
/** Keys of this suite are far shorter; boundary tests make some of them long. report.json has them in full. */
const longestKey = 80;
const columns = columnsOf({ 'Idempotency-Key': 'key', Identity: 'text', 'E-mail address': 'text', Tenant: 'short' });

/** The facts that identify the run: digests, versions, seed; and the customers that it created. */
export function record({ report, digest }: DocumentInput): Part {
  const { created } = report;
  const listed = `${counted(created.length, 'customer')}, for cleanup. report.json lists each with its Idempotency-Key, identity and e-mail address under \`created\`.`;
  const blocks: Blocks = [
    facts('long', [
      ['Signature', `${integrityOf(report)} ${verifyWith(report)}`],
      ...identityOf(report, digest),
      ['Test customers', created.length === 0 ? 'No test customer is known.' : listed],
    ]),
    created.length > 0 &&
      onPage(heading('Test customers created', `${grouped(created.length)}, for cleanup`), customers(created)),
  ];
  return { id: 'record', title: 'Record', blocks };
}

const digestCell = (hex: string | undefined): Cell => hex !== undefined && { kind: 'digest', text: hex };
const withAside = (hex: string, aside: string): Cell => [
  paragraph({ kind: 'digest', text: hex }),
  paragraph(soft(aside)),
];

/** What identifies a run: digests, versions, seed. @param digest SHA-256 of report.json */
function identityOf(report: Report, digest: string): Facts['rows'] {
  const { run, target, summary, comparison } = report;
  const repeated = counted(summary.retried, 'request or probe', 'requests and probes');
  const tests = 'catalogue, schemas and suites; the same digest means the same tests';
  return [
    ['Run', code(run.id)],
    ['Suite', `fsapi-conformance ${run.suiteVersion}${run.node === undefined ? '' : `, on Node ${run.node}`}`],
    ['Specification', `${run.specification.title}, ${run.specification.version}`],
    ['Seed', code(String(run.seed))],
    ['Repetitions', run.repeat !== undefined && `each check ran ${counted(run.repeat, 'time')}`],
    ['Started by', run.operator],
    ['CI job', run.job !== undefined && { kind: 'address', text: run.job }],
    [
      'Repeated',
      summary.retried === 0 ? 'nothing: there were no transport errors' : `${repeated} after a transport error`,
    ],
    ['Certificate', certificateOf(report)],
    ['Fingerprint', digestCell(target.certificate?.fingerprint256)],
    ['This report.json', digestCell(digest)],
    ['Report before', run.previous === undefined ? 'none' : digestCell(run.previous)],
    ['Compared with', comparison && code(`${comparison.baseline.id}, ${comparison.baseline.baseUrl}`)],
    ['Suite digest', withAside(run.exam, tests)],
    ['Qualification', qualifiedBy(run)],
    ['Its qualification.json', digestCell(run.qualification?.sha256)],
    ['Configuration', withAside(run.configuration, 'the whole configuration, without secrets')],
    ['Decisions', run.decisions === undefined ? 'no decisions file' : digestCell(run.decisions)],
  ];
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
    return fold(created.length === group.length ? counted(group.length, 'customer') : span, table(columns, rows));
  });
}
