import { writeFileSync } from 'node:fs';
import { describe, inject, type RunnerTestCase, type RunnerTestFile, TestRunner, type VitestTestRunner } from 'vitest';
import { requirementOf } from '../../schemas/specification.js';
import { fsapi } from '../fsapi/fsapi.js';
import { type Suite, suitesOf } from '../runner/suite.js';
import type { Stopped } from '../session/ending.js';
import { beginLive, endingOf, type Live } from './live.js';
import type { Ending, Told } from './setup.js';
import { errorOf, siteOf, skipped, type Test, type TestResult, testsOf } from './test-results.js';

declare module 'vitest' {
  interface ProvidedContext {
    conformance: Told;
  }
}

type Spec = Readonly<{ filepath: string; testLocations?: readonly number[]; testNamePattern?: RegExp }>;

/** `ACCT-01 Listing accounts …`. */
const nameOf = ({ id }: Suite) => `${id} ${requirementOf(fsapi, id).title}`;

/** The main process hears signals, and cancels the run. */
const ignore = () => {};

/** Registers suites and tests of vitest, which wait for the results of one run. */
export default class SuiteRunner extends TestRunner {
  readonly #bail: number;
  readonly #stopping = new AbortController();
  readonly #tests = new Map<RunnerTestCase, Test>();
  readonly #results = new WeakMap<RunnerTestCase, TestResult>();
  #begun: Promise<void> | undefined;
  #live: Live | undefined;
  /** Why there is no run. */
  #failure: Ending | undefined;

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    // Vitest would end the worker before the folder is published, so the run stops itself.
    this.#bail = config.bail ?? 0;
    // Tests only wait, and suites know their places.
    Object.assign(config, { bail: 0, maxConcurrency: Number.POSITIVE_INFINITY, includeTaskLocation: false });
  }

  get #specs(): readonly Spec[] {
    return (this as unknown as { workerState: { ctx: { files: Spec[] } } }).workerState.ctx.files;
  }

  async #suitesIn(filepath: string): Promise<readonly Suite[]> {
    return suitesOf((await super.importFile(filepath, 'collect')) as object);
  }

  override async importFile(filepath: string, source: 'collect' | 'setup'): Promise<unknown> {
    if (source === 'setup') return super.importFile(filepath, source);
    const suites = await this.#suitesIn(filepath);
    for (const suite of suites)
      describe(nameOf(suite), { concurrent: true }, () => {
        for (const test of testsOf(suite)) this.#register(test);
      });
    return suites;
  }

  #register(test: Test): void {
    const { name, definition, suite, place } = test;
    const task = TestRunner.getCurrentSuite().task(name, {
      concurrent: true,
      timeout: inject('conformance').timeoutMs,
      handler: async ({ skip }) => {
        const result = definition ? this.#live?.resultOf(definition) : this.#live?.resultOfUnasked(suite.id);
        const testResult = (await result) ?? skipped('The run could not begin.');
        this.#results.set(task, testResult);
        if (testResult.state === 'skip') skip(testResult.text);
        if (testResult.state === 'fail') throw errorOf(testResult, place);
      },
    });
    task.location = siteOf(place);
    if (task.suite) task.suite.location = siteOf(suite.place);
    this.#tests.set(task, test);
  }

  /** Selects tests by file, line and name. */
  async #choose(): Promise<Test[]> {
    const chosen: Test[] = [];
    for (const { filepath, testLocations = [], testNamePattern = this.config.testNamePattern } of this.#specs) {
      const isAt = ({ place, suite }: Test) =>
        testLocations.length === 0 || [place, suite.place].some((site) => testLocations.includes(siteOf(site).line));
      // Vitest joins names like this.
      const isNamed = ({ name, suite }: Test) => !testNamePattern || `${nameOf(suite)} ${name}`.match(testNamePattern);
      const suites = await this.#suitesIn(filepath);
      chosen.push(...suites.flatMap(testsOf).filter((test) => isAt(test) && isNamed(test)));
    }
    return chosen;
  }

  /** Begins the run with the first file. `vitest list` does not call it. */
  async onBeforeRunFiles(): Promise<void> {
    this.#begun ??= this.#begin();
    await this.#begun;
  }

  async #begin(): Promise<void> {
    const chosen = await this.#choose();
    const given = inject('conformance');
    // A shard may have none of them.
    if (chosen.length === 0 && !given.isShard)
      this.#failure = { status: 2, text: 'No test has this name or line, so nothing was sent.\n' };
    if (chosen.length === 0) return;
    const definitions = new Set(chosen.flatMap(({ definition }) => definition ?? []));
    process.on('SIGINT', ignore).on('SIGTERM', ignore).once('disconnect', this.#leave);
    try {
      this.#live = await beginLive(definitions, given, this.#bail, this.#stopping);
    } catch (error) {
      this.#failure = endingOf(error);
    }
  }

  /** Gives a test the duration of its check, and adds the exchange to vitest's diff. */
  override onAfterRunTask(task: RunnerTestCase): void {
    const testResult = this.#results.get(task);
    const { result } = task;
    if (result && testResult) result.duration = testResult.durationMs;
    const error = result?.errors?.[0];
    if (error && testResult?.detail) error.diff = [error.diff, testResult.detail].filter(Boolean).join('\n\n');
    super.onAfterRunTask(task);
  }

  override async onAfterRunFiles(files: readonly RunnerTestFile[] = []): Promise<void> {
    if (files[0]?.filepath === this.#specs.at(-1)?.filepath) await this.#finish();
    super.onAfterRunFiles();
  }

  /** Publishes, and withdraws verdicts that a later response made doubtful. */
  async #finish(): Promise<void> {
    const finished = await this.#live?.finish();
    const ending = finished?.ending ?? this.#failure;
    // Vitest ends its worker by SIGTERM.
    process.off('SIGTERM', ignore).off('disconnect', this.#leave);
    const { endingFile, isWatching } = inject('conformance');
    if (ending && isWatching) process.stdout.write(ending.text);
    if (ending) writeFileSync(endingFile, JSON.stringify(ending));
    for (const [task, { definition }] of this.#tests) {
      const testResult = definition && finished?.last(definition);
      if (testResult?.state !== 'skip' || !task.result || task.result.state === 'skip') continue;
      task.mode = 'skip';
      const result = { state: 'skip' as const, note: testResult.text, pending: true, duration: testResult.durationMs };
      task.result = result;
      const { id, meta } = task;
      await (this as VitestTestRunner).onTaskUpdate?.([[id, result, meta]], [[id, 'test-finished', undefined]]);
    }
  }

  /** Ends the run early, with all tests reported. */
  override cancel(): void {
    this.#stopping.abort({ sentence: 'The run was interrupted.', status: 130 } satisfies Stopped);
  }

  /** Leaves nothing of the run if vitest's main process has ended. */
  readonly #leave = async (): Promise<void> => {
    this.cancel();
    await this.#begun;
    await this.#live?.end();
    process.kill(process.pid, 'SIGKILL');
  };
}
