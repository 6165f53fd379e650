import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../schemas/package-root.js';
import type { Report } from '../../schemas/types.js';
import { variablesOf } from '../command-line/variables.js';
import { startReferenceServer } from '../reference/server.js';

const executable = fileURLToPath(new URL('.build/helpers/command-line/main.js', packageRoot));

/** What `--cases` is given, so that 28 times as many come to a hundred, a thousand and ten thousand. */
const each = [4, 36, 357] as const;

interface Volume {
  readonly seconds: number;
  readonly peakMiB: number;
  readonly report: Report;
}

/** One run of the executable: time of the process, and its peak of resident memory (Linux). */
async function measured(cases: number, variables: NodeJS.ProcessEnv): Promise<Volume> {
  const cwd = mkdtempSync(join(tmpdir(), 'fsapi-conformance-volume-'));
  const began = performance.now();
  const argv = ['--quiet', '--format', 'json,har', '--out', 'out', '--seed', '1', '--observe', 'none'];
  const child = spawn(process.execPath, [executable, ...argv, '--cases', String(cases)], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...variables },
    stdio: 'ignore',
  });
  let peakKiB = 0;
  const watching = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peakKiB = Math.max(peakKiB, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    } catch {
      // It has ended.
    }
  }, 20);
  await new Promise((resolve) => child.on('exit', resolve));
  clearInterval(watching);
  const report = JSON.parse(readFileSync(join(cwd, 'out', 'report.json'), 'utf8')) as Report;
  rmSync(cwd, { recursive: true, force: true });
  return { seconds: (performance.now() - began) / 1000, peakMiB: peakKiB / 1024, report };
}

/** Seconds from the first case to the last: all checks that ask some begin together. */
function askedIn({ requirements }: Report): number {
  const checks = requirements.flatMap((row) => row.checks.filter(({ cases }) => cases !== undefined));
  return Math.max(...checks.map(({ durationMs }) => durationMs)) / 1000;
}

/** Rows of the table: cases a second, and memory, at three volumes. The server, which keeps them all, stays out of it. */
export async function volumeRows(): Promise<[what: string, figure: string][]> {
  const server = await startReferenceServer({ https: false });
  const rows: [string, string][] = [];
  for (const cases of each) {
    const { seconds, peakMiB, report } = await measured(cases, variablesOf(server));
    const asked = report.run.cases?.asked ?? 0;
    const figures = [
      `${seconds.toFixed(1)} s`,
      `${(asked / askedIn(report)).toFixed(0)} cases a second`,
      `${peakMiB.toFixed(0)} MiB`,
    ];
    rows.push([`${asked.toLocaleString('en')} generated cases, plain HTTP: whole command`, figures.join(', ')]);
  }
  await server.close();
  return rows;
}
