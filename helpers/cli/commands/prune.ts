import { existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../../reports/text/counted.js';
import { UsageError } from '../../configuration/usage-error.js';
import { defineCommand } from '../define-command.js';

const dayMs = 86_400_000;

/** `prune`: removes old run folders of reports/runs, but not the one that reports/latest points to. History and observations stay. */
export const command = defineCommand({
  options: {
    keep: { value: 'N|Nd', required: true, help: 'how many runs to keep, or of how many days: 30, 90d' },
    'dry-run': { help: 'only list what would be removed' },
  },
  run: ({ values: { keep, 'dry-run': isDry } }, { cwd }) => {
    const [, number, unit] = /^(\d{1,6})(d?)$/.exec(keep) ?? [];
    const most = Number(number ?? 0);
    if (most < 1) throw new UsageError('--keep takes a number of runs (30) or of days (90d).');
    const runs = runsIn(join(cwd, 'reports', 'runs'));
    const link = join(cwd, 'reports', 'latest');
    const latest = existsSync(link) ? realpathSync(link) : undefined;
    const old = runs.filter(({ startedAt }, place) =>
      unit === 'd' ? Date.now() - startedAt > most * dayMs : place >= most,
    );
    const gone = old.filter(({ path }) => realpathSync(path) !== latest);
    if (!isDry) for (const { path } of gone) rmSync(path, { recursive: true, force: true });
    const done = isDry ? 'would be removed' : 'removed';
    const spared = gone.length < old.length ? ', one of them because reports/latest points to it' : '';
    const kept = runs.length - gone.length;
    const removed = gone.map(({ name }) => `reports/runs/${name}`);
    const lines = [
      ...removed.map((folder) => `${isDry ? 'Would remove' : 'Removed'} ${folder}`),
      `${counted(gone.length, 'run folder')} ${done}, ${kept} kept${spared}. The history stays.`,
    ];
    return { status: 0, lines, data: { removed, kept, dryRun: isDry } };
  },
});

/** Run folders of this suite by their names, newest first. Whatever else stands there is somebody else's. */
function runsIn(parent: string) {
  const isFolder = statSync(parent, { throwIfNoEntry: false })?.isDirectory();
  const folders = isFolder ? readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory()) : [];
  return folders
    .map(({ name }) => {
      const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)Z(?:-\d+)?$/.exec(name) ?? [];
      return { name, path: join(parent, name), startedAt: Date.parse(`${day}T${time?.replaceAll('-', ':')}Z`) };
    })
    .filter(({ path, startedAt }) => !Number.isNaN(startedAt) && existsSync(join(path, 'report.json')))
    .sort((a, b) => b.startedAt - a.startedAt || (a.name < b.name ? 1 : -1));
}
