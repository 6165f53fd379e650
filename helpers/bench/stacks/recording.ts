import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readHar } from '../../../reports/formats/har-reader.js';
import type { RequirementId } from '../../../schemas/catalogue.js';
import type { Exchange } from '../../../schemas/exchange.js';
import { packageRoot } from '../../../schemas/package-root.js';
import type { Report } from '../../../schemas/types.js';
import type { StackFault } from './table.js';

/** A run of a real stack that a test judges again: `npm run stacks -- record` makes it anew. */
interface Recording {
  readonly name: string;
  readonly fault?: StackFault;
  /** The requirements of the run: few, since the recording is in the repository. */
  readonly only: readonly RequirementId[];
}

export const recordings: readonly Recording[] = [
  { name: 'hono', only: ['AUTH-01', 'CUST-09', 'IDEM-01', 'ACCT-02', 'ACCT-04'] },
  { name: 'fastify-haproxy', fault: 'cache-in-front', only: ['AUTH-02', 'ACCT-02'] },
  { name: 'hapi', fault: 'refusal-tells', only: ['ACCT-03'] },
];

const fileOf = ({ name, fault }: Recording) =>
  fileURLToPath(new URL(`helpers/bench/stacks/recordings/${name}-${fault ?? 'as-built'}.json.gz`, packageRoot));

/** What judging again reads of a run. */
interface RecordedRun {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
}

/** Keeps of the folder of a run what judging it again reads. */
export function writeRecording(of: Recording, folder: string): void {
  const { run, target, summary, requirements } = JSON.parse(
    readFileSync(join(folder, 'report.json'), 'utf8'),
  ) as Report;
  const rows = requirements.map(({ id, basis, leftOut, checks }) => ({ id, basis, leftOut, checks }));
  const { evidence } = readHar(readFileSync(join(folder, 'evidence.har'), 'utf8'));
  const report = { run, target, summary: { requests: summary.requests }, requirements: rows };
  writeFileSync(fileOf(of), gzipSync(JSON.stringify({ report, evidence }), { level: 9 }));
}

export function readRecording(of: Recording): RecordedRun {
  return JSON.parse(gunzipSync(readFileSync(fileOf(of))).toString());
}
