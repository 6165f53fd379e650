import { writeFileSync } from 'node:fs';
import {
  describe,
  inject,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
  TestRunner,
  type TestRunnerConfig,
  type VitestTestRunner,
} from 'vitest';
import { type Suite, suitesOf } from '../runner/suite.js';
import type { Stopped } from '../session/ending.js';
import { beginLive, type Ending, endingOf, type Live } from './live.js';
import type { Told } from './setup.js';
import type { Shown } from './shown.js';
import { errorOf, failFile, isFile, nameOf, setResult, siteOf, type Test, testsOf } from './tasks.js';

declare module 'vitest' {
  interface ProvidedContext {
    conformance: Told;
  }
}

type Spec = Readonly<{ filepath: string; testLocations?: readonly number[]; testNamePattern?: RegExp }>;

/** Registers what suite files describe as suites and tests of vitest, which wait for the results of one run. */
export default class SuiteRunner extends TestRunner {
  readonly #bail: number;
  readonly #tests = new Map<RunnerTestCase, Test>();
  readonly #shown = new WeakMap<RunnerTestCase, Shown>();
  readonly #stopping = new AbortController();
  #begun: Promise<void> | undefined;
  #live: Live | undefined;
  /** Why there is no run. */
  #failure: Ending | undefined;

  constructor(config: TestRunnerConfig) {
    const own = config as ConstructorParameters<typeof TestRunner>[0];
    super(own);
    // Vitest would end the worker before the folder is published: the run stops itself, and its other tests are skipped.
    this.#bail = own.bail ?? 0;
    own.bail = 0;
    // Tests only wait, and a suite says itself where it is.
    own.maxConcurrency = Number.POSITIVE_INFINITY;
    own.includeTaskLocation = false;
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
    const { name, definition, places } = test;
    const task = TestRunner.getCurrentSuite().task(name, {
      concurrent: true,
      timeout: inject('conformance').timeoutMs,
      handler: async ({ skip }) => {
        const live = this.#live as Live;
        const shown = await (definition ? live.resultOf(definition) : live.resultOfUnasked(test.id));
        this.#shown.set(task, shown);
        if (shown.state === 'skip') skip(shown.text);
        if (shown.state === 'fail') throw errorOf(shown, places);
      },
    });
    const [own, ofSuite] = places.map(siteOf);
    task.location = own;
    if (task.suite) task.suite.location = ofSuite;
    this.#tests.set(task, test);
  }

  /** What the filters of files, lines and names select, in all files of this run. */
  async #choose(): Promise<Test[]> {
    const chosen: Test[] = [];
    for (const { filepath, testLocations = [], testNamePattern = this.config.testNamePattern } of this.#specs) {
      const isAt = ({ places }: Test) =>
        testLocations.length === 0 || places.some((place) => testLocations.includes(siteOf(place).line));
      // As vitest joins the names.
      const isNamed = (test: Test) => !testNamePattern || `${nameOf(test)} ${test.name}`.match(testNamePattern);
      const suites = await this.#suitesIn(filepath);
      chosen.push(...suites.flatMap(testsOf).filter((test) => isAt(test) && isNamed(test)));
    }
    return chosen;
  }

  /** Begins the run with the first file: phases hold over all. `vitest list` never calls it, and sends nothing. */
  async onBeforeRunFiles(): Promise<void> {
    this.#begun ??= this.#begin();
    await this.#begun;
  }

  async #begin(): Promise<void> {
    const chosen = await this.#choose();
    if (chosen.length === 0) return;
    const definitions = new Set(chosen.flatMap(({ definition }) => definition ?? []));
    try {
      process.on('SIGINT', ignore).on('SIGTERM', ignore).once('disconnect', this.#leave);
      const stops = { stopping: this.#stopping, bail: this.#bail };
      this.#live = await beginLive(definitions, inject('conformance'), stops);
    } catch (error) {
      this.#failure = endingOf(error);
    }
  }

  /** Where the run could not begin, the first file says why, and the others are skipped. */
  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (this.#failure && isFile(suite)) {
      const isFirst = suite.filepath === this.#specs[0]?.filepath;
      if (isFirst) failFile(suite, this.#failure.text);
      else suite.mode = 'skip';
    }
    await super.onBeforeRunSuite(suite);
  }

  /** Gives a test the duration of its check, and has what was sent follow what vitest shows of both sides. */
  override onAfterRunTask(task: RunnerTestCase): void {
    const shown = this.#shown.get(task);
    const { result } = task;
    if (result && shown) result.duration = shown.durationMs;
    const error = result?.errors?.[0];
    if (error && shown?.detail) error.diff = [error.diff, shown.detail].filter(Boolean).join('\n\n');
    super.onAfterRunTask(task);
  }

  /** Publishes after the last file. */
  override async onAfterRunFiles(files: readonly RunnerTestFile[] = []): Promise<void> {
    const [file] = files;
    if (file && file.filepath === this.#specs.at(-1)?.filepath) await this.#finish(file);
    super.onAfterRunFiles();
  }

  async #finish(file: RunnerTestFile): Promise<void> {
    const ending = this.#live ? await this.#live.finish() : this.#failure;
    // Vitest ends its worker by SIGTERM.
    process.off('SIGTERM', ignore).off('disconnect', this.#leave);
    if (!ending) return;
    const { endingFile, isWatching } = inject('conformance');
    if (isWatching) process.stdout.write(ending.text);
    else writeFileSync(endingFile, JSON.stringify(ending));
    const last = await this.#live?.last();
    for (const [task, { definition, places }] of this.#tests) {
      const shown = definition && last?.get(definition);
      if (!shown || !task.result || this.#shown.get(task)?.state === shown.state) continue;
      setResult(task, shown, places);
      await this.#update(task);
    }
    if (!this.#live || ending.error === undefined) return;
    failFile(file, ending.error);
    await this.#update(file);
  }

  /** Reports once more what changed after it was reported. */
  async #update(task: RunnerTask): Promise<void> {
    const event = task.type === 'test' ? 'test-finished' : 'suite-finished';
    await (this as VitestTestRunner).onTaskUpdate?.([[task.id, task.result, task.meta]], [[task.id, event, undefined]]);
  }

  /** All files report their tests: the run ends early, and its other tests are skipped. */
  override cancel(): void {
    this.#stopping.abort({ sentence: 'The run was interrupted.', status: 130 } satisfies Stopped);
  }

  /** Where vitest's main process has ended, nothing of this run stays. */
  readonly #leave = async (): Promise<void> => {
    this.cancel();
    await this.#begun;
    await this.#live?.end();
    process.kill(process.pid, 'SIGKILL');
  };
}

/** Signals are the main process's, which cancels the run. */
const ignore = () => {};
