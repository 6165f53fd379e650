import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { excerpt } from '../configuration/excerpt.js';
import { UsageError } from '../configuration/usage-error.js';

/** Where a run's files are made, and where they stand when all of them are there. */
export interface RunFolder {
  readonly id: string;
  /** Under a name that begins with a full stop, beside the final one. */
  readonly draft: string;
  readonly final: string;
  /** For what is not published: gone when the run ends. */
  readonly scratch: string;
  write(file: string, content: string | Uint8Array): void;
  /** Gives the draft its final name, whole. @throws what the file system says */
  publish(): void;
  discard(): void;
}

/**
 * Makes the folders of a run. The id is the start of the run; where another run has taken it, a number follows.
 * @param out the folder asked for; `reports/runs/<id>` below `cwd` unless given
 * @throws UsageError where folders cannot be made there
 */
export function makeFolder(startedAt: Date, cwd: string, out?: string): RunFolder {
  const stamp = `${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const parent = out === undefined ? join(cwd, 'reports', 'runs') : dirname(out);
  make(parent, () => mkdirSync(parent, { recursive: true }));
  for (let attempt = 1; ; attempt += 1) {
    const id = attempt === 1 ? stamp : `${stamp}-${attempt}`;
    const final = out ?? join(parent, id);
    const draft = join(parent, `.${out === undefined ? id : `${basename(out)}-${id}`}.partial`);
    if (out === undefined && existsSync(final)) continue;
    if (!make(parent, () => mkdirSync(draft))) continue;
    const scratch = join(parent, `.${basename(draft).slice(1)}-scratch`);
    mkdirSync(scratch);
    return {
      id,
      draft,
      final,
      scratch,
      write: (file, content) => writeFileSync(join(draft, file), content),
      publish: () => {
        renameSync(draft, final);
        rmSync(scratch, { recursive: true, force: true });
      },
      discard: () => {
        rmSync(draft, { recursive: true, force: true });
        rmSync(scratch, { recursive: true, force: true });
      },
    };
  }
}

/** False where something of that name is there already. */
function make(parent: string, mkdir: () => void): boolean {
  try {
    mkdir();
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    const place = excerpt(basename(parent));
    throw new UsageError(`No folder can be made in ${place} (${code ?? 'unknown fault'}); --out names another place.`);
  }
}

/** Lets `reports/latest` point at a run, replacing the link in one step. Where links cannot be made, it stays as it is. */
export function pointLatest(cwd: string, run: string): void {
  const link = join(cwd, 'reports', 'latest');
  const fresh = join(cwd, 'reports', `.latest-${process.pid}`);
  try {
    symlinkSync(relative(dirname(link), run), fresh, 'dir');
    renameSync(fresh, link);
  } catch {
    rmSync(fresh, { force: true });
  }
}
