import { existsSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { manifestFile } from '../../reports/integrity/manifest.js';
import { renderOverview } from '../../reports/overview/overview.js';
import type { Report } from '../../schemas/types.js';
import { createdFileName, createdList } from '../evidence/created-file.js';
import { notStored, replaceFile } from '../evidence/storage-error.js';
import { attempt, quote, UsageError, usable } from '../settings/usage-error.js';
import { runFolders, runIn } from './earlier-runs.js';

/** The folder is complete once it has its manifest, which is written last. */
export type RunFolder = NonNullable<ReturnType<typeof claimed>>;

/** Makes `out` or `reports/runs/<start of the run>`. @throws UsageError if it cannot, or another run has `out` */
export function makeFolder(startedAt: Date, target: string, cwd: string, out?: string): RunFolder {
  const parent = out === undefined ? join(cwd, 'reports', 'runs') : dirname(out);
  const said = out === undefined ? 'reports/runs' : `The folder above ${quote(basename(out))}`;
  return usable(`${said} cannot be written to`, () => {
    mkdirSync(parent, { recursive: true });
    const stamp = stampOf(startedAt);
    for (let count = 1; ; count += 1) {
      const id = count === 1 ? stamp : `${stamp}-${count}`;
      const folder = claimed(out ?? join(parent, id), id, target);
      if (folder) return folder;
      if (out !== undefined)
        throw new UsageError(`Another run writes into ${quote(basename(out))}; choose a new or empty folder.`);
    }
  });
}

export const stampOf = (startedAt: Date) => `${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Claims a folder by its created.json; undefined if another run has it. */
function claimed(path: string, id: string, target: string) {
  const isNew = mkdirSync(path, { recursive: true }) !== undefined;
  const created = createdList(path, { run: id, target });
  if (!created) return undefined;
  const written = new Set<string>();
  return {
    id,
    path,
    created,
    write: (file: string, content: string): void => {
      if (file !== createdFileName) written.add(file);
      replaceFile(join(path, file), content);
    },
    /** Removes what was written if there is no manifest, and an empty created.json. Safe to call again. */
    discard: (): void => {
      if (!existsSync(path) || existsSync(join(path, manifestFile))) return;
      if (created.customers().length === 0) written.add(createdFileName);
      for (const file of written) rmSync(join(path, file), { force: true });
      if (isNew) attempt(() => rmdirSync(path));
    },
  };
}

/** Links `reports/latest` to a run; a demonstration replaces no other run. @returns a sentence if it failed */
export function pointLatest(cwd: string, run: string, { summary }: Pick<Report, 'summary'>): string | undefined {
  const link = join(cwd, 'reports', 'latest');
  const there = lstatSync(link, { throwIfNoEntry: false });
  if (there && !there.isSymbolicLink()) return 'reports/latest is not a link, so it was not changed.';
  // An unreadable run is replaced.
  if (summary.demonstration && runIn(link)?.report.target.embedded === false) return undefined;
  return notStored('reports/latest could not be linked to this run', () => {
    const fresh = join(cwd, 'reports', `.latest-${process.pid}`);
    rmSync(fresh, { force: true });
    symlinkSync(relative(dirname(link), run), fresh, 'dir');
    renameSync(fresh, link);
  });
}

/** Writes reports/index.html. @returns a sentence if it failed */
export function writeOverview(cwd: string): string | undefined {
  const runs = runFolders(cwd).flatMap((folder) => {
    const report = runIn(folder)?.report;
    return report ? [{ report, file: `runs/${basename(folder)}/${pageIn(folder)}` }] : [];
  });
  const page = renderOverview(runs);
  return notStored('reports/index.html could not be written', () => {
    mkdirSync(join(cwd, 'reports'), { recursive: true });
    replaceFile(join(cwd, 'reports', 'index.html'), page);
  });
}

export const pageIn = (folder: string) => (existsSync(join(folder, 'report.html')) ? 'report.html' : 'report.json');
