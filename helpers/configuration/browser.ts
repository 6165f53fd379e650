import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { attempt } from './attempt.js';
import { quote, UsageError } from './usage-error.js';

/** The first version that prints the margins of a page: its number, the verdict, the digest. */
const leastVersion = 131;
/** A busy machine takes its time to start one that it has not started before. */
const versionMs = 30_000;

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** Where it is on macOS and Windows, which put it on no PATH. */
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const windowsFolders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'];

/**
 * The Chrome or Chromium that prints report.pdf.
 * @param named CONFORMANCE_BROWSER, where it is set: no other is looked for then
 * @returns its path; undefined where there is none, or none that is new enough
 */
function findBrowser(env: NodeJS.ProcessEnv, named?: string): string | undefined {
  const paths = named === undefined ? usualPaths(env) : [named];
  return paths.find((path) => versionOf(path, env) >= leastVersion);
}

const wanted = `Chrome or Chromium of version ${leastVersion} or later`;
/** What to do where there is none. */
export const withoutBrowser = `there is no ${wanted} here. Install one, or name it in CONFORMANCE_BROWSER; or print report.html from any browser, which gives the same pages.`;

/**
 * The browser for report.pdf, where that is among the formats.
 * @param names formats as they were given: without a browser `all` goes without report.pdf
 * @throws UsageError where there is none for `pdf`, and for a named one that is none
 */
export function browserFor(names: readonly string[], env: NodeJS.ProcessEnv, named?: string): string | undefined {
  const lower = names.map((name) => name.toLowerCase());
  if (!lower.includes('pdf') && !lower.includes('all')) return undefined;
  const path = findBrowser(env, named);
  if (path === undefined && named !== undefined)
    throw new UsageError(`CONFORMANCE_BROWSER names ${quote(named)}, which is no ${wanted}.`);
  if (path === undefined && lower.includes('pdf'))
    throw new UsageError(`report.pdf cannot be printed: ${withoutBrowser}`);
  return path;
}

function usualPaths(env: NodeJS.ProcessEnv): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter(isAbsolute);
  const onWindows = windowsFolders.flatMap((name) => {
    const folder = env[name];
    return folder === undefined ? [] : [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')];
  });
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places, ...onWindows];
}

function versionOf(path: string, { PATH, HOME }: NodeJS.ProcessEnv): number {
  // On Windows it prints nothing; a folder beside it has the version as its name.
  if (path.endsWith('.exe')) {
    const beside = attempt(() => readdirSync(dirname(path))) ?? [];
    return Math.max(0, ...beside.map((name) => Number(/^(\d+)\.\d+\.\d+\.\d+$/.exec(name)?.[1] ?? 0)));
  }
  const { stdout } = spawnSync(path, ['--version'], { env: { PATH, HOME }, encoding: 'utf8', timeout: versionMs });
  return Number(/Chrom\D{0,40}(\d+)\.\d/.exec(stdout ?? '')?.[1] ?? 0);
}
