import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt } from '../settings/attempt.js';

/** From SIGTERM to SIGKILL, and from there to the end of the output, in milliseconds. */
const [graceMs, lastMs] = [3000, 500];

/**
 * Starts a command through the shell, with everything that it starts in its turn, in a process group of its own: a Ctrl-C
 * at the terminal does not reach it. Should this process end before `stop` was called, the group is killed with it.
 * @param onOutput hears what is printed, both streams together
 * @returns `ended`, which settles when the command itself has ended, whatever it left running, with how that came about:
 * `with status 1`, `by SIGTERM`; and `stop`
 */
export function startGroup(command: string, cwd: string, env: NodeJS.ProcessEnv, onOutput: (chunk: Buffer) => void) {
  const child = spawn(command, { cwd, env, shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', onOutput);
  // Undefined where the group is empty.
  const signal = (name: NodeJS.Signals | 0) => attempt(() => child.pid !== undefined && process.kill(-child.pid, name));
  const kill = () => void signal('SIGKILL');
  process.on('exit', kill);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (status, name) => resolve(name ? `by ${name}` : `with status ${status}`));
    // There is no shell, or no more room for a process.
    child.once('error', ({ message }) => resolve(`with an error (${message})`));
  });
  // Nobody of the group holds its output any more.
  const closed = new Promise<true>((resolve) => child.once('close', () => resolve(true)));

  /**
   * SIGTERM, and SIGKILL for what is left after the grace. Safe to call again.
   * @returns `before`: how the command had ended by itself; `wasKilled`: whether SIGTERM was not enough
   */
  const stop = async () => {
    // An end that has come already is heard first, so that it is not taken for the effect of the signal.
    const before = await Promise.race([ended, sleep(0, undefined)]);
    signal('SIGTERM');
    const isClosed = await Promise.race([closed, sleep(graceMs, false)]);
    // What had redirected its output has a little longer. An orphan that nobody reaps is a member for ever.
    for (let left = lastMs; isClosed && left > 0 && signal(0); left -= 20) await sleep(20);
    kill();
    await Promise.race([closed, sleep(lastMs)]);
    process.off('exit', kill);
    return { before, wasKilled: !isClosed };
  };
  return { ended, stop };
}
