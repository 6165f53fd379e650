import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt } from '../settings/usage-error.js';

/** From SIGTERM to SIGKILL. */
const graceMs = 3000;
/** From SIGKILL to the end of the output. */
const lastMs = 500;

/**
 * Starts a shell command in a process group of its own: Ctrl-C does not reach it, but the end of this process kills it.
 * @returns `ended` settles with how the command ended: `with status 1`, `by SIGTERM`
 */
export function startGroup(command: string, cwd: string, env: NodeJS.ProcessEnv, onOutput: (chunk: Buffer) => void) {
  const child = spawn(command, { cwd, env, shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', onOutput);
  // The result is undefined for an empty group.
  const signal = (name: NodeJS.Signals | 0) => attempt(() => child.pid !== undefined && process.kill(-child.pid, name));
  const kill = () => void signal('SIGKILL');
  process.on('exit', kill);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (status, name) => resolve(name ? `by ${name}` : `with status ${status}`));
    // There is no shell, or no room for a process.
    child.once('error', ({ message }) => resolve(`with an error (${message})`));
  });
  // Every process of the group has let go of the output.
  const closed = new Promise<true>((resolve) => child.once('close', () => resolve(true)));

  /** Sends SIGTERM, then SIGKILL. Safe to call again. @returns `before` says how the command ended by itself */
  const stop = async () => {
    // An earlier end is not an effect of the signal.
    const before = await Promise.race([ended, sleep(0, undefined)]);
    signal('SIGTERM');
    const isClosed = await Promise.race([closed, sleep(graceMs, false)]);
    // Processes that redirected their output may need longer; a zombie stays for ever.
    for (let left = lastMs; isClosed && left > 0 && signal(0); left -= 20) await sleep(20);
    kill();
    await Promise.race([closed, sleep(lastMs)]);
    process.off('exit', kill);
    return { before, wasKilled: !isClosed };
  };
  return { ended, stop };
}
