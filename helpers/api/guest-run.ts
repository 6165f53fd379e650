import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Report } from '../../schemas/types.js';
import { readConfiguration } from '../configuration/configuration.js';
import { usable } from '../configuration/files.js';
import { settings } from '../configuration/settings.js';
import { UsageError } from '../configuration/usage-error.js';
import { asGuest, type SessionResult } from '../session/environment.js';
import { WhileInterrupted } from '../session/errors.js';
import { perform } from '../session/session.js';
import { InternalError, WithheldError } from './errors.js';
import { serve } from './listener.js';
import type { ConformanceOptions } from './options.js';

/** What a run came to, its report at least. */
interface GuestResult extends SessionResult {
  readonly report: Report;
}

/**
 * One run in the process of the caller: it touches nothing of the process, and runs beside it do not see it.
 * What the command line keeps beside the reports (history, retained keys, the last run to compare with) is not kept
 * here, so the run takes place in a folder of its own.
 * @throws UsageError, InternalError, WithheldError
 */
export async function runAsGuest(options: ConformanceOptions): Promise<GuestResult> {
  const { listener, print = false, readEnvironment = false, decisions, ...others } = options;
  if (listener !== undefined && others.baseUrl !== undefined)
    throw new UsageError('listener and baseUrl are both given; only one can be asked.');
  const place = usable('No temporary folder can be made', () => mkdtempSync(join(tmpdir(), 'fsapi-conformance-run-')));
  const remove = () => rmSync(place, { recursive: true, force: true });
  let served: Awaited<ReturnType<typeof serve>> | undefined;
  try {
    served = listener === undefined ? undefined : await serve(listener);
    const named = plain({ ...others, decisionsFile: decisions, ...(served && { baseUrl: served.baseUrl }) });
    const env = readEnvironment ? process.env : {};
    const configured = readConfiguration({
      argv: [],
      env,
      // Where `.env` and decisions.json are looked for.
      cwd: readEnvironment ? process.cwd() : place,
      named: { ...(others.out === undefined && !readEnvironment && { formats: ['json'] }), ...withFiles(named, place) },
      ...(served && { calledBy: { baseUrl: 'listener' } }),
    });
    const out = print ? process.stdout : { write: () => true };
    const result = await perform(configured, { env, cwd: place, out, terms: asGuest, onPrepared: remove }).catch(
      rethrow,
    );
    const { report, withheld, folder, ...rest } = result;
    if (withheld || !report)
      throw new WithheldError(
        [`Nothing was written: a secret (${withheld?.label}) was found in ${withheld?.file}.`, withheld?.created]
          .filter(Boolean)
          .join('\n'),
      );
    return { ...rest, report, ...(configured.configuration.out !== undefined && folder !== undefined && { folder }) };
  } finally {
    remove();
    await served?.close();
  }
}

/** A copy of the options: what a caller changes while the run goes on changes nothing in it. */
function plain(named: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  try {
    // What cannot be written as JSON is no plain value either: a BigInt.
    JSON.stringify(named);
    return structuredClone(named);
  } catch {
    throw new UsageError('An option holds a function, or something else that is no plain value.');
  }
}

/** Settings of which the command line takes files: what a program gives as a value is put into one, and paths are made absolute. */
function withFiles(named: Readonly<Record<string, unknown>>, place: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, fileOf(name, value, place)]));
}

function fileOf(name: string, value: unknown, place: string): unknown {
  const isPath =
    name === 'baseline' || settings.some((setting) => setting.name === name && /^(?:secret-)?file$/.test(setting.kind));
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
