import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../schemas/types.js';
import { run } from '../cli/run.js';
import type { ReferenceServer } from '../reference-server/server.js';
import { variablesOf } from '../target-process/variables.js';

/** What a run inside this process came to. */
export interface Inside {
  readonly status: number;
  readonly report: Report;
}

const silence = { write: () => true };

/** A folder for runs against one server: what earlier ones left in it is there for later ones. */
export function workplace(): { readonly cwd: string; remove(): void } {
  const cwd = mkdtempSync(join(tmpdir(), 'fsapi-conformance-inside-'));
  return { cwd, remove: () => rmSync(cwd, { recursive: true, force: true }) };
}

/**
 * Runs the suite against a reference server within this process, as the executable would: many runs cost less so.
 * @param name of the run's folder below `cwd`
 * @param order shuffles the checks
 */
export async function runInside(
  server: ReferenceServer,
  argv: readonly string[],
  { cwd, name, order }: { cwd: string; name: string; order?: number },
): Promise<Inside> {
  const ca = server.ca === undefined ? undefined : join(cwd, 'ca.pem');
  if (ca !== undefined && server.ca !== undefined) writeFileSync(ca, server.ca);
  const out = join(cwd, name);
  const surroundings = { env: variablesOf(server, ca), cwd, out: silence, ...(order !== undefined && { order }) };
  const status = await run(['--quiet', '--format', 'json', '--out', out, ...argv], surroundings);
  return { status, report: JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report };
}
