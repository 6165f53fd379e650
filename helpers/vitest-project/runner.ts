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
import { wordsFor } from '../session/ending.js';
import { beginLive, type Live } from './live.js';
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
  #hasBegun = false;
  #live: Live | undefined;
  #failure: unknown;
  #release = () => {};

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
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const chosen = await this.#choose();
    if (chosen.length === 0) return;
    const definitions = new Set(chosen.flatMap(({ definition }) => definition ?? []));
    try {
      this.#live = await beginLive(definitions, inject('conformance'), this.#bail);
      this.#release = holdSignals(this.#live);
    } catch (error) {
      this.#failure = error;
    }
  }

  /** Where the run could not begin, the first file says why, and the others are skipped. */
  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (this.#failure && isFile(suite)) {
      const isFirst = suite.filepath === this.#specs[0]?.filepath;
      if (isFirst) failFile(suite, wordsFor(this.#failure).text);
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
    const finished = await this.#live?.finish();
    this.#release();
    const failure = this.#failure === undefined ? undefined : wordsFor(this.#failure);
    const ending = finished?.ending ?? (failure && { ...failure, text: `${failure.text}\n` });
    if (!ending) return;
    const { endingFile, isWatching } = inject('conformance');
    if (isWatching) process.stdout.write(ending.text);
    else writeFileSync(endingFile, JSON.stringify(ending));
    for (const [task, { definition, places }] of this.#tests) {
      const shown = definition && finished?.last(definition);
      if (!shown || !task.result || this.#shown.get(task)?.state === shown.state) continue;
      setResult(task, shown, places);
      await this.#update(task);
    }
    if (!finished || finished.isPublished) return;
    failFile(file, ending.text);
    await this.#update(file);
  }

  /** Reports once more what changed after it was reported. */
  async #update(task: RunnerTask): Promise<void> {
    const event = task.type === 'test' ? 'test-finished' : 'suite-finished';
    await (this as VitestTestRunner).onTaskUpdate?.([[task.id, task.result, task.meta]], [[task.id, event, undefined]]);
  }

  /** All files report their tests: the run ends early, and its other tests are skipped. */
  override cancel(): void {
    this.#live?.stop({ sentence: 'The run was interrupted.', status: 130 });
  }
}

/** Signals are the main process's, which cancels; where that process has ended, nothing of this run stays. */
function holdSignals({ end }: Live): () => void {
  const ignore = () => {};
  const leave = () => void end().finally(() => process.kill(process.pid, 'SIGKILL'));
  process.on('SIGINT', ignore).on('SIGTERM', ignore).once('disconnect', leave);
  return () => void process.off('SIGINT', ignore).off('SIGTERM', ignore).off('disconnect', leave);
}
