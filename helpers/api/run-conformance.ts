import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { calledByProgram } from '../../reports/wording/rerun.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { fsapi } from '../fsapi/fsapi.js';
import { WithheldError } from '../session/ending.js';
import { perform } from '../session/run.js';
import { attempt } from '../settings/attempt.js';
import { readConfiguration } from '../settings/configuration.js';
import { settingNamed } from '../settings/schema.js';
import type { Configuration } from '../settings/settings.js';
import { UsageError } from '../settings/usage-error.js';
import { type Listener, serve } from './listener.js';

// The package's door: what is needed beside the one function stands here too.
export type { DecisionEntry, Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
export { type Configuration, type Listener, UsageError, WithheldError };

/** Settings that only the command line has, and those that a program gives in another form. */
type Otherwise =
  | ('start' | 'startTimeoutSeconds' | 'quiet')
  | ('envFile' | 'decisionsFile' | 'baseline' | 'formats' | 'headers');

/**
 * What a run is asked to do. All that is not given has the default of the command line; what a message or a report
 * calls --only or CONFORMANCE_OTHER_TENANT_ID is `only` or `otherTenantId` here. Paths begin in the working folder.
 */
export interface ConformanceOptions extends Partial<Omit<Configuration, Otherwise>> {
  /** Served on loopback, at a free port, as long as the run takes; the address is that of its /v1/. */
  readonly listener?: Listener | Server;
  /** Path of a file of headers that something in front of the target wants, one `Name: value` a line. */
  readonly headers?: string;
  /** Waivers, attestations and settled gaps: the entries, or the path of a file. None unless given. */
  readonly decisions?: readonly DecisionEntry[] | string;
  /** The report to compare with, or to resemble if it is of another target; or its path, or that of its run's folder. None unless given. */
  readonly baseline?: Report | string;
  /** What is written to the folder `out` besides report.json: html, md, junit and har unless given. */
  readonly formats?: readonly Configuration['formats'][number][];
  /** Reads CONFORMANCE_ variables, `.env`, decisions.json and the proxy's variables, as the command line does. */
  readonly readEnvironment?: boolean;
}

/** What a run came to. */
export interface Conformance {
  readonly report: Report;
  /** What the command line would have ended with: 0, 1 or 3, and 4 where a file could not be written. */
  readonly exitStatus: number;
  /** Absolute path of the run's folder, where `out` asked for one. */
  readonly folder?: string;
}

/**
 * Runs the suites of this package against a base address, a request listener, or, with `embedded: true`, the embedded
 * reference server, in the process of the caller, of which it touches nothing. Nothing is printed, and nothing is written
 * unless asked for; a run knows of no earlier ones. Runs may follow each other and overlap; each keeps its own pace, so
 * those that overlap against one target have to share what it bears.
 * @throws UsageError where an option is missing, unknown or contradictory; nothing was sent then
 * @throws WithheldError where a secret was about to be written; any other error is a fault of this suite
 */
export async function runConformance(options: ConformanceOptions): Promise<Conformance> {
  const { listener, readEnvironment = false, decisions, ...others } = options;
  if (listener !== undefined && others.baseUrl !== undefined)
    throw new UsageError('listener and baseUrl are both set; set only one of them.');
  const place = mkdtempSync(join(tmpdir(), 'fsapi-conformance-run-'));
  // When a run has begun, too: a program that ends in the middle of it leaves nothing behind.
  const remove = () => rmSync(place, { recursive: true, force: true });
  const served = listener && (await serve(listener, fsapi.basePath));
  try {
    const formats = others.out === undefined && !readEnvironment && { formats: ['json'] };
    const given = { ...formats, ...others, decisionsFile: decisions, ...(served && { baseUrl: served.baseUrl }) };
    const env = readEnvironment ? process.env : {};
    const configured = readConfiguration({
      ...{ specification: fsapi, env },
      // Where `.env` and decisions.json are looked for.
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

/**
 * A copy of the options, since what a caller changes while the run goes on changes nothing in it. Of settings that are
 * files on the command line, a value is put into a file, and a path is made absolute.
 */
function withFiles(options: object, place: string): Record<string, unknown> {
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
