import type { Report } from '../../schemas/types.js';
import { fsapi } from '../fsapi/fsapi.js';
import type { Definition } from '../runner/suite.js';
import type { Asked, Asking } from '../session/ask-target.js';
import { type Stopped, wordsFor } from '../session/ending.js';
import { startRun } from '../session/run.js';
import { configuredFor, type Ending, type Told } from './setup.js';
import { broken, passed, type Shown, shownIn, skipped } from './shown.js';

export const endingOf = (error: unknown, words = ''): Ending => {
  const { status, text } = wordsFor(error);
  return { status, text: `${words}${text}\n` };
};

export type Live = Awaited<ReturnType<typeof beginLive>>;

/**
 * Begins the run of these definitions, whose results can be awaited one by one.
 * @param bail the number of failures after which `stopping` ends it, 0 for none @throws as `startRun`
 */
export async function beginLive(chosen: ReadonlySet<Definition>, place: Told, bail: number, stopping: AbortController) {
  const stop = (sentence: string) => stopping.abort({ sentence } satisfies Stopped);
  const uncaught: Error[] = [];
  let words = '';
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
      stop('An error of the suite ended the run.');
    },
    isChosen: (definition) => chosen.has(definition),
  });
  const asking = await run.ask();
  // A check shows its verdict even if the rest of its requirement was not chosen.
  const ids = new Set([...asking.endings.keys()].map(({ id }) => id));
  const reportOf = (known: Asked): Report =>
    run.reportOf({ ...known, unproven: new Set([...known.unproven].filter((id) => !ids.has(id))) });
  let failures = 0;
  const show = async (definition: Definition): Promise<Shown> => {
    const shown = run.redact(await resultIn(asking, definition, reportOf));
    if (shown.state === 'fail') failures += 1;
    if (failures > 0 && failures === bail)
      stop(`Vitest ended the run after ${bail === 1 ? 'a failure' : `${bail} failures`} (--bail).`);
    return shown;
  };
  // Now, since vitest asks for them file by file.
  const results = new Map([...asking.endings.keys()].map((definition) => [definition, show(definition)]));
  return {
    /** When its verdict can no longer change. */
    resultOf: async (definition: Definition): Promise<Shown> =>
      results.get(definition) ?? skipped('This run is not configured for it.'),
    /** Of a requirement that no request shows. */
    resultOfUnasked: (id: string): Shown => shownIn(reportOf(asking.soFar()), { id }),
    end: run.end,
    /** Publishes the folder. @returns beside the ending what the whole report says of a test, but for a fault */
    finish: async () => {
      let report: Report | undefined;
      const last = (definition: Definition) =>
        report && asking.endings.has(definition) ? run.redact(shownIn(report, definition, true)) : undefined;
      try {
        const known = await asking.asked;
        if (known.faults.length === 0) report = reportOf(known);
        if (uncaught[0]) throw uncaught[0];
        const proves = known.faults.length > 0 || known.expected.some(({ id }) => !known.unproven.has(id));
        const status = proves ? (await run.publish(known)).status : 0;
        return { ending: { status, text: words }, last };
      } catch (error) {
        return { ending: endingOf(error, words), last };
      } finally {
        await run.end();
      }
    },
  };
}

async function resultIn(
  { endings, soFar, asked }: Asking,
  definition: Definition,
  reportOf: (known: Asked) => Report,
): Promise<Shown> {
  const over = asked.catch(() => {}).then(() => undefined);
  const result = await Promise.race([endings.get(definition), over]);
  if (result?.kind === 'harness-fault') return broken(result.message);
  if (result?.kind === 'check' && result.verdict === 'pass') return passed(result.durationMs);
  // A decision speaks of all observations of a requirement together.
  const isBeside = ({ kind, id }: Definition) => kind === 'observation' && id === definition.id;
  await Promise.race([Promise.all([...endings].flatMap(([other, its]) => (isBeside(other) ? its : []))), over]);
  return shownIn(reportOf(soFar()), definition);
}
