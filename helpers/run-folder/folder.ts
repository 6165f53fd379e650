import {
  appendFileSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Report } from '../../schemas/types.js';
import { attempt } from '../configuration/attempt.js';
import { notStored } from '../configuration/files.js';
import { quote, UsageError } from '../configuration/usage-error.js';
import { countCreated, createdFileName, renderCreated } from '../evidence/created-file.js';
import { stored, whyNotStored } from '../evidence/storage-error.js';

/** Where a run's files are made, and where they stand when all of them are there. */
export type RunFolder = ReturnType<typeof making>;

/** What a killed run leaves is older than this before it is taken away: no run may last longer than half of it. */
const leftoverMs = 48 * 3_600_000;

/** Bytes that have to be free before anything is sent: customers without a report are of no use to anybody. */
const leastRoom = 16 * 1024 * 1024;

/**
 * Makes the folders of a run. The id is the start of the run; where another run has taken it, a number follows. What
 * runs that were killed left beside it two days ago or earlier is removed.
 * @param out the folder asked for; `reports/runs/<id>` below `cwd` unless given
 * @throws UsageError where the file system refuses: nothing was sent yet
 */
export function makeFolder(startedAt: Date, cwd: string, out?: string): RunFolder {
  const parent = out === undefined ? join(cwd, 'reports', 'runs') : dirname(out);
  const said = out === undefined ? 'reports/runs' : `The folder above ${quote(basename(out))}`;
  try {
    mkdirSync(parent, { recursive: true });
    // Some file systems have no size.
    const { blocks = 0, bavail = 0, bsize = 0 } = attempt(() => statfsSync(parent)) ?? {};
    if (blocks > 0 && bavail * bsize < leastRoom)
      throw new UsageError(
        `${said} has less than ${leastRoom / 1024 / 1024} MiB of free space, and a run may need them.`,
      );
    const made = making(startedAt, parent, out);
    removeLeftovers(parent, out, made.draft);
    return made;
  } catch (error) {
    const why = whyNotStored(error);
    if (why === undefined) throw error;
    throw new UsageError(`${said} cannot be written to: ${why}.`);
  }
}

/** A folder in name only: for a run of which nothing but its report is wanted. */
export function noFolder(startedAt: Date): RunFolder {
  const nothing = () => {};
  return {
    ...{ id: stampOf(startedAt), isKept: false, draft: '', final: '', created: () => undefined },
    ...{
      write: nothing,
      add: () => undefined,
      append: nothing,
      clear: nothing,
      publish: nothing,
      discard: nothing,
      forget: nothing,
    },
  };
}

/** Works on a folder that was made. What the work does not publish is gone afterwards, whatever ends it. */
export async function inFolder<T>(folder: RunFolder, work: () => Promise<T>): Promise<T> {
  process.once('exit', folder.discard);
  try {
    return await work();
  } finally {
    folder.discard();
    process.off('exit', folder.discard);
  }
}

function stampOf(startedAt: Date): string {
  return `${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

function making(startedAt: Date, parent: string, out: string | undefined) {
  const stamp = stampOf(startedAt);
  for (let attempt = 1; ; attempt += 1) {
    const id = attempt === 1 ? stamp : `${stamp}-${attempt}`;
    const final = out ?? join(parent, id);
    const draft = join(parent, `.${out === undefined ? id : `${basename(out)}-${id}`}.partial`);
    if (out === undefined && existsSync(final)) continue;
    try {
      mkdirSync(draft);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    const list = claim(final, id, draft);
    const discard = () => {
      list.discard();
      rmSync(draft, { recursive: true, force: true });
    };
    const store = (file: string, work: (path: string) => void) =>
      stored(`${file} could not be written, so nothing was published`, () => work(join(draft, file)));
    return {
      id,
      /** False for a run whose files nobody asked for: nothing of it touches the disk, and its paths are empty. */
      isKept: true,
      /** Under a name that begins with a full stop, beside the final one. */
      draft,
      final,
      /** @throws StorageError, as `append` and `publish` */
      write: (file: string, content: string | Uint8Array) => store(file, (path) => writeFileSync(path, content)),
      /** Writes a file that the report can do without. Gives why it is not there, as a sentence, where it is not. */
      add: (file: string, content: string | Uint8Array): string | undefined => {
        const path = join(draft, file);
        const why = notStored(`${file} was left out`, () => writeFileSync(path, content));
        if (why !== undefined) rmSync(path, { force: true });
        return why;
      },
      append: (file: string, content: string) => store(file, (path) => appendFileSync(path, content)),
      /** Takes every file out of the draft. */
      clear: () => {
        for (const file of readdirSync(draft)) rmSync(join(draft, file));
      },
      /** Gives the draft its final name, whole. */
      publish: () => {
        stored(`The folder ${quote(basename(final))} could not be made, so nothing was published`, () => {
          list.makeRoomFor(() => renameSync(draft, final));
        });
        discard();
      },
      /** Removes what was not published, but for the list of created customers. Safe to call at any time, and again. */
      discard,
      /** Removes that list too, where the customers are gone with their target. */
      forget: list.forget,
      /** Where that list stands, as a sentence; undefined where nothing was created. */
      created: list.sentence,
    };
  }
}

/**
 * Takes the final folder for this run by the list of created customers, which stays there whatever happens.
 * @throws UsageError where another run has taken it
 */
function claim(final: string, run: string, draft: string) {
  const file = join(final, createdFileName);
  let isOurs = true;
  const isNew = mkdirSync(final, { recursive: true }) !== undefined;
  try {
    writeFileSync(file, renderCreated({ run }, []), { flag: 'wx' });
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError(`Another run writes into ${quote(basename(final))}; choose a new or empty folder.`);
  }
  const remove = () => {
    rmSync(file, { force: true });
    if (isNew && existsSync(final) && readdirSync(final).length === 0) rmdirSync(final);
  };
  return {
    /** The draft holds the list too, and takes its place. Where it cannot, the list is put back from there. */
    makeRoomFor: (rename: () => void) => {
      remove();
      try {
        rename();
        isOurs = false;
      } catch (error) {
        mkdirSync(final, { recursive: true });
        copyFileSync(join(draft, createdFileName), file);
        throw error;
      }
    },
    discard: () => {
      if (isOurs && countCreated(file) === 0) remove();
    },
    forget: () => {
      if (isOurs) remove();
    },
    sentence: () => {
      const count = isOurs ? countCreated(file) : 0;
      if (count === 0) return undefined;
      const [customers, them] = count === 1 ? ['1 customer', 'it'] : [`${count} customers`, 'them'];
      return `The run created ${customers}; ${relative(process.cwd(), file)} lists ${them}.`;
    },
  };
}

/**
 * Only what a run of this suite names so, and beside a folder of the user's choice only what that one leaves. Its age is
 * that of the newest file in it, and now is when the own draft was made, both by the clock of the file system: that of
 * this machine may be days off, or have been put while another run goes on.
 */
function removeLeftovers(parent: string, out: string | undefined, draft: string): void {
  const now = statSync(draft).mtimeMs;
  const own = out === undefined ? '.' : `.${basename(out)}-`;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(own) || !leftover.test(name.slice(own.length))) continue;
    const path = join(parent, name);
    // What cannot be read or removed is somebody else's, perhaps: it stays.
    attempt(() => {
      const paths = [path, ...readdirSync(path).map((file) => join(path, file))];
      const written = Math.max(...paths.map((one) => statSync(one).mtimeMs));
      if (now - written >= leftoverMs) rmSync(path, { recursive: true, force: true });
    });
  }
}

/** Version 0.2 made a second folder beside the draft. */
const leftover = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(?:-\d+)?\.partial(?:-scratch)?$/;

/**
 * Lets `reports/latest` point at a run, replacing the link in one step. A demonstration never takes the place of a run
 * against a target. What stands there and is no link is left as it is, and so is everything where links cannot be made.
 * @returns why not, as a sentence, where it does not point there now
 */
export function pointLatest(cwd: string, run: string, { summary }: Pick<Report, 'summary'>): string | undefined {
  const link = join(cwd, 'reports', 'latest');
  const fresh = join(cwd, 'reports', `.latest-${process.pid}`);
  const there = lstatSync(link, { throwIfNoEntry: false });
  if (there && !there.isSymbolicLink()) return 'reports/latest is not a link, so it was not changed.';
  // Of a run that cannot be read it is not known that it is of a target.
  const report = attempt(() => JSON.parse(readFileSync(join(link, 'report.json'), 'utf8')) as Pick<Report, 'target'>);
  if (summary.demonstration && report?.target?.embedded === false) return undefined;
  try {
    rmSync(fresh, { force: true });
    symlinkSync(relative(dirname(link), run), fresh, 'dir');
    renameSync(fresh, link);
    return undefined;
  } catch (error) {
    rmSync(fresh, { force: true });
    return `reports/latest could not be linked to this run: ${whyNotStored(error) ?? 'unknown error'}.`;
  }
}
