import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '../../../schemas/package-root.js';
import { spawned } from './command.js';

/** The keys that a target of `writeTarget` accepts, which it finds in its environment. */
export const keys = {
  CONFORMANCE_API_KEY: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4',
  CONFORMANCE_TENANT_ID: 'tnt_8fK2mQ9xL4vB',
  CONFORMANCE_OTHER_API_KEY: 'sk_sandbox_hB6nVc1Qw8Ez5Tj3Ka7Pu',
  CONFORMANCE_OTHER_TENANT_ID: 'tnt_p3Jd7sY1cR6w',
};

/**
 * Writes a target as somebody would have it: `target.mjs PORT [FAULT]`, the reference service with the keys of its
 * environment, over plain HTTP. It leaves its process id in `target.pid`.
 * @param also code that runs before it listens
 * @param port on which it has to listen
 * @returns the command that starts it
 */
export function writeTarget(cwd: string, port: number, also = ''): string {
  const reference = new URL('.build/helpers/reference-server/', packageRoot).href;
  const text = `
    import { spawn } from 'node:child_process';
    import { appendFileSync, writeFileSync } from 'node:fs';
    import { startReferenceServer } from '${reference}server.js';
    import { faults } from '${reference}all.js';
    const env = process.env;
    writeFileSync('target.pid', String(process.pid));
    ${also}
    const secretKeys = [env.CONFORMANCE_API_KEY, env.CONFORMANCE_OTHER_API_KEY];
    const tenantIds = [env.CONFORMANCE_TENANT_ID, env.CONFORMANCE_OTHER_TENANT_ID];
    const server = { secretKey: () => secretKeys.shift(), tenantId: (at) => tenantIds[at] };
    const change = { ...faults.find(({ id }) => id === process.argv[3]), server };
    await startReferenceServer({ change, port: Number(process.argv[2]), https: false });
  `;
  writeFileSync(join(cwd, 'target.mjs'), text);
  return `node target.mjs ${port}`;
}

/** Writes `stubborn.sh`: it ignores SIGTERM as its child does, and leaves both process ids in `stubborn.pid`. */
export function writeStubborn(cwd: string): void {
  const child = `trap '' TERM; echo $$ >> stubborn.pid; while :; do sleep 0.2; done`;
  writeFileSync(
    join(cwd, 'stubborn.sh'),
    `trap '' TERM\necho $$ >> stubborn.pid\nsh -c '${child.replaceAll("'", `'\\''`)}'\n`,
  );
}

/**
 * A port of loopback on which nobody listens, below those that the system gives to connections and to servers that ask
 * for any: nobody takes it before it is used, or while it has to stay free.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 30_000);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  await once(server.close(), 'close');
  return port;
}

/** Process ids in a file of the folder; none where it is not there. */
export function pidsIn(cwd: string, file: string): number[] {
  if (!existsSync(join(cwd, file))) return [];
  return readFileSync(join(cwd, file), 'utf8').trim().split('\n').map(Number);
}

/** Whether a process runs; one that has ended and waits for its parent to notice does not. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/[ZX]/.test(stat.charAt(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** Starts the executable, to be watched and signalled: `output` is everything printed so far, both streams. */
export function begin(argv: readonly string[], env: Record<string, string>, cwd: string) {
  const { child, printed } = spawned(argv, env, cwd);
  const status = new Promise<number | null>((resolve) =>
    child.once('exit', (code, signal) => {
      if (signal) printed.all += `[ended by ${signal}]`;
      resolve(code);
    }),
  );
  return { child, output: () => printed.all, status };
}

/** Waits until something holds. @throws Error where it does not within the time, with what it saw last */
export async function until(holds: () => boolean, seen: () => string = () => '', withinMs = 20_000): Promise<void> {
  for (const end = Date.now() + withinMs; !holds(); await sleep(20)) {
    if (Date.now() > end) throw new Error(`waited in vain: ${seen()}`);
  }
}
