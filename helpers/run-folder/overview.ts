import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { renderOverview } from '../../reports/overview/overview.js';
import { notStored, replaceFile } from '../evidence/storage-error.js';
import { runFolders, runIn } from './earlier-runs.js';

/** Writes reports/index.html. @returns why not, as a sentence: a run does not need it */
export function writeOverview(cwd: string): string | undefined {
  const runs = runFolders(cwd).flatMap((folder) => runIn(folder) ?? []);
  const page = renderOverview(
    runs.map(({ report, folder }) => ({ report, file: `runs/${basename(folder)}/${pageIn(folder)}` })),
  );
  return notStored('reports/index.html could not be written', () => {
    mkdirSync(join(cwd, 'reports'), { recursive: true });
    replaceFile(join(cwd, 'reports', 'index.html'), page);
  });
}

export const pageIn = (folder: string): string =>
  existsSync(join(folder, 'report.html')) ? 'report.html' : 'report.json';
