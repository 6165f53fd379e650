import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a command came to. */
export interface Spent {
  /** Of the process; null where a signal ended it. */
  readonly status: number | null;
  readonly seconds: number;
  /** Of processor, over the process and everything that it started (Linux; elsewhere 0). */
  readonly cpuSeconds: number;
  /** The most that the process and everything below it held in memory at one moment (Linux; elsewhere 0). */
  readonly peakMiB: number;
  /** The end of what it printed, for telling why. */
  readonly printed: string;
}

const kept = 4_000;
const watchedEveryMs = 20;
const ticksInASecond = 100;

/**
 * Runs a command and waits for it. One at a time: processor time is that of all children waited for meanwhile.
 * @param limitSeconds after which it is killed
 */
export async function spend(
  [command, ...argv]: readonly [string, ...string[]],
  { cwd, env, limitSeconds = 300 }: { cwd: string; env: NodeJS.ProcessEnv; limitSeconds?: number },
): Promise<Spent> {
  const ticks = ticksOfChildren();
  const began = performance.now();
  const child = spawn(command, argv, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: limitSeconds * 1000 });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-kept);
    });
  let peakKiB = 0;
  const watching = setInterval(() => {
    peakKiB = Math.max(peakKiB, child.pid === undefined ? 0 : residentOf(child.pid));
  }, watchedEveryMs);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  }).finally(() => clearInterval(watching));
  const seconds = (performance.now() - began) / 1000;
  const cpuSeconds = (ticksOfChildren() - ticks) / ticksInASecond;
  return { status, seconds, cpuSeconds, peakMiB: peakKiB / 1024, printed };
}

/** Fields 16 and 17 of proc_pid_stat(5): processor time of children that were waited for. */
function ticksOfChildren(): number {
  const fields = read('/proc/self/stat').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[13] ?? 0) + Number(fields[14] ?? 0);
}

/** KiB of a process and its descendants. What they share is counted for each. */
function residentOf(pid: number): number {
  const own = Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
  const children = read(`/proc/${pid}/task/${pid}/children`).trim();
  return children === '' ? own : children.split(' ').reduce((sum, child) => sum + residentOf(Number(child)), own);
}

/** Empty where there is no such file, or not any more. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
