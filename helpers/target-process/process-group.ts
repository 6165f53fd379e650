import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a process came to its end: a status, or the signal that ended it. */
export interface Ending {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** From SIGTERM to SIGKILL, in milliseconds: at the end of a run, and once somebody waits for it to end. */
const graceMs = 3000;
const hurriedMs = 500;

/**
 * Starts a command through the shell, with everything that it starts in its turn, in a process group of its own: a Ctrl-C
 * at the terminal does not reach it. Should this process end before `stop` was called, the group is killed with it.
 * @param onOutput hears what is printed, both streams together
 * @returns `ended`, which settles when the command itself has ended, whatever it left running, and `stop`
 */
export function startGroup(
  command: string,
  { cwd, env, onOutput }: { cwd: string; env: NodeJS.ProcessEnv; onOutput: (chunk: Buffer) => void },
) {
  const child = spawn(command, { cwd, env, shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  const signal = (name: NodeJS.Signals | 0): boolean => {
    try {
      return child.pid !== undefined && process.kill(-child.pid, name);
    } catch {
      return false; // The group is empty.
    }
  };
  const kill = () => void signal('SIGKILL');
  // Where the terminal goes away, Node would end without an `exit`, and the group would be left running.
  const onHangUp = () => process.exit(129);
  process.on('exit', kill).on('SIGHUP', onHangUp);

  let ending: Ending | undefined;
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (status, name) => resolve({ status, signal: name }));
    // There is no shell, or no more room for a process.
    child.once('error', ({ message }) => {
      onOutput(Buffer.from(`${message}\n`));
      resolve({ status: 127, signal: null });
    });
  });
  void ended.then((known) => {
    ending = known;
  });
  // Nobody of the group holds its output any more.
  const closed = new Promise<true>((resolve) => child.once('close', () => resolve(true)));

  /**
   * SIGTERM, and SIGKILL for what is left after the grace, which `hurry` shortens once it settles.
   * @returns `before`: how the command had ended by itself; `wasKilled`: whether SIGTERM was not enough
   */
  const stop = async (hurry: Promise<unknown>) => {
    // An end that has come already is heard first, so that it is not taken for the effect of the signal.
    await sleep(0);
    const before = ending;
    signal('SIGTERM');
    const patience = Promise.race([sleep(graceMs), hurry.then(() => sleep(hurriedMs))]);
    const isClosed = await Promise.race([closed, patience.then(() => false)]);
    // What had redirected its output has a little longer. An orphan that nobody reaps is a member for ever.
    for (let left = hurriedMs; isClosed && left > 0 && signal(0); left -= 20) await sleep(20);
    kill();
    await Promise.race([closed, sleep(hurriedMs)]);
    process.off('exit', kill).off('SIGHUP', onHangUp);
    return { before, wasKilled: !isClosed };
  };

  return { ended, stop };
}
