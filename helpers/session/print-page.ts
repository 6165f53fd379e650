import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { attempt } from '../configuration/attempt.js';

/** A report takes about three seconds. */
const limitMs = 60_000;

/**
 * What the browser may do: print. The page has no script, and its policy allows no source at all; beside that no name is
 * resolved, nothing is fetched in the background, and no script would be compiled.
 */
const flags = [
  ...['--headless', '--no-pdf-header-footer', '--generate-pdf-document-outline', '--disable-gpu'],
  ...['--no-first-run', '--no-default-browser-check', '--disable-extensions', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--disable-breakpad', '--disable-dev-shm-usage'],
  ...['--password-store=basic', '--use-mock-keychain', '--js-flags=--jitless'],
  '--host-resolver-rules=MAP * ~NOTFOUND',
];
/** For root its sandbox does not start. */
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const hasGroups = process.platform !== 'win32';

/**
 * Prints a page by a browser, in a process group and a temporary folder of its own; neither is left behind, whatever
 * ends this process.
 * @param page the whole page as HTML
 * @param browser path of a Chrome or Chromium
 * @param halt ends the browser before it is done
 * @returns the PDF
 * @throws Error where nothing was printed: a sentence that says why, and what to do
 */
export async function printPage(page: string, browser: string, halt: AbortSignal): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'fsapi-conformance-print-'));
  const [source, printed] = [join(folder, 'report.html'), join(folder, 'report.pdf')];
  writeFileSync(source, page, { mode: 0o600 });
  const files = [`--user-data-dir=${join(folder, 'profile')}`, `--print-to-pdf=${printed}`, pathToFileURL(source).href];
  const child = spawn(browser, [...flags, ...asRoot, ...files], {
    ...{ cwd: folder, env: environmentIn(folder), detached: hasGroups, stdio: ['ignore', 'ignore', 'pipe'] },
  });
  const { pid } = child;
  const kill = () => void attempt(() => pid !== undefined && process.kill(hasGroups ? -pid : pid, 'SIGKILL'));
  const end = () => {
    kill();
    // What was killed may still write for a moment.
    attempt(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  };
  process.once('exit', end);
  halt.addEventListener('abort', kill, { once: true });
  const late = setTimeout(kill, limitMs);
  try {
    const ending = await endOf(child);
    const pdf = attempt(() => readFileSync(printed));
    if (pdf?.subarray(0, 5).toString() !== '%PDF-')
      throw new Error(`the browser printed nothing, ${ending}. Print report.html from any browser.`);
    return pdf;
  } finally {
    clearTimeout(late);
    halt.removeEventListener('abort', kill);
    process.off('exit', end);
    end();
  }
}

/** How a browser ends, and why, where it says so itself. */
function endOf(child: ReturnType<typeof spawn>): Promise<string> {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    words = (words + piece).slice(-10_000);
  });
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (status, signal) => {
      const [reason] = /(?:FATAL|No usable sandbox)[^\n]{0,200}/.exec(words) ?? [];
      resolve(`it ended with ${status ?? signal}${reason === undefined ? '' : ` (${reason})`}`);
    });
  });
}

/** Nothing of ours is in it: the keys of a run stand in its environment. */
function environmentIn(folder: string): NodeJS.ProcessEnv {
  const { PATH, LANG, TZ, SystemRoot } = process.env;
  // Relative to its folder, since the path of a socket has room for a hundred letters.
  return { PATH, LANG, TZ, SystemRoot, HOME: folder, TMPDIR: '.', TEMP: folder };
}
