import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHar } from '../../reports/formats/har-reader.js';
import { assemble } from '../../reports/model/assemble.js';
import { materialOf } from '../../reports/model/findings-of.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { CheckFinding, Finding } from '../../schemas/finding.js';
import type { Report } from '../../schemas/types.js';
import type { ConformanceOptions } from '../api/run-conformance.js';
import { fsapi } from '../fsapi/fsapi.js';
import { runAgainst, startFor, type Which } from '../reference-server/testing/run-against.js';

export interface Recorded {
  readonly folder: string;
  readonly report: Report;
  readonly evidence: readonly Exchange[];
}

/** A run as its folder holds it. Its server is gone afterwards: whatever is judged then is judged without one. */
export async function recorded(which: Which, options: ConformanceOptions = {}): Promise<Recorded> {
  const server = await startFor(which);
  const out = join(mkdtempSync(join(tmpdir(), 'fsapi-conformance-test-')), 'run');
  const formats = ['json', 'har'] as const;
  await runAgainst(server, { out, formats, observe: 'none', concurrency: 16, ...options });
  await server.close();
  return read(out);
}

export function read(folder: string): Recorded {
  const text = (file: string) => readFileSync(join(folder, file), 'utf8');
  const { evidence } = readHar(text('evidence.har'));
  return { folder, report: JSON.parse(text('report.json')) as Report, evidence };
}

/** What a check is known by in a run. */
export const titleOf = ({ id, name }: { readonly id: string; readonly name: string }) => `${id} ${name}`;
/** A report in which checks have other verdicts, and everything else follows. */
export function rewritten(report: Report, change: (finding: CheckFinding) => CheckFinding): Report {
  const material = materialOf(report, fsapi);
  const findings = material.findings.map((one): Finding => (one.kind === 'check' ? change(one) : one));
  return assemble({ ...material, findings });
}
