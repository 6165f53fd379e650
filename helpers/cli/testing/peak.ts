import { callProcess } from './command.js';

/**
 * Says at its end the most memory, in kB, that a process had, and its processor time in microseconds. Linux counts as
 * memory of a process that of the one which started it, and only the peak of its own address space leaves that out.
 */
const measuring = `data:text/javascript,${encodeURIComponent(`
  import { existsSync, readFileSync } from 'node:fs';
  process.on('exit', () => {
    const { maxRSS, userCPUTime } = process.resourceUsage();
    const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
    process.stderr.write('\\n@' + (/VmHWM:\\s+(\\d+)/.exec(status)?.[1] ?? maxRSS) + '@' + userCPUTime);
  });
`)}`;

/** Calls the executable in a process of its own, and says how much memory and processor it took at most. */
export async function callMeasured(argv: readonly string[], env: Record<string, string>, cwd: string) {
  const { stderr: all, ...called } = await callProcess(argv, { ...env, NODE_OPTIONS: `--import=${measuring}` }, cwd);
  const [stderr = '', kilobytes, microseconds] = all.split(/\n?@(?=[\d@]+$)/);
  return { ...called, stderr, megabytes: Number(kilobytes) / 1024, seconds: Number(microseconds) / 1e6 };
}
