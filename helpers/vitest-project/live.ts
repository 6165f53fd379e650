import { fsapi } from '../fsapi/fsapi.js';
import { type Definition, selected } from '../runner/suite.js';
import { askedNothing, type Hear } from '../session/asked.js';
import { type Stopped, wordsFor } from '../session/ending.js';
import { startRun } from '../session/run.js';
import { configuredFor, type Place } from './configured.js';
import { broken, passed, type Shown, shownIn, skipped } from './shown.js';

/** How the run ended, for vitest's main process. */
export type Ending = Readonly<{ status: number; text: string }>;

export type Live = Awaited<ReturnType<typeof beginLive>>;

/**
 * Begins the run of these definitions, whose results can be awaited one by one.
 * @param bail the number of failures that end it, 0 for none @throws as `startRun`
 */
export async function beginLive(chosen: ReadonlySet<Definition>, place: Place, bail: number) {
  const stopping = new AbortController();
  const stop = (stopped: Stopped) => stopping.abort(stopped);
  const { suites } = await fsapi.tests();
  const configured = configuredFor(place);
  const uncaught: Error[] = [];
  let failures = 0;
  let words = '';

  const show = (definition: Definition, shown: Shown) => {
    if (shown.state === 'fail') failures += 1;
    if (shown.state === 'fail' && failures === bail)
      stop({ sentence: `Vitest ended the run after ${bail === 1 ? 'a failure' : `${bail} failures`} (--bail).` });
    results.get(definition)?.resolve(run.redact(shown));
  };
  const hear: Hear = (definition, result, soFar) => {
    running.delete(definition);
    if (result.kind === 'harness-fault') return show(definition, broken(result.message));
    if (result.kind === 'check' && result.verdict === 'pass') return show(definition, passed(result.durationMs));
    // A decision speaks of all observations of a requirement together.
    const ofRequirement = asked.filter(({ id }) => id === definition.id);
    if (definition.kind === 'observation' && ofRequirement.some((other) => running.has(other))) return;
    // A check shows its verdict even if the rest of its requirement was not chosen.
    const report = run.reportOf({ ...soFar(), unproven: new Set() });
    for (const one of definition.kind === 'check' ? [definition] : ofRequirement) show(one, shownIn(report, one));
  };
  const run = await startRun(configured, {
    env: process.env,
    cwd: place.cwd,
    tested: fsapi,
    out: { write: (text: string) => (words += text) },
    // A rerun is in nobody's memory.
    keepsFiles: !place.isWatching,
    stop: stopping.signal,
    uncaught: (error) => {
      uncaught.push(error);
      stop({ sentence: 'An error of the suite ended the run.' });
    },
    isChosen: (definition) => chosen.has(definition),
    hear,
  });
  const asked = selected(suites, run.configuration).filter((definition) => chosen.has(definition));
  const results = new Map(asked.map((definition) => [definition, deferred<Shown>()]));
  const running = new Set(asked);
  const nothing = run.reportOf(askedNothing());
  const ended = run.ask();

  return {
    stop,
    /** Lets go of the target, and removes what was not published. */
    end: run.end,
    /** When its verdict can no longer change. */
    resultOf: async (definition: Definition): Promise<Shown> =>
      results.get(definition)?.promise ?? skipped('This run is not configured for it.'),
    /** Of a requirement that no request shows. */
    resultOfUnasked: (id: string): Shown => shownIn(nothing, { id }),
    /** Publishes the folder when the last check has ended. @returns beside the ending what the whole report says */
    finish: async () => {
      let last = (_: Definition): Shown | undefined => undefined;
      try {
        const all = await ended;
        const report = run.reportOf({ ...all, unproven: new Set() });
        last = (definition) => (results.has(definition) ? run.redact(shownIn(report, definition, true)) : undefined);
        for (const definition of asked) show(definition, shownIn(report, definition, true));
        if (uncaught[0]) throw uncaught[0];
        const proves = all.faults.length > 0 || all.expected.some(({ id }) => !all.unproven.has(id));
        const status = proves ? (await run.publish(all)).status : 0;
        return { ending: { status, text: words }, last, isPublished: true };
      } catch (error) {
        const { status, text } = wordsFor(error);
        return { ending: { status, text: `${words}${text}\n` }, last, isPublished: false };
      } finally {
        await run.end();
      }
    },
  };
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
