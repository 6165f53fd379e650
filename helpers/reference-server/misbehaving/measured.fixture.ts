import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../../schemas/package-root.js';
import type { Report } from '../../../schemas/types.js';
import { emptyFolder, executable, variablesFor } from '../../cli/testing/command.js';
import type { Front } from './front.fixture.js';

const shuffled = fileURLToPath(new URL('.build/helpers/bench/shuffled.js', packageRoot));

/** Has the process say at its end, over a descriptor of its own, how much memory it had at most: KiB. */
const peakTold = `data:text/javascript,import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));`;

/** A run of the executable, with what it cost and all that it wrote. */
export interface Measured {
  readonly status: number | null;
  readonly seconds: number;
  readonly peakMiB: number;
  readonly printed: string;
  readonly report: Report;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Runs the suite against a front, with the honest server's keys.
 * @param baseUrl in place of the front's own address
 * @param order shuffles the order in which checks begin
 */
export function measured(
  front: Front,
  argv: readonly string[],
  baseUrl = front.baseUrl,
  order?: number,
): Promise<Measured> {
  const cwd = emptyFolder();
  const folder = join(cwd, 'out');
  const env = { PATH: process.env.PATH ?? '', ...variablesFor(front.server, cwd), CONFORMANCE_BASE_URL: baseUrl };
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const main = order === undefined ? [executable, 'run'] : [shuffled, String(order)];
    const child = spawn(process.execPath, ['--import', peakTold, ...main, '--out', folder, ...argv], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const [, out, err, peak] = [0, 1, 2, 3].map((at) => {
      const chunks: Buffer[] = [];
      child.stdio[at]?.on('data', (chunk: Buffer) => chunks.push(chunk));
      return chunks;
    });
    child.on('error', reject);
    child.on('close', (status) => {
      const text = (chunks: Buffer[] | undefined) => Buffer.concat(chunks ?? []).toString();
      const printed = text(out) + text(err);
      try {
        const names = readdirSync(folder);
        const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
        const report = JSON.parse(files['report.json'] ?? '') as Report;
        rmSync(cwd, { recursive: true, force: true });
        const seconds = (performance.now() - began) / 1000;
        resolve({ status, seconds, peakMiB: Number(text(peak)) / 1024, printed, report, files });
      } catch (error) {
        reject(new Error(`no report: status ${status}\n${printed}\n${error}`));
      }
    });
  });
}
