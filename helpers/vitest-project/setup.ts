import { existsSync, mkdtempSync, readFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject, Vitest } from 'vitest/node';
import { wordsFor } from '../session/ending.js';
import { isInteractive } from '../settings/configuration.js';
import { UsageError } from '../settings/usage-error.js';
import { configuredFor, type Place } from './configured.js';
import type { Ending } from './live.js';

/** What the main process tells the worker. */
export type Told = Place & Readonly<{ timeoutMs: number; endingFile: string }>;

/** Beyond the deadline, for a target to start and a folder to be written. */
const graceSeconds = 90;

/**
 * Reads the configuration before any worker starts. The run itself is in the worker (runner.ts).
 * @returns shows how it ended, as the last thing, and has vitest end with the status of the command
 */
export function setup(project: TestProject): () => void {
  const { env, stdin, stdout, stderr } = process;
  const interactive = isInteractive(env, [stdin, stdout]);
  const place = { cwd: process.cwd(), interactive, isWatching: project.vitest.config.watch };
  const endingFile = join(mkdtempSync(join(tmpdir(), 'ending-')), 'ending.json');
  try {
    refuse(project);
    const { deadlineSeconds } = configuredFor(place).configuration;
    const timeoutMs = (deadlineSeconds + graceSeconds) * 1000;
    project.provide('conformance', { ...place, endingFile, timeoutMs });
  } catch (error) {
    const { text, status } = wordsFor(error);
    writeSync(stderr.fd, `${text}\n`);
    process.exit(status);
  }
  const interrupted = hearSignals(project.vitest);
  return () => {
    const ending = existsSync(endingFile) ? (JSON.parse(readFileSync(endingFile, 'utf8')) as Ending) : undefined;
    if (ending) stdout.write(ending.text);
    const status = interrupted.status ?? ending?.status ?? 0;
    if (status !== 0) process.exitCode = status;
  };
}

/** @throws UsageError for what vitest offers and a run cannot keep */
function refuse({ config, vitest }: TestProject): void {
  const offers = {
    '--retry': [config.retry, 'the run repeats by itself what has to be repeated'],
    '--ui': [vitest.config.ui, 'each run writes a page, report.html'],
    '--isolate': [config.isolate, 'all files are one run'],
    '--pool': [config.pool !== 'forks', 'the run needs a process of its own'],
  };
  for (const [option, [isGiven, because]] of Object.entries(offers))
    if (isGiven) throw new UsageError(`${option} is not for the project conformance: ${because}.`);
}

const statusOf = { SIGINT: 130, SIGTERM: 143 } as const;

/** In the place of vitest, which would end before the folder is written. A second signal ends the process at once. */
function hearSignals(vitest: Vitest): { readonly status?: number } {
  const interrupted: { status?: number } = {};
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.removeAllListeners(signal).on(signal, () => {
      if (interrupted.status !== undefined) process.exit(interrupted.status);
      interrupted.status = statusOf[signal];
      process.exitCode = interrupted.status;
      const cancelled = vitest.cancelCurrentRun('keyboard-input');
      if (vitest.config.watch) void cancelled.then(() => vitest.exit(true));
    });
  return interrupted;
}
