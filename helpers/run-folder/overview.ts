import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { renderOverview } from '../../reports/overview/overview.js';
import { notStored, replaceFile } from '../evidence/storage-error.js';
import { runFolders, runIn } from './earlier-runs.js';

/** Writes reports/index.html, of the newest runs in reports/runs. @returns why it could not, as a sentence: that takes nothing from a run */
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

/** The file of a run's folder that people read. */
export const pageIn = (folder: string): string =>
  existsSync(join(folder, 'report.html')) ? 'report.html' : 'report.json';
