import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../reports/integrity/sha256.js';

/** What a run leaves beside the reports for as long as it goes on: no address, no key. */
interface Mark {
  readonly pid: number;
  readonly host: string;
  /** First digits of the SHA-256 of the target's name. */
  readonly target: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** When the run has ended by any account: on another machine nobody can be asked whether it goes on. */
  readonly until: string;
}

/** How long a run may take beyond its deadline, to write its reports. */
const graceMs = 10 * 60_000;

/**
 * Lets other runs into the same reports folder know of this one, and tells which of them ask the same target: customers
 * and limits that one sees may be the other's. None is refused, and nothing of this is a reason for a run to fail.
 * @param target as in the history
 * @returns one sentence for each of them, and what takes the own mark away
 */
export function announce(
  cwd: string,
  target: string,
  { startedAt, deadlineSeconds }: { startedAt: Date; deadlineSeconds: number },
): { readonly notices: readonly string[]; leave(): void } {
  const folder = join(cwd, 'reports', 'running');
  const own: Mark = {
    pid: process.pid,
    host: hostname(),
    target: sha256(target).slice(0, 16),
    startedAt: startedAt.toISOString(),
    until: new Date(startedAt.getTime() + deadlineSeconds * 1000 + graceMs).toISOString(),
  };
  const file = join(folder, `${own.target}-${own.pid}-${startedAt.getTime().toString(36)}.json`);
  const leave = () => rmSync(file, { force: true });
  try {
    mkdirSync(folder, { recursive: true });
    // Before others are looked for: of two that start at once, one at least finds the other.
    writeFileSync(file, `${JSON.stringify(own)}\n`);
    const isOther = (mark: Mark) => mark.pid !== own.pid || mark.host !== own.host;
    const others = marksIn(folder).filter((mark) => mark.target === own.target && isOther(mark));
    const notices = others.map((mark) => {
      const since = new Date(mark.startedAt).toISOString().replace(/\.\d+Z$/, 'Z');
      return `Another run against this target has been under way since ${since}: what each sees may be the other's doing.`;
    });
    return { notices, leave };
  } catch {
    return { notices: [], leave };
  }
}

/** The marks of runs that go on; those of runs that do not are taken away. */
function marksIn(folder: string): Mark[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    try {
      const mark = JSON.parse(readFileSync(path, 'utf8')) as Mark;
      if (goesOn(mark)) return [mark];
      rmSync(path, { force: true });
    } catch {
      // Being written at this moment, or none of ours.
    }
    return [];
  });
}

function goesOn({ pid, host, startedAt, until }: Mark): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || Number.isNaN(Date.parse(startedAt))) return false;
  if (!(Date.parse(until) > Date.now())) return false;
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else's is one all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
