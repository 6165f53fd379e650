import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { notStored } from '../../configuration/files.js';
import { quote, UsageError } from '../../configuration/usage-error.js';
import { defaultMaxAge, writeOverview } from '../../run-folder/overview.js';
import { defineCommand } from '../define-command.js';

/** `index`: the overview of all runs, which each run writes too, and a badge for each target. */
export const index = defineCommand({
  options: {
    out: { value: 'DIR', help: 'folder of index.html and badges/; reports below the working folder unless given' },
    'badge-max-age': {
      value: 'DAYS',
      help: `from which age on a run counts as old, and its badge is grey; ${defaultMaxAge} unless given`,
    },
  },
  run: ({ values: { out, 'badge-max-age': age } }, { cwd }) => {
    const maxAge = age === undefined ? defaultMaxAge : Number(age);
    if (!Number.isInteger(maxAge) || maxAge < 1 || maxAge > 3_660)
      throw new UsageError('--badge-max-age takes a whole number of days from 1 to 3660.');
    const folder = out === undefined ? join(cwd, 'reports') : resolve(cwd, out);
    const why = notStored('The overview could not be written', () => writeOverview(cwd, folder, maxAge));
    if (why !== undefined) throw new UsageError(why);
    const file = join(folder, 'index.html');
    return { status: 0, lines: [relative(cwd, file)], data: { file } };
  },
});

/** `open`: opens a page in the browser, and says which file it is. */
export const open = defineCommand({
  positionals: ['[RUN]'],
  exits: { 0: 'opened', 2: 'usage error, or there is no browser' },
  run: async ({ words: [run] }, { cwd, env }) => {
    const file = pageOf(cwd, run);
    await openInBrowser(file, env).catch(() => {
      throw new UsageError(`No browser could be opened; open ${relative(cwd, file)} by hand.`);
    });
    return { status: 0, lines: [relative(cwd, file)], data: { file } };
  },
});

/** The page of a run by its folder, by itself, or by its id; without a run the overview, or the newest report. */
function pageOf(cwd: string, run: string | undefined): string {
  const reports = join(cwd, 'reports');
  const pages =
    run === undefined
      ? [join(reports, 'index.html'), join(reports, 'latest', 'report.html')]
      : [resolve(cwd, run), join(reports, 'runs', run)].flatMap((place) => [place, join(place, 'report.html')]);
  const found = pages.find((page) => page.endsWith('.html') && statSync(page, { throwIfNoEntry: false })?.isFile());
  if (found !== undefined) return found;
  throw new UsageError(
    run === undefined
      ? 'There is neither reports/index.html nor a report yet; run the suite first.'
      : `${quote(run)} is no run with a report.html; render RUN --format html makes one.`,
  );
}

/** Rejects where the system has no such program, or that program fails. */
function openInBrowser(file: string, env: NodeJS.ProcessEnv): Promise<void> {
  const opener = { darwin: 'open', win32: 'explorer.exe' }[process.platform as string] ?? 'xdg-open';
  return new Promise((done, fail) => {
    const child = spawn(opener, [pathToFileURL(file).href], { env, stdio: 'ignore' });
    child.on('error', fail);
    // Explorer ends with 1 where it has opened a window.
    child.on('close', (status) => (status === 0 || process.platform === 'win32' ? done() : fail()));
  });
}
