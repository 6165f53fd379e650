import { createHash } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { canonical } from '../../schemas/observation.js';
import type { Report } from '../../schemas/types.js';
import { type Verdict, verdicts } from '../../schemas/verdict.js';
import { whyNotStored } from '../evidence/storage-error.js';

/** One earlier run, as the history beside the reports keeps it: no secret, and no value of the target, in it. */
export interface HistoryRow {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Which target it asked: runs of one are compared with each other. */
  readonly target: string;
  /** SHA-256 of its report.json. */
  readonly report: string;
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /** Where its files are, from the folder that the history is kept in. */
  readonly folder: string;
  /** Digests of what was observed, by requirement. Lines of the first version have none. */
  readonly observations?: Readonly<Record<string, string>>;
  /** Whether a filter left requirements out. */
  readonly partial?: true;
}

/** Runs that can be drawn, the one that is going on included. */
const drawn = 90;

const fileOf = (cwd: string) => join(cwd, 'reports', 'history.ndjson');

/** What runs of one target have in common. The embedded server is one target, whatever its port. */
export function targetName(target: { baseUrl?: string; environment: string; embedded: boolean }): string {
  return target.embedded ? 'embedded' : `${target.environment} ${target.baseUrl}`;
}

/**
 * Earlier runs against a target, oldest first, as many as can be drawn. A line that is damaged is passed over, and so is
 * what stands there and is no file: a run says so when it cannot add to it.
 */
export function readHistory(cwd: string, target: string): HistoryRow[] {
  const nights = textOf(fileOf(cwd)).split('\n').flatMap(nightOf);
  return nights.filter((night) => night.target === target).slice(-(drawn - 1));
}

function textOf(path: string): string {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : '';
  } catch (error) {
    if (whyNotStored(error) === undefined) throw error;
    return '';
  }
}

function nightOf(line: string): HistoryRow[] {
  try {
    const { folder, observations, partial, ...night } = JSON.parse(line) as HistoryRow;
    const isWhole = [night.id, night.startedAt, night.target, night.report].every((text) => typeof text === 'string');
    const isKnown = Object.values(night.verdicts).every((verdict) => verdicts.includes(verdict));
    if (!isWhole || !isKnown || Number.isNaN(Date.parse(night.startedAt))) return [];
    const isDigests = Object.values(observations ?? []).every((digest) => typeof digest === 'string');
    return [
      {
        ...night,
        // Lines of the first version name no folder: there was only one place.
        folder: typeof folder === 'string' ? folder : join('reports', 'runs', night.id),
        ...(observations && isDigests && { observations }),
        ...(partial === true && { partial }),
      },
    ];
  } catch {
    return [];
  }
}

/** What a finished run leaves in the history. */
interface Left {
  readonly report: Report;
  /** Its report.json as it was written. */
  readonly text: string;
  readonly target: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly partial: boolean;
}

/**
 * Adds a run, in one write at the end of the file: two runs at once do not tear each other's lines, and a line that was
 * cut off by a crash takes no other with it. @throws what the file system says
 */
export function appendHistory(cwd: string, { report, text, target, folder, partial }: Left): void {
  const { run, requirements } = report;
  const night: HistoryRow = {
    id: run.id,
    startedAt: run.startedAt,
    target,
    folder: relative(cwd, folder) || '.',
    ...(partial && { partial }),
    verdicts: Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict])),
    observations: Object.fromEntries(
      requirements.flatMap(({ id, observation }) => (observation === undefined ? [] : [[id, digestOf(observation)]])),
    ),
    report: sha256(text),
  };
  mkdirSync(dirname(fileOf(cwd)), { recursive: true });
  const file = openSync(fileOf(cwd), 'a+');
  try {
    writeSync(file, `${endsInLine(file) ? '' : '\n'}${JSON.stringify(night)}\n`);
  } finally {
    closeSync(file);
  }
}

/** As `appendHistory`. That a folder keeps no history takes nothing from a run whose report is written. */
export function appendHistoryRow(cwd: string, left: Left): void {
  try {
    appendHistory(cwd, left);
  } catch (error) {
    const why = whyNotStored(error);
    if (why === undefined) throw error;
    process.stderr.write(`This run is not in the history: reports/history.ndjson could not be written: ${why}.\n`);
  }
}

/** The first 16 hexadecimal digits of the SHA-256 of an observation: equal where nothing at all differs. */
export function digestOf(observation: unknown): string {
  return sha256(canonical(observation)).slice(0, 16);
}

function endsInLine(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last.toString() === '\n';
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
