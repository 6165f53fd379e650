import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFront, watched } from './front.js';
import type { Stack, StackFault } from './table.js';

interface RunningStack {
  /** Ends with /v1/. */
  readonly baseUrl: string;
  readonly tenants: readonly [Tenant, Tenant];
  stop(): Promise<void>;
}

interface Tenant {
  readonly id: string;
  readonly key: string;
}

const startMs = 60_000;

/**
 * Starts the processes of a stack, and what stands in front of them.
 * @param home the folder with the applications and their packages
 * @throws Error where a process ends or stays silent before it listens
 */
export async function startStack(home: string, stack: Stack, fault?: StackFault): Promise<RunningStack> {
  const folder = mkdtempSync(join(home, 'run-'));
  const tenant = (): Tenant => ({
    id: `${stack.tenantPrefix ?? ''}${randomUUID()}`,
    // Letter case and every character count, as in a key that is no hexadecimal number.
    key: `sk_test_${randomBytes(24).toString('base64url').replace(/[-_]/g, 'Q')}`,
  });
  const tenants = [tenant(), tenant()] as const;
  const env = { ...process.env, STACK_FOLDER: folder, STACK_TENANTS: JSON.stringify(tenants), STACK_FAULT: fault };
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const each of started.reverse()) await each.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const ports: number[] = [];
    for (let instance = 0; instance < (stack.instances ?? 1); instance += 1) {
      const own = instance === 0 ? env : { ...env, STACK_INSTANCE: String(instance) };
      const app = await listenOf(
        spawn(process.execPath, [join(home, stack.app)], { cwd: folder, env: own, stdio: 'pipe' }),
      );
      started.push(app);
      ports.push(app.port);
    }
    const [first = 0] = ports;
    if (!stack.front) return { baseUrl: `http://127.0.0.1:${first}/v1/`, tenants, stop };
    const front = await startFront(stack.front, folder, ports, fault);
    started.push(front);
    return { baseUrl: `http://127.0.0.1:${front.port}/v1/`, tenants, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until an application prints where it listens. */
async function listenOf(child: ChildProcess): Promise<{ port: number; stop(): Promise<void> }> {
  const { printed, stop } = watched(child);
  for (const until = Date.now() + startMs; Date.now() < until && child.exitCode === null; await sleep(20)) {
    const [, at] = /^listening (\d+)$/m.exec(printed()) ?? [];
    if (at) return { port: Number(at), stop };
  }
  await stop();
  throw new Error(`the application does not listen: ${printed()}`);
}
