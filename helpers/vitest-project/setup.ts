import { writeSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, TestProject } from 'vitest/node';
import { vitestOfSuites } from '../../reports/wording/rerun.js';
import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { DecisionEntry } from '../../schemas/types.js';
import type { RunInput } from '../client/context.js';
import type { JournalEntry } from '../evidence/journal.js';
import { fsapi } from '../fsapi/fsapi.js';
import type { Asked } from '../session/ask-target.js';
import { wordsFor } from '../session/ending.js';
import { type Run, startRun } from '../session/run.js';
import { isInteractive, readConfiguration } from '../settings/configuration.js';

/** What the process that runs the tests gets: plain data, in memory only, since it holds keys. */
export interface Given {
  /** Without the specification, which holds functions: the tests have their own. */
  readonly input: Omit<RunInput, 'specification'>;
  readonly decisions: readonly DecisionEntry[];
  /** The files of suites that vitest was asked for, absolute. */
  readonly files: readonly string[];
  /** Of names of tests, as vitest's -t has it. */
  readonly pattern: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    conformance: Given;
  }
}

declare module '@vitest/runner' {
  interface TaskMeta {
    /** What the test checks or observes, known before it runs, and what came of it. */
    probe?: { readonly id: string; readonly name: string; readonly at: number };
    finding?: Finding | HarnessFault;
    /** Of a file: what the run has recorded, and requirements of which vitest was not asked for every check. */
    entries?: JournalEntry[];
    cut?: readonly string[];
  }
}

/**
 * Begins a run before vitest runs the suites, and writes its folder when they have ended; each time of watch mode is a run
 * of its own. The target is the one in `.env` or the environment, else, as for the command, the embedded reference server
 * where somebody asked for it. vitest runs the checks, shows what becomes of them, and has the signals.
 * @returns how to let go of a run that did not end
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { vitest } = project;
  let run: Run | undefined;
  const begin = async () => {
    await run?.end();
    const { env, stdin, stdout } = process;
    const place = { env, cwd: process.cwd() };
    const interactive = isInteractive(env, [stdin, stdout]);
    try {
      const { configuration, ...rest } = readConfiguration({ specification: fsapi, ...place, interactive });
      const configured = { ...rest, command: vitestOfSuites, configuration: { ...configuration, quiet: true } };
      run = await startRun(configured, { ...place, tested: fsapi, out: stdout, keepsFiles: true });
    } catch (error) {
      // In the words of the command: vitest would print a stack.
      process.exit(said(error));
    }
    const { specification: _, ...input } = run.input;
    const pattern = vitest.getGlobalTestNamePattern()?.source ?? '';
    project.provide('conformance', { input, decisions: run.decisions, files: vitest.state.getPaths(), pattern });
  };
  await begin();
  project.onTestsRerun(begin);
  const reporter: Reporter = {
    onTestRunEnd: async (modules) => {
      const ended = run;
      run = undefined;
      const ours = modules.filter((one) => one.project === project);
      if (ended) await report(ended, ours);
    },
  };
  // Not named in vitest.config.ts: who asks for other reporters (`--reporter`) gets the folder of the run, too.
  (vitest as unknown as { reporters: Reporter[] }).reporters.push(reporter);
  return async () => run?.end();
}

/** Writes the folder of the run. vitest ends with the status of the command, which is its own where a test failed. */
async function report(run: Run, modules: readonly TestModule[]): Promise<void> {
  try {
    const came = whatCame(modules, run.input.configuration.only);
    const status = came ? (await run.publish(came)).status : 0;
    if (status !== 0) process.exitCode = status;
  } catch (error) {
    process.exitCode = said(error);
  } finally {
    await run.end();
  }
}

/** Prints an error as the command does. Gives its status. */
function said(error: unknown): number {
  const { text, status } = wordsFor(error);
  writeSync(process.stderr.fd, `${text}\n`);
  return status;
}

/**
 * What came of the tests of a run, as the command has it of its own. Requirements of which a filter of vitest (`-t`) left
 * out a check are left out whole, unless one of those that ran failed: some of its checks prove no requirement.
 * @param only ids that the configuration lets through
 * @returns undefined where nothing is left that a report could be about
 */
function whatCame(modules: readonly TestModule[], only: readonly string[]): Asked | undefined {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const probes = tests
    .flatMap((test) => {
      const { probe, finding } = test.meta();
      return probe ? [{ ...probe, finding }] : [];
    })
    .sort((one, other) => one.at - other.at);
  const findings = probes.flatMap(({ finding }): Finding[] =>
    finding && finding.kind !== 'harness-fault' ? [finding] : [],
  );
  const cut = new Set(modules.flatMap((module) => module.meta().cut ?? []));
  const failed = new Set(findings.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id));
  const isAbout = ({ id }: { readonly id: string }) => !cut.has(id) || failed.has(id);
  const faults = [
    ...tests.flatMap(faultsOf),
    ...modules.flatMap((module) => module.errors().map(({ message }) => fault({ message }))),
  ];
  const expected = probes.filter(isAbout).map(({ id, name }) => ({ id, name }));
  if (expected.length === 0 && faults.length === 0) return undefined;
  return {
    expected,
    findings: findings.filter(isAbout),
    faults,
    entries: modules.flatMap((module) => module.meta().entries ?? []),
    notices: ['vitest ran the checks from their sources. The suite digest is that of the build.'],
    ...(cut.size > 0 && { only: only.filter((id) => isAbout({ id }) && expected.some((one) => one.id === id)) }),
  };
}

/** A probe that threw what no probe throws, and a test that broke before it had a finding. */
function faultsOf(test: TestCase): HarnessFault[] {
  const { finding, probe } = test.meta();
  if (finding?.kind === 'harness-fault') return [finding];
  const { errors = [] } = test.result();
  return probe && !finding ? errors.map(({ message }) => fault({ ...probe, message })) : [];
}

function fault(of: { readonly id?: string; readonly name?: string; readonly message: string }): HarnessFault {
  return { kind: 'harness-fault', id: '', name: '', ...of };
}
