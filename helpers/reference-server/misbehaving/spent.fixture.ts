import { spawn } from 'node:child_process';

export interface Spent {
  /** Of the process; null where a signal ended it. */
  readonly status: number | null;
  readonly seconds: number;
  /** Of processor, over all threads of the process. */
  readonly cpuSeconds: number;
  /** The most that the process held in memory at one moment. */
  readonly peakMiB: number;
  readonly printed: string;
}

/** Has a process say at its end, over a descriptor of its own, what it took. */
const usageReporter = `data:text/javascript,import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));`;

/** Runs a program of Node and waits for it: its file, and what follows that. */
export async function spend(
  argv: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Spent> {
  const began = performance.now();
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe'] as const;
  const child = spawn(process.execPath, ['--import', usageReporter, ...argv], { cwd, env, stdio: [...stdio] });
  const [, out, err, usage] = stdio.map((_, at) => {
    const chunks: Buffer[] = [];
    child.stdio[at]?.on('data', (chunk: Buffer) => chunks.push(chunk));
    return () => Buffer.concat(chunks).toString();
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const {
    userCPUTime = 0,
    systemCPUTime = 0,
    maxRSS = 0,
  } = JSON.parse(usage?.() || '{}') as Partial<NodeJS.ResourceUsage>;
  return {
    status,
    seconds: (performance.now() - began) / 1000,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    peakMiB: maxRSS / 1024,
    printed: `${out?.()}${err?.()}`,
  };
}
