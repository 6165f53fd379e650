import type { Exchange } from '../../schemas/exchange.js';
import { programName } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import type { DocumentInput } from '../model/document-input.js';
import { certificateOf, integrityOf, verifyWith } from '../model/record.js';
import { counted } from '../text/counted.js';
import { grouped } from '../text/printable.js';
import type { Blocks, Cell, Facts, Part } from './blocks.js';
import { code, facts, onScreen, paragraph, soft } from './compose.js';

/** The facts that identify the run: digests, versions, seed; and how many customers it created. */
export function record({ report, digest, homes }: DocumentInput): Part {
  const { created } = report;
  const listed = `${counted(created.length, 'customer')}, for cleanup. report.json lists each with its idempotency key, identity and e-mail address under \`created\`.`;
  const blocks = facts([
    ['Signature', `${integrityOf(report)} ${verifyWith(report)}`],
    ...identityOf(report, digest),
    ['Test customers', created.length === 0 ? 'No test customer is known.' : listed],
  ]);
  const others = homes.others.length > 0 && onScreen(otherExchanges(homes.others));
  return { id: 'record', title: 'Record', blocks: [blocks, others] };
}

/** The exchanges that no check and no observation has. */
const otherExchanges = (exchanges: readonly Exchange[]): Blocks => {
  const aside = `${grouped(exchanges.length)} of no check, such as those that identify customers`;
  return { kind: 'exchanges', exchanges, aside, inFinding: false };
};

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
    ['Suite', `${programName} ${run.suiteVersion}${run.node === undefined ? '' : `, on Node ${run.node}`}`],
    ['Specification', `${run.specification.title}, ${run.specification.version}`],
    ['Seed', code(String(run.seed))],
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
    ['Configuration', withAside(run.configuration, 'the whole configuration, without secrets')],
    ['Decisions', run.decisions === undefined ? 'no decisions file' : digestCell(run.decisions)],
  ];
}
