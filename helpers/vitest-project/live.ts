import type { Report } from '../../schemas/types.js';
import { fsapi } from '../fsapi/fsapi.js';
import { type Definition, selected, titleOf } from '../runner/suite.js';
import { type Asked, askedNothing, type Hear } from '../session/asked.js';
import { type Stopped, wordsFor } from '../session/ending.js';
import { startRun } from '../session/run.js';
import { configuredFor, type Place } from './configured.js';
import { broken, passed, type Shown, shownIn, skipped } from './shown.js';

/** How the run ended, for vitest's main process. `error`: why nothing was published. */
export type Ending = Readonly<{ status: number; text: string; error?: string }>;

export const endingOf = (error: unknown, words = ''): Ending => {
  const { status, text } = wordsFor(error);
  return { status, text: `${words}${text}\n`, error: text };
};

type Chosen = ReadonlySet<Definition>;
type Run = Awaited<ReturnType<typeof startRun>>;

/** `bail`: the number of failures that `stopping` ends the run after, 0 for none. */
export type Stops = Readonly<{ stopping: AbortController; bail: number }>;

/** Starts the run of these definitions. @throws as `startRun` */
export async function beginLive(chosen: Chosen, place: Place, { stopping, bail }: Stops): Promise<Live> {
  const uncaught: Error[] = [];
  let words = '';
  let hear: Hear = () => {};
  const run = await startRun(configuredFor(place), {
    env: process.env,
    cwd: place.cwd,
    tested: fsapi,
    out: { write: (text: string) => (words += text) },
    // A rerun is in nobody's memory.
    keepsFiles: !place.isWatching,
    stop: stopping.signal,
    uncaught: (error) => {
      uncaught.push(error);
      stopping.abort({ sentence: 'An error of the suite ended the run.' } satisfies Stopped);
    },
    isChosen: (definition) => chosen.has(definition),
    hear: (...result) => hear(...result),
  });
  const { suites } = await fsapi.tests();
  const live = new Live(run, selected(suites, run.configuration), chosen, {
    bail,
    stopping,
    uncaught,
    words: () => words,
  });
  hear = live.hear;
  live.ask();
  return live;
}

type Around = Stops & Readonly<{ uncaught: readonly Error[]; words: () => string }>;

/** A run whose results can be awaited one by one. */
export class Live {
  readonly #run: Run;
  readonly #around: Around;
  readonly #asked: readonly Definition[];
  readonly #unproven: ReadonlySet<string>;
  readonly #results: ReadonlyMap<Definition, ReturnType<typeof deferred<Shown>>>;
  readonly #running: Set<Definition>;
  readonly #nothing: Report;
  #failures = 0;
  #ended: Promise<Asked> | undefined;
  #last: Promise<ReadonlyMap<Definition, Shown> | undefined> | undefined;

  constructor(run: Run, all: readonly Definition[], chosen: Chosen, around: Around) {
    this.#run = run;
    this.#around = around;
    this.#asked = all.filter((definition) => chosen.has(definition));
    const ids = new Set(this.#asked.map(({ id }) => id));
    this.#unproven = new Set(all.flatMap(({ id }) => (ids.has(id) ? [] : [id])));
    this.#results = new Map(this.#asked.map((definition) => [definition, deferred<Shown>()]));
    this.#running = new Set(this.#asked);
    this.#nothing = this.#reportOf(askedNothing());
  }

  /** A check shows its verdict even if the rest of its requirement was not chosen. */
  #reportOf(known: Asked): Report {
    return this.#run.reportOf({ ...known, unproven: this.#unproven });
  }

  ask(): void {
    this.#ended = this.#run.ask();
    this.#last = this.#ended.then((known) => this.#lastOf(known)).catch(() => undefined);
    void this.#last.then((last) => {
      const unknown = skipped('The run ended with an error.');
      for (const [definition, { resolve }] of this.#results) resolve(last?.get(definition) ?? unknown);
    });
  }

  readonly hear: Hear = (definition, result, soFar) => {
    this.#running.delete(definition);
    if (result.kind === 'harness-fault') return this.#show(definition, broken(result.message));
    if (result.kind === 'check' && result.verdict === 'pass') return this.#show(definition, passed(result.durationMs));
    // A decision speaks of all observations of a requirement together.
    const ofRequirement = this.#asked.filter(({ id }) => id === definition.id);
    if (definition.kind === 'observation' && ofRequirement.some((other) => this.#running.has(other))) return;
    const report = this.#reportOf(soFar());
    for (const one of definition.kind === 'check' ? [definition] : ofRequirement) this.#show(one, shownIn(report, one));
  };

  #show(definition: Definition, shown: Shown): void {
    const { bail, stopping } = this.#around;
    if (shown.state === 'fail') this.#failures += 1;
    if (shown.state === 'fail' && this.#failures === bail) {
      const after = bail === 1 ? 'a failure' : `${bail} failures`;
      stopping.abort({ sentence: `Vitest ended the run after ${after} (--bail).` } satisfies Stopped);
    }
    this.#results.get(definition)?.resolve(this.#run.redact(shown));
  }

  #lastOf(known: Asked): ReadonlyMap<Definition, Shown> {
    const report = this.#reportOf(known);
    const faulty = new Set(known.faults.map(titleOf));
    const sound = this.#asked.filter((definition) => !faulty.has(titleOf(definition)));
    return new Map(sound.map((definition) => [definition, this.#run.redact(shownIn(report, definition, true))]));
  }

  /** Lets go of the target, and removes what was not published. */
  end(): Promise<void> {
    return this.#run.end();
  }

  /** When its verdict can no longer change. */
  async resultOf(definition: Definition): Promise<Shown> {
    return this.#results.get(definition)?.promise ?? skipped('This run is not configured for it.');
  }

  /** Of a requirement that no request shows. */
  resultOfUnasked(id: string): Shown {
    return shownIn(this.#nothing, { id });
  }

  /** What the whole report says of each test, but for faults of the suite; undefined without a report. */
  async last(): Promise<ReadonlyMap<Definition, Shown> | undefined> {
    return this.#last;
  }

  /** Publishes the folder when the last check has ended. */
  async finish(): Promise<Ending> {
    const { uncaught, words } = this.#around;
    try {
      const known = (await this.#ended) as Asked;
      const [error] = uncaught;
      if (error) throw error;
      const proves = known.faults.length > 0 || known.expected.some(({ id }) => !known.unproven.has(id));
      const status = proves ? (await this.#run.publish(known)).status : 0;
      return { status, text: words() };
    } catch (error) {
      return endingOf(error, words());
    } finally {
      await this.#run.end();
    }
  }
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
