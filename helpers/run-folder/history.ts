import { closeSync, fstatSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { acceptedIn, knownAfter, type Remembered } from '../../reports/drift/remembered.js';
import type { Signer } from '../../reports/integrity/envelope.js';
import { sha256 } from '../../reports/integrity/sha256.js';
import { historyLength } from '../../reports/model/assemble.js';
import { clip } from '../../reports/text/printable.js';
import { headlines } from '../../reports/wording/verdict-labels.js';
import { type Profile, profileNames } from '../../schemas/profiles.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { type RunVerdict, type Verdict, verdicts } from '../../schemas/verdict.js';
import { attempt } from '../configuration/attempt.js';
import { notStored } from '../configuration/files.js';
import { whyNotStored } from '../evidence/storage-error.js';
import type { Scope } from './digests.js';
import { keepObservation } from './observation-store.js';
import { isVouchedFor } from './vouched.js';

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
  /** Digests of tenants and profile, and of keys. Lines of version 0.1 have neither. */
  readonly scope?: Scope;
  readonly suiteVersion?: string;
  /** Digest of the suite, verdict and profile of the run: lines before 0.2 have none. */
  readonly exam?: string;
  readonly verdict?: RunVerdict;
  readonly profile?: Profile;
  /** Digests of what was last observed, this run included, by requirement; kept as files of their own. */
  readonly observations?: Readonly<Record<string, string>>;
  /** Changes that are open after this run, by requirement. */
  readonly open?: Readonly<Record<string, OpenChange>>;
  /** Whether a filter left requirements out. */
  readonly partial?: true;
  /** Whether the target did not respond. */
  readonly unreached?: true;
  /** Whether the run before it is dated later: no run is compared with this one. */
  readonly behind?: true;
}

/** An observation that differs from the one before, and that nobody accepted yet. */
interface OpenChange {
  /** Start of the first run that observed it. */
  readonly since: string;
  /** Digest of the observation that it is compared with. */
  readonly before: string;
  /** Digest of what the run itself observed, where it did: an acceptance refers to it. */
  readonly observed?: string;
}

const fileOf = (cwd: string) => join(cwd, 'reports', 'history.ndjson');

/**
 * What runs of one target have in common: environment, base address and the command of `--start`. The embedded server is
 * one target, whatever its port.
 * @param redact takes secrets out of the command
 */
export function targetName(
  target: { baseUrl?: string; environment: string; embedded: boolean; start?: string },
  redact = (text: string) => text,
): string {
  const started = target.start === undefined ? '' : ` (${clip(redact(target.start), 100)})`;
  return target.embedded ? 'embedded' : `${target.environment} ${target.baseUrl}${started}`;
}

/** Clocks of two machines that hand a history on differ by less. */
const toleranceMs = 5 * 60_000;

/**
 * Earlier runs against a target, oldest first. A line that is damaged is passed over, and so is
 * what stands there and is no file: a run says so when it cannot add to it. Left out are runs dated later than now, and
 * those that one such run came before: one wrong clock, ahead or behind, changes nothing for the nights after it.
 * @returns `after`: the last run, where it is dated later than now
 */
export function readHistory(
  cwd: string,
  target: string,
  now = new Date(),
): { readonly rows: HistoryRow[]; readonly after?: HistoryRow } {
  const all = everyRun(cwd).filter((night) => night.target === target && isReportable(night));
  const isLater = ({ startedAt }: HistoryRow) => Date.parse(startedAt) > now.getTime() + toleranceMs;
  const last = all.at(-1);
  return {
    rows: all.filter((night) => !night.behind && !isLater(night)),
    ...(last && isLater(last) && { after: last }),
  };
}

/** Whether a report may hold it: anybody can add a line, and none may keep a later run from its report. */
function isReportable({ startedAt, report, unreached, partial }: HistoryRow): boolean {
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(startedAt);
  const areFlags = [unreached, partial].every((flag) => flag === undefined || flag === true);
  return isMoment && areFlags && /^[0-9a-f]{64}$/.test(report);
}

/**
 * The newest runs of every target, oldest first, and the folders of older ones too. Runs of a clock that was behind are left
 * out: their day is wrong. @param most runs of one target
 */
export function recentHistory(cwd: string, most: number) {
  const nights = everyRun(cwd).filter(({ behind }) => !behind);
  const folders: ReadonlySet<string> = new Set(nights.map(({ folder }) => folder));
  const byTarget = new Map<string, HistoryRow[]>();
  for (const night of nights) {
    const own = byTarget.get(night.target);
    if (own) own.push(night);
    else byTarget.set(night.target, [night]);
  }
  const newest = new Set([...byTarget.values()].flatMap((own) => own.slice(-most)));
  return { rows: nights.filter((night) => newest.has(night)), folders };
}

/** Runs of all targets, oldest first, as far back as is read. What stands in the place of the file and is none holds no runs. */
function everyRun(cwd: string): HistoryRow[] {
  const path = fileOf(cwd);
  try {
    return statSync(path).isFile() ? (endOf(path).match(rows) ?? []).flatMap(nightOf) : [];
  } catch (error) {
    if (whyNotStored(error) === undefined) throw error;
    return [];
  }
}

/** A shorter line is no run. A file of 64 MiB may hold as many lines as bytes, and each would cost an exception. */
const rows = /^\{[^\n]{99,}/gm;

/** Bytes of the history that are read, from its end: those of some 30,000 nights. A line that they cut off is damaged. */
const mostBytes = 64 * 1024 * 1024;

function endOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, mostBytes));
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, size - bytes.length));
  } finally {
    closeSync(file);
  }
}

/** The run of a line; none where that is damaged. */
function nightOf(line: string): HistoryRow[] {
  const night = attempt(() => JSON.parse(line) as HistoryRow);
  if (!night || !attempt(() => isWhole(night))) return [];
  // Lines of the first version name no folder: there was only one place.
  return [{ ...night, folder: typeof night.folder === 'string' ? night.folder : join('reports', 'runs', night.id) }];
}

function isWhole(night: HistoryRow): boolean {
  const { observations = {}, open = {}, scope, suiteVersion = '', exam = '' } = night;
  const { verdict = 'partial', profile = 'full' } = night;
  const digests = [...Object.values(observations), ...Object.values(open).map(({ before }) => before)];
  const texts = [night.id, night.startedAt, night.target, night.report, suiteVersion, exam, ...digests];
  const times = [night.startedAt, ...Object.values(open).map(({ since }) => since)];
  return (
    [...texts, ...Object.values(scope ?? {})].every((text) => typeof text === 'string') &&
    Object.values(night.verdicts).every((one) => verdicts.includes(one)) &&
    Object.hasOwn(headlines, verdict) &&
    profileNames.includes(profile) &&
    times.every((time) => !Number.isNaN(Date.parse(time)))
  );
}

/**
 * The runs that a report shows: those of the same tenants and profile, and of version 0.1, which noted neither. Anybody can
 * add a line to the file, so that a row names its report only where that is there, sealed, and agrees.
 */
export function reportedHistory(
  of: { readonly history: readonly HistoryRow[]; readonly scope: Scope; readonly signer?: Signer | undefined },
  cwd: string,
): Report['history'] {
  const alike = of.history.filter(({ scope }) => !scope || scope.tenants === of.scope.tenants);
  // A line that stands twice is one run.
  const own = [...new Map(alike.map((row) => [`${row.id} ${row.report}`, row])).values()];
  return own.map((row, at) => {
    const { id, startedAt, verdicts, unreached, partial } = row;
    const flags = { ...(unreached && { unreached }), ...(partial && { partial }) };
    return {
      id,
      startedAt,
      ...flags,
      ...(at > own.length - historyLength && isVouchedFor(row, cwd, of.signer) && { report: row.report }),
      verdicts: { ...verdicts },
    };
  });
}

/** What a finished run leaves in the history. */
interface Left {
  readonly report: Report;
  /** Its report.json as it was written. */
  readonly text: string;
  readonly target: string;
  readonly scope: Scope;
  /** What was known of observations before the run. */
  readonly remembered: ReadonlyMap<string, Remembered>;
  readonly decisions: readonly DecisionEntry[];
  /** Whether the run before it is dated later. */
  readonly isBehind?: boolean;
  /** Absolute path of its folder. */
  readonly folder: string;
}

/**
 * Adds a run, in one write at the end of the file: two runs at once do not tear each other's lines, and a line that was
 * cut off by a crash takes no other with it. @throws what the file system says
 */
export function appendHistory(cwd: string, left: Left): void {
  const { run, requirements, history, summary } = left.report;
  const known = [...knownAfter(left.report, left.remembered, acceptedIn(left.decisions, left.report.run.startedAt))];
  const night: HistoryRow = {
    id: run.id,
    startedAt: run.startedAt,
    target: left.target,
    folder: relative(cwd, left.folder) || '.',
    suiteVersion: run.suiteVersion,
    exam: run.exam,
    verdict: summary.verdict,
    ...(summary.profile !== undefined && { profile: summary.profile }),
    scope: left.scope,
    ...(history.at(-1)?.partial && { partial: true }),
    ...(history.at(-1)?.unreached && { unreached: true }),
    ...(left.isBehind && { behind: true }),
    verdicts: Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict])),
    observations: Object.fromEntries(known.map(([id, { last }]) => [id, keepObservation(cwd, last)])),
    open: Object.fromEntries(
      known.flatMap(([id, { since, reference, observed }]) => {
        if (since === undefined) return [];
        return [[id, { since, before: keepObservation(cwd, reference), ...(observed && { observed }) }]];
      }),
    ),
    report: sha256(left.text),
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
  const sentence = notStored('This run is not in the history: reports/history.ndjson could not be written', () =>
    appendHistory(cwd, left),
  );
  if (sentence !== undefined) process.stderr.write(`${sentence}\n`);
}

function endsInLine(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last.toString() === '\n';
}
