import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep, setImmediate as soon } from 'node:timers/promises';
import { attempt } from '../configuration/attempt.js';

/** How a process came to its end: a status, or the signal that ended it. */
export interface Ending {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** From SIGTERM to SIGKILL, and what is waited for the effect of that. */
const graceMs = 3000;
const hurriedMs = 500;
const killMs = 2000;
const betweenLooksMs = 20;
/** What was printed last may still be in the pipe when its writer has gone. */
const drainMs = 200;

/**
 * Starts a command through the shell, with everything that it starts in its turn, in a process group of its own. Should
 * this process end before `stop` was called, the group is killed with it.
 * @param onOutput hears what is printed, both streams together, in the order in which it comes
 * @returns `ended`, which settles when the command itself has ended, whatever it left running, and `stop`
 */
export function startGroup(
  command: string,
  { cwd, env, onOutput }: { cwd: string; env: NodeJS.ProcessEnv; onOutput: (chunk: Buffer) => void },
) {
  let pid: number | undefined;
  const signal = (name: NodeJS.Signals) => {
    if (pid !== undefined && isLeft(pid)) process.kill(-pid, name);
  };
  const killNow = () => signal('SIGKILL');
  // At the end of the terminal session Node ends without a word, and nobody would be left to stop the group.
  const onHangUp = () => process.exit(129);
  process.on('exit', killNow).on('SIGHUP', onHangUp);

  // Detached: a group of its own, which a Ctrl-C at the terminal does not reach before the run has taken note of it.
  const child = spawn(command, { cwd, env, shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  pid = child.pid;
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));

  let ending: Ending | undefined;
  const ended = endOf(child, onOutput);
  void ended.then((known) => {
    ending = known;
  });

  /** SIGTERM, and SIGKILL for what is left after the grace, which `hurry` shortens once it settles. */
  const stop = async (hurry?: Promise<unknown>) => {
    // An end that has come already is heard first, so that it is not taken for the effect of the signal.
    await soon();
    const before = ending;
    signal('SIGTERM');
    const { isEmpty, patienceMs } = await emptied(pid, graceMs, hurry);
    if (!isEmpty) {
      killNow();
      await emptied(pid, killMs);
    }
    await Promise.race([closed, sleep(drainMs)]);
    child.stdout.destroy();
    child.stderr.destroy();
    process.off('exit', killNow).off('SIGHUP', onHangUp);
    // How the command ended, where it did so by itself, and how long it had had, where SIGTERM was not enough.
    return { before, killedAfterMs: isEmpty ? undefined : patienceMs };
  };

  return { ended, stop };
}

/** How the command ends. Where it could not be started, that is said as its output, with the status of a shell. */
function endOf(child: ChildProcess, onOutput: (chunk: Buffer) => void): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('exit', (status, signal) => resolve({ status, signal }));
    // There is no shell, or no more room for a process.
    child.once('error', ({ message }) => {
      onOutput(Buffer.from(`${message}\n`));
      resolve({ status: 127, signal: null });
    });
  });
}

/** Waits until nobody of a group is left. `patienceMs` is how long that was given, less than asked for in a hurry. */
async function emptied(
  group: number | undefined,
  withinMs: number,
  hurry?: Promise<unknown>,
): Promise<{ isEmpty: boolean; patienceMs: number }> {
  const began = performance.now();
  let patienceMs = withinMs;
  hurry?.then(() => {
    patienceMs = Math.min(patienceMs, performance.now() - began + hurriedMs);
  });
  for (; group !== undefined && performance.now() - began < patienceMs; await sleep(betweenLooksMs)) {
    if (!isLeft(group)) return { isEmpty: true, patienceMs };
  }
  return { isEmpty: group === undefined || !isLeft(group), patienceMs };
}

/** Whether a process of the group is left, other than one that ended and waits to be noticed by its parent. */
function isLeft(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // In a container nobody may take note of orphans, and what has ended is counted as a member for ever.
  return livingMembers(group) !== 0;
}

/** Members of a process group that run, by /proc; undefined where there is none, or it does not tell. */
function livingMembers(group: number): number | undefined {
  const pids = attempt(() => readdirSync('/proc').filter((name) => /^\d+$/.test(name))) ?? [];
  const states = pids.flatMap((pid) => {
    const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
    // The name in parentheses may hold anything; what follows is: state, parent, group.
    const [letter = '', , own] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
    return stat === undefined ? [] : [{ isAlive: !/[ZX]/.test(letter), isMember: Number(own) === group }];
  });
  return states.length === 0 ? undefined : states.filter(({ isAlive, isMember }) => isAlive && isMember).length;
}
