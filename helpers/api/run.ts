import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { calledByProgram } from '../../reports/wording/finding.js';
import type { Report } from '../../schemas/types.js';
import { attempt } from '../configuration/attempt.js';
import { readConfiguration } from '../configuration/configuration.js';
import { usable } from '../configuration/files.js';
import { settingNamed } from '../configuration/settings.js';
import { UsageError } from '../configuration/usage-error.js';
import { asGuest } from '../session/environment.js';
import { WhileInterrupted } from '../session/errors.js';
import { perform } from '../session/session.js';
import type { Tested } from '../session/tested.js';
import { serve } from './listener.js';
import type { ConformanceOptions } from './options.js';

/** What a run of any specification is asked to do. */
export interface OptionsFor extends ConformanceOptions {
  /** The API that is tested, with its tests. */
  readonly specification: Tested;
}

/** A fault of this suite, not of the target: no verdict is given. Its message is that of the command line. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
}

/** A secret was found in what was about to be written, so nothing was. */
export class WithheldError extends Error {
  override readonly name = 'WithheldError';
}

/** What a run came to. */
export interface Conformance {
  readonly report: Report;
  /** What the command line would have ended with: 0, 1 or 3, and 130 or 143 for one that was interrupted. */
  readonly exitStatus: number;
  /** Absolute path of the run's folder, where `out` asked for one. */
  readonly folder?: string;
}

/**
 * Runs the suites against a base address, a request listener, or, with `embedded: true`, the embedded reference server,
 * in the process of the caller, of which it touches nothing. Nothing is printed and nothing is written unless asked for.
 * What the command line keeps beside the reports (history, the last run to compare with) is not kept, so
 * the run takes place in a folder of its own. Runs may follow each other and overlap; each keeps its own pace, so those
 * that overlap against one target have to share what it bears.
 * @throws UsageError where an option is missing, unknown or contradictory; nothing was sent then
 * @throws InternalError for a fault of this suite, and WithheldError where a secret was about to be written
 */
export async function runConformance({ specification, ...options }: OptionsFor): Promise<Conformance> {
  const { listener, print = false, readEnvironment = false, decisions, order, ...others } = options;
  if (listener !== undefined && others.baseUrl !== undefined)
    throw new UsageError('listener and baseUrl are both given; only one can be asked.');
  const place = usable('No temporary folder can be made', () => mkdtempSync(join(tmpdir(), 'fsapi-conformance-run-')));
  const remove = () => rmSync(place, { recursive: true, force: true });
  let served: Awaited<ReturnType<typeof serve>> | undefined;
  try {
    served = listener === undefined ? undefined : await serve(listener, specification.basePath);
    const named = plain({ ...others, decisionsFile: decisions, ...(served && { baseUrl: served.baseUrl }) });
    const env = readEnvironment ? process.env : {};
    const configured = readConfiguration({
      specification,
      argv: [],
      env,
      // Where `.env` and decisions.json are looked for.
      cwd: readEnvironment ? process.cwd() : place,
      named: {
        ...(others.out === undefined && !readEnvironment && { formats: ['json'] }),
        ...Object.fromEntries(named.map(([name, value]) => [name, fileOf(name, value, place)])),
      },
      ...(served && { calledBy: { baseUrl: 'listener' } }),
    });
    const out = print ? process.stdout : { write: () => true };
    const called = { ...configured, ...(served && { command: calledByProgram }) };
    const shuffled = order === undefined ? {} : { order };
    const surroundings = {
      tested: specification,
      env,
      cwd: place,
      out,
      terms: asGuest,
      onPrepared: remove,
      ...shuffled,
    };
    const result = await perform(called, surroundings).catch(rethrow);
    const { report, withheld, folder, status } = result;
    if (withheld || !report)
      throw new WithheldError(
        [`Nothing was written: a secret (${withheld?.label}) was found in ${withheld?.file}.`, withheld?.created]
          .filter(Boolean)
          .join('\n'),
      );
    const isKept = configured.configuration.out !== undefined && folder !== undefined;
    return { report, exitStatus: status, ...(isKept && { folder }) };
  } finally {
    remove();
    await served?.close();
  }
}

/** A copy of the options: what a caller changes while the run goes on changes nothing in it. */
function plain(named: Readonly<Record<string, unknown>>): [name: string, value: unknown][] {
  // What cannot be written as JSON is no plain value either: a BigInt.
  const copy = attempt(() => JSON.stringify(named)) && attempt(() => structuredClone(named));
  if (!copy) throw new UsageError('An option holds a function, or something else that is no plain value.');
  return Object.entries(copy);
}

/** A setting of which the command line takes a file: what a program gives as a value is put into one, and a path is made absolute. */
function fileOf(name: string, value: unknown, place: string): unknown {
  const isPath = name === 'baseline' || name === 'like' || /^(?:secret-)?file$/.test(settingNamed(name)?.kind ?? '');
  if (!isPath || value === undefined) return value;
  const isPem = name === 'ca' && typeof value === 'string' && value.includes('-----BEGIN');
  if (typeof value === 'string' && !isPem) return value === '' || value === 'none' ? value : resolve(value);
  const file = join(place, isPem ? 'ca.pem' : `${name}.json`);
  writeFileSync(file, isPem ? String(value) : JSON.stringify(value), { mode: 0o600 });
  return file;
}

/** @throws UsageError as it is, anything else as a fault of the suite */
function rethrow(error: unknown): never {
  if (error instanceof WhileInterrupted) return rethrow(error.cause);
  if (error instanceof UsageError) throw error;
  throw new InternalError(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
