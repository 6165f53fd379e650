import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../../schemas/types.js';
import { emptyFolder, executable, variablesFor } from '../../cli/testing/command.js';
import type { Front } from './front.fixture.js';
import { type Spent, spend } from './spent.fixture.js';

/** Most of the heap that a run gets, in MiB: one that needs more ends without a report, which fails its test. */
const mostHeapMiB = 192;

/** A run of the executable, with what it cost and all that it wrote. */
export interface Measured extends Spent {
  readonly report: Report;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Runs the suite against a front, with the honest server's keys.
 * @param baseUrl in place of the front's own address
 */
export async function measured(front: Front, argv: readonly string[], baseUrl = front.baseUrl): Promise<Measured> {
  const cwd = emptyFolder();
  const folder = join(cwd, 'out');
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_OPTIONS: `--max-old-space-size=${mostHeapMiB}`,
    ...variablesFor(front.server, cwd),
    CONFORMANCE_BASE_URL: baseUrl,
  };
  const spent = await spend([executable, 'run', '--out', folder, ...argv], { cwd, env });
  try {
    const names = readdirSync(folder);
    const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
    const report = JSON.parse(files['report.json'] ?? '') as Report;
    rmSync(cwd, { recursive: true, force: true });
    return { ...spent, report, files };
  } catch (error) {
    throw new Error(`no report: status ${spent.status}\n${spent.printed}\n${error}`);
  }
}
