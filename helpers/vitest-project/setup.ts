import { existsSync, mkdtempSync, readFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject, Vitest } from 'vitest/node';
import { vitestOfSuites } from '../../reports/wording/rerun.js';
import { fsapi } from '../fsapi/fsapi.js';
import { wordsFor } from '../session/ending.js';
import type { Configured } from '../session/prepare.js';
import { isInteractive, readConfiguration } from '../settings/configuration.js';
import { isLoopback } from '../settings/loopback.js';
import { UsageError } from '../settings/usage-error.js';

type Place = Readonly<{ cwd: string; interactive: boolean; isWatching: boolean }>;
/** From the main process to the worker. */
export type Told = Place & Readonly<{ isShard: boolean; timeoutMs: number; endingFile: string }>;
/** From the worker to the main process. */
export type Ending = Readonly<{ status: number; text: string }>;

/** The main process reads it too, so that a mistake is one sentence. */
export function configuredFor({ cwd, interactive, isWatching }: Place): Configured {
  const { configuration, ...read } = readConfiguration({ specification: fsapi, env: process.env, cwd, interactive });
  const { baseUrl, embedded } = configuration;
  if (isWatching && !embedded && !isLoopback(new URL(baseUrl ?? '').hostname))
    throw new UsageError(
      `Watch mode runs again with every change, so it is for targets on loopback alone. Call \`${vitestOfSuites}\`.`,
    );
  const out = isWatching ? undefined : configuration.out;
  return { ...read, command: vitestOfSuites, configuration: { ...configuration, out, quiet: true } };
}

/** Reads the configuration before the worker (runner.ts) starts. @returns prints the ending and sets the status */
export function setup(project: TestProject): () => void {
  const { env, stdin, stdout, stderr } = process;
  const isWatching = project.vitest.config.watch;
  const place = { cwd: process.cwd(), interactive: isInteractive(env, [stdin, stdout]), isWatching };
  const endingFile = join(mkdtempSync(join(tmpdir(), 'ending-')), 'ending.json');
  try {
    refuse(project);
    const { deadlineSeconds } = configuredFor(place).configuration;
    // The folder is written after the deadline.
    const timeoutMs = (deadlineSeconds + 60) * 1000;
    const isShard = project.vitest.config.shard !== undefined;
    project.provide('conformance', { ...place, isShard, endingFile, timeoutMs });
    // Tests wait for each other, so nearly all would seem slow.
    project.vitest.config.slowTestThreshold = Number.POSITIVE_INFINITY;
  } catch (error) {
    const { text, status } = wordsFor(error);
    writeSync(stderr.fd, `${text}\n`);
    process.exit(status);
  }
  const interrupted = hearSignals(project.vitest);
  return () => {
    const ending = existsSync(endingFile) ? (JSON.parse(readFileSync(endingFile, 'utf8')) as Ending) : undefined;
    if (ending && !isWatching) stdout.write(ending.text);
    const status = interrupted.status ?? ending?.status ?? 0;
    if (status !== 0) process.exitCode = status;
  };
}

/** @throws UsageError for options of vitest that a run cannot follow */
function refuse({ config }: TestProject): void {
  const offers = {
    '--retry': [config.retry, 'the run repeats by itself what has to be repeated'],
    '--isolate': [config.isolate, 'all files are one run'],
    '--pool': [config.pool !== 'forks', 'the run needs a process of its own'],
  };
  for (const [option, [isGiven, because]] of Object.entries(offers))
    if (isGiven) throw new UsageError(`${option} is not for the project conformance: ${because}.`);
}

/** Replaces vitest's own handlers, which end before the folder is written. A second signal ends the process. */
function hearSignals(vitest: Vitest) {
  const interrupted: { status?: number } = {};
  for (const [signal, status] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
    process.removeAllListeners(signal).on(signal, () => {
      if (interrupted.status !== undefined) process.exit(interrupted.status);
      interrupted.status = status;
      const cancelled = vitest.cancelCurrentRun('keyboard-input');
      if (vitest.config.watch) void cancelled.then(() => vitest.exit(true));
    });
  return interrupted;
}
