import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { sha256 } from '../../reports/integrity/sha256.js';
import { type Badge, badgeOf, badgeSvg } from '../../reports/overview/badge.js';
import { type OtherFolder, renderOverview } from '../../reports/overview/overview-page.js';
import { mostRuns, type TargetOverview, targetsOf } from '../../reports/overview/target.js';
import type { Specification } from '../../schemas/specification.js';
import { notStored } from '../configuration/files.js';
import { recentHistory } from './history.js';
import { replaceFile } from './replace-files.js';
import { decisionsOver } from './standings.js';

/** Days from which on a run counts as old. */
export const defaultMaxAge = 7;
/** Of runs with other tenants or another profile between them some more are read than are shown. */
const mostRead = 2 * mostRuns;
const longestName = 40;

/** What the overview is made with, beside the folder whose reports it shows. */
interface Making {
  /** Folder of index.html and badges. */
  readonly out?: string;
  /** Days. */
  readonly maxAge?: number;
  /** The decisions file. */
  readonly decisions?: string;
}

/**
 * Writes index.html and, for each target, `badges/<target>.json` and `.svg`, from the history and the folders that are
 * there. Each file takes the place of the former in one step. @throws what the file system says
 * @param cwd whose reports it shows
 */
export function writeOverview(
  cwd: string,
  specification: Specification,
  { out = join(cwd, 'reports'), maxAge = defaultMaxAge, decisions }: Making = {},
): void {
  // The page of a run that is there, as a path with slashes. A name with a NUL in it is of no file.
  const pathOf = (folder: string) => {
    const file = resolve(cwd, folder, 'report.html');
    return existsSync(file) ? relative(out, file).split(sep).join('/') : undefined;
  };
  const { rows, folders } = recentHistory(cwd, mostRead);
  const targets = targetsOf(
    rows.map((row) => {
      const file = pathOf(row.folder);
      return { ...row, ...(file !== undefined && { file }) };
    }),
    specification,
  );
  const now = Date.now();
  const over = decisions === undefined ? 0 : decisionsOver(cwd, decisions, new Date(now), specification);
  mkdirSync(join(out, 'badges'), { recursive: true });
  const named = new Set([...folders].map((folder) => resolve(cwd, folder)));
  const others = foldersBeside(cwd, named, pathOf);
  replaceFile(join(out, 'index.html'), renderOverview({ specification, targets, others, over, now, maxAge }));
  for (const [name, target] of badgeNames(targets)) {
    const badge: Badge = badgeOf(target.last, { now, maxAge });
    replaceFile(join(out, 'badges', `${name}.json`), `${JSON.stringify(badge)}\n`);
    replaceFile(join(out, 'badges', `${name}.svg`), badgeSvg(badge));
  }
}

/** As `writeOverview`, after a run: that there is no overview takes nothing from a run whose report is written. */
export function refreshOverview(
  cwd: string,
  specification: Specification,
  decisions: string | undefined,
): string | undefined {
  return notStored('reports/index.html could not be written', () =>
    writeOverview(cwd, specification, { ...(decisions !== undefined && { decisions }) }),
  );
}

/** Folders of reports/runs that the history does not name, newest first. */
function foldersBeside(
  cwd: string,
  named: ReadonlySet<string>,
  pathOf: (folder: string) => string | undefined,
): readonly OtherFolder[] {
  const parent = join(cwd, 'reports', 'runs');
  const names = existsSync(parent) ? readdirSync(parent).filter((name) => !name.startsWith('.')) : [];
  const beside = names.filter((name) => !named.has(join(parent, name))).sort();
  const pages = beside.reverse().map((name) => ({ name, file: pathOf(join('reports', 'runs', name)) }));
  return pages.filter((page): page is OtherFolder => page.file !== undefined);
}

/** A file name for each target: letters, digits and hyphens of its name, and a digest where two would share one. */
function badgeNames(targets: readonly TargetOverview[]): readonly (readonly [string, TargetOverview])[] {
  const plain = ({ name }: TargetOverview) =>
    name
      .replace(/https?:\/\//, '')
      .replace(/[^a-z0-9.]+/gi, '-')
      .replace(/^[-.]+|(?<![-.])[-.]+$/g, '')
      .slice(0, longestName);
  const all = targets.map(plain);
  return targets.map((target, at) => {
    const name = all[at] ?? '';
    const isAlone = name !== '' && all.filter((one) => one.toLowerCase() === name.toLowerCase()).length === 1;
    const digest = sha256(target.name).slice(0, 8);
    return [isAlone ? name : `${name}-${digest}`, target];
  });
}
