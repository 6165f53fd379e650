import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../../schemas/types.js';
import { callProcess, emptyFolder, variablesFor } from '../../cli/testing/command.js';
import type { ReferenceServer } from '../server.js';

/** Most of the heap that a run gets, in MiB: one that needs more ends without a report, which fails its test. */
const mostHeapMiB = 192;

export type MeasuredRun = Awaited<ReturnType<typeof measured>>;

/**
 * Says at the end of a process how much memory, in kB, and how many microseconds of processor it took. Linux counts as
 * memory of a process that of the one which started it, and only the peak of its own address space leaves that out.
 */
const measuring = `data:text/javascript,${encodeURIComponent(`
  import { existsSync, readFileSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.on('exit', () => {
    const { maxRSS, userCPUTime } = process.resourceUsage();
    const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
    process.stderr.write('\\n@' + (/VmHWM:\\s+(\\d+)/.exec(status)?.[1] ?? maxRSS) + '@' + userCPUTime);
  });
`)}`;

export async function callMeasured(argv: readonly string[], env: Record<string, string>, cwd: string, heap = '') {
  const NODE_OPTIONS = `--import=${measuring} ${heap}`;
  const { stderr: all, ...called } = await callProcess(argv, { ...env, NODE_OPTIONS }, cwd);
  const [stderr = '', kilobytes, microseconds] = all.split(/\n?@(?=[\d@]+$)/);
  return { ...called, stderr, peakMiB: Number(kilobytes) / 1024, cpuSeconds: Number(microseconds) / 1e6 };
}

export async function measured(front: ReferenceServer, argv: readonly string[], baseUrl = front.baseUrl) {
  const cwd = emptyFolder();
  const folder = join(cwd, 'out');
  const env = { ...variablesFor(front, cwd), CONFORMANCE_BASE_URL: baseUrl };
  const began = performance.now();
  const words = ['run', '--out', folder, ...argv];
  const called = await callMeasured(words, env, cwd, `--max-old-space-size=${mostHeapMiB}`);
  const printed = `${called.stdout}${called.stderr}`;
  try {
    const names = readdirSync(folder);
    const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
    const report = JSON.parse(files['report.json'] ?? '') as Report;
    rmSync(cwd, { recursive: true, force: true });
    return { ...called, seconds: (performance.now() - began) / 1000, printed, report, files };
  } catch (error) {
    throw new Error(`no report: status ${called.status}\n${printed}\n${error}`);
  }
}
