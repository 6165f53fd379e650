import { relative, sep } from 'node:path';
import { watch as watchFiles } from 'chokidar';
import type { Configuration } from '../configuration/settings.js';
import { healthOf, pause, waitUntilFree, wayTo } from './health-check.js';

/** Receives what changed, as a clause: `server.js changed`. The same change always has the same words. */
type OnChange = (what: string) => void;

const betweenLooksMs = 200;
const lookMs = 5000;

/**
 * Hears of files below a folder that come, change or go, until the signal. Left out are node_modules, whatever begins
 * with a full stop, and the reports that runs write. Settles when it hears.
 * @param onFault receives what cannot be watched
 */
export function fileChanges(
  folder: string,
  { signal, onChange, onFault }: { signal: AbortSignal; onChange: OnChange; onFault: (message: string) => void },
): Promise<void> {
  const watcher = watchFiles(folder, {
    ignored: (path) => isLeftOut(relative(folder, path)),
    ignoreInitial: true,
    followSymlinks: false,
  });
  signal.addEventListener('abort', () => void watcher.close(), { once: true });
  for (const event of ['add', 'change', 'unlink'] as const)
    watcher.on(event, (path) => onChange(`${relative(folder, path)} changed`));
  watcher.on('error', (error) => {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    onFault(`Some files cannot be watched (${code}).`);
  });
  return new Promise((resolve) => watcher.once('ready', () => resolve()));
}

/** @param path relative to the folder that is watched */
export function isLeftOut(path: string): boolean {
  const parts = path.split(sep);
  return parts[0] === 'reports' || parts.some((part) => part.startsWith('.') || part === 'node_modules');
}

/** Hears of a target that went away and came back, until the signal. */
export async function restarts(
  target: Configuration & { readonly baseUrl: string },
  { signal, onChange }: { signal: AbortSignal; onChange: OnChange },
): Promise<void> {
  const way = wayTo(target);
  while (!signal.aborted) {
    await waitUntilFree(way, signal);
    while (!signal.aborted && !(await healthOf(way, lookMs)).answers) await pause(betweenLooksMs, signal);
    if (!signal.aborted) onChange('the target restarted');
  }
  way.close();
}
