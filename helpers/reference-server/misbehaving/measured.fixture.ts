import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Report } from '../../../schemas/types.js';
import { emptyFolder, executable, variablesFor } from '../../cli/testing/command.js';
import type { ReferenceServer } from '../server.js';

/** Most of the heap that a run gets, in MiB: one that needs more ends without a report, which fails its test. */
const mostHeapMiB = 192;

/** A run of the executable, with what it cost and all that it wrote. */
export interface Measured {
  /** Of the process; null where a signal ended it. */
  readonly status: number | null;
  readonly seconds: number;
  /** The most that the process held in memory at one moment. */
  readonly peakMiB: number;
  readonly printed: string;
  readonly report: Report;
  readonly files: Readonly<Record<string, string>>;
}

/** Has a process say at its end, over a descriptor of its own, how much memory it took. */
const usageReporter = `data:text/javascript,import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));`;

/**
 * Runs the suite against a front, with the honest server's keys.
 * @param baseUrl in place of the front's own address
 */
export async function measured(
  front: ReferenceServer,
  argv: readonly string[],
  baseUrl = front.baseUrl,
): Promise<Measured> {
  const cwd = emptyFolder();
  const folder = join(cwd, 'out');
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_OPTIONS: `--max-old-space-size=${mostHeapMiB}`,
    ...variablesFor(front, cwd),
    CONFORMANCE_BASE_URL: baseUrl,
  };
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', usageReporter, executable, 'run', '--out', folder, ...argv], {
    ...{ cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
  });
  const [[status], out, err, maxRss] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    ...child.stdio.slice(1, 4).map((stream) => text(stream as NodeJS.ReadableStream)),
  ]);
  const printed = `${out}${err}`;
  try {
    const names = readdirSync(folder);
    const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
    const report = JSON.parse(files['report.json'] ?? '') as Report;
    rmSync(cwd, { recursive: true, force: true });
    const seconds = (performance.now() - began) / 1000;
    return { status, seconds, peakMiB: Number(maxRss) / 1024, printed, report, files };
  } catch (error) {
    throw new Error(`no report: status ${status}\n${printed}\n${error}`);
  }
}
