import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { calledByProgram } from '../../reports/wording/rerun.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { fsapi } from '../fsapi/fsapi.js';
import { WithheldError } from '../session/ending.js';
import { perform } from '../session/run.js';
import { readConfiguration } from '../settings/configuration.js';
import { type Configuration, settingNamed } from '../settings/schema.js';
import { attempt, UsageError } from '../settings/usage-error.js';
import { type Listener, serve } from './listener.js';

// The package exports these too.
export type { DecisionEntry, Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
export { type Configuration, type Listener, UsageError, WithheldError };

/** Settings of the command line alone, and those that a program gives in another form. */
type Otherwise =
  | ('start' | 'startTimeoutSeconds' | 'quiet')
  | ('envFile' | 'decisionsFile' | 'baseline' | 'formats' | 'headers');

/** Settings, by the names of options and variables, with their defaults. Paths begin in the working folder. */
export interface ConformanceOptions extends Partial<Omit<Configuration, Otherwise>> {
  /** Served on loopback, at a free port, as long as the run takes. The suite calls it below /v1/. */
  readonly listener?: Listener | Server;
  /** Path of a file of headers for a gateway, one `Name: value` a line. */
  readonly headers?: string;
  /** Entries, or the path of a decisions file. None unless given. */
  readonly decisions?: readonly DecisionEntry[] | string;
  /** The report to compare with, of this or another target; or its path, or that of its folder. None unless given. */
  readonly baseline?: Report | string;
  /** What is written to `out` besides report.json: html, md, junit and har unless given. */
  readonly formats?: readonly Configuration['formats'][number][];
  /** Reads CONFORMANCE_ variables, `.env`, decisions.json and the proxy's variables, as the command does. */
  readonly readEnvironment?: boolean;
}

export type Conformance = Readonly<{
  report: Report;
  /** What the command would have ended with: 0, 1 or 3, and 4 if a file could not be written. */
  exitStatus: number;
  /** Absolute path of the run's folder, if `out` was given. */
  folder?: string;
}>;

/**
 * Runs the suites in the caller's process against a base URL, a request listener or, with `embedded: true`, the
 * embedded reference server. Prints nothing, writes nothing unless asked to, and knows of no earlier run. Runs may
 * overlap; each keeps its own pace.
 * @throws UsageError if an option is missing, unknown or contradictory; nothing was sent then
 * @throws WithheldError if a secret was about to be written; any other error is a fault of this suite
 */
export async function runConformance(options: ConformanceOptions): Promise<Conformance> {
  const { listener, readEnvironment = false, decisions, ...others } = options;
  if (listener !== undefined && others.baseUrl !== undefined)
    throw new UsageError('listener and baseUrl are both set; set only one of them.');
  const place = mkdtempSync(join(tmpdir(), 'fsapi-conformance-run-'));
  // Called when a run begins, too: a program that ends then leaves nothing behind.
  const remove = () => rmSync(place, { recursive: true, force: true });
  const served = listener && (await serve(listener, fsapi.basePath));
  try {
    const formats = others.out === undefined && !readEnvironment && { formats: ['json'] };
    const given = { ...formats, ...others, decisionsFile: decisions, ...(served && { baseUrl: served.baseUrl }) };
    const env = readEnvironment ? process.env : {};
    const configured = readConfiguration({
      specification: fsapi,
      env,
      cwd: readEnvironment ? process.cwd() : place,
      named: withFiles(given, place),
    });
    const called = served ? { ...configured, command: calledByProgram } : configured;
    const environment = { tested: fsapi, env, cwd: place, out: { write: () => true }, keepsFiles: false };
    const { report, folder, status } = await perform(called, environment, remove);
    return { report, exitStatus: status, ...(folder !== undefined && { folder }) };
  } finally {
    remove();
    await served?.close();
  }
}

/** Copies the options. Writes values of file settings to files, and makes paths absolute. */
function withFiles(options: object, place: string) {
  const copy = attempt(() => structuredClone(options));
  if (!copy) throw new UsageError('An option contains a function or another value that cannot be copied.');
  const fileOf = (name: string, value: unknown) => {
    const isPath = name === 'baseline' || settingNamed(name)?.is === 'path';
    if (!isPath || value === undefined || value === 'none') return value;
    const isPem = String(value).includes('-----BEGIN');
    if (typeof value === 'string' && !isPem) return resolve(value);
    const file = join(place, isPem ? 'ca.pem' : `${name}.json`);
    writeFileSync(file, isPem ? String(value) : JSON.stringify(value), { mode: 0o600 });
    return file;
  };
  return Object.fromEntries(Object.entries(copy).map(([name, value]) => [name, fileOf(name, value)]));
}
