import { lstatSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../../reports/text/counted.js';
import { UsageError } from '../../configuration/usage-error.js';
import { defineCommand, type Outcome } from '../define-command.js';

const dayMs = 86_400_000;

/** `prune`: removes old run folders of reports/runs. History and observations stay, so that nothing is forgotten. */
export const command = defineCommand({
  options: {
    keep: { value: 'N|Nd', required: true, help: 'how many runs to keep, or of how many days: 30, 90d' },
    'dry-run': { help: 'only list what would be removed' },
  },
  run: ({ values }, { cwd }) => prune(cwd, values.keep, values['dry-run']),
});

/** A folder of a run, by its name. */
interface RunFolder {
  readonly name: string;
  readonly path: string;
  readonly startedAt: number;
}

/** Removes all run folders but the newest, and but the one that reports/latest points to. @throws UsageError */
function prune(cwd: string, keep: string, isDry: boolean): Outcome {
  const limit = limitOf(keep);
  const runs = runsIn(join(cwd, 'reports', 'runs'));
  const latest = realPathOf(join(cwd, 'reports', 'latest'));
  const old = runs.filter(({ startedAt }, place) =>
    limit.days === undefined ? place >= limit.runs : Date.now() - startedAt > limit.days * dayMs,
  );
  const gone = old.filter(({ path }) => realPathOf(path) !== latest);
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
}

/** `30` or `90d`; nothing less than one run or day. @throws UsageError */
function limitOf(text: string): { readonly runs: number; readonly days?: number } {
  const [, number = '', unit] = /^(\d{1,6})(d?)$/.exec(text) ?? [];
  const count = Number(number);
  if (number === '' || count < 1) throw new UsageError('--keep takes a number of runs (30) or of days (90d).');
  return unit === 'd' ? { runs: 0, days: count } : { runs: count };
}

/** Run folders of this suite, newest first. Whatever else stands there is somebody else's. */
function runsIn(parent: string): RunFolder[] {
  return namesIn(parent)
    .flatMap((name): RunFolder[] => {
      const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)Z(?:-\d+)?$/.exec(name) ?? [];
      const path = join(parent, name);
      const startedAt = Date.parse(`${day}T${time?.replaceAll('-', ':')}Z`);
      const isRun = !Number.isNaN(startedAt) && lstatSync(path).isDirectory() && isFile(join(path, 'report.json'));
      return isRun ? [{ name, path, startedAt }] : [];
    })
    .sort((a, b) => b.startedAt - a.startedAt || (a.name < b.name ? 1 : -1));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
