import type { Report } from '../../schemas/types.js';
import { fsapi } from '../fsapi/fsapi.js';
import type { Definition } from '../runner/suite.js';
import type { Asked, Asking } from '../session/ask-target.js';
import { type Stopped, wordsFor } from '../session/ending.js';
import { startRun } from '../session/run.js';
import { configuredFor, type Ending, type Told } from './setup.js';
import { broken, passed, reportedIn, skipped, type TestResult } from './test-results.js';

export const endingOf = (error: unknown, words = ''): Ending => {
  const { status, text } = wordsFor(error);
  return { status, text: `${words}${text}\n` };
};

export type Live = Awaited<ReturnType<typeof beginLive>>;

/** Begins the run of these definitions. @param bail how many failures let `stopping` end it, 0 for none */
export async function beginLive(chosen: ReadonlySet<Definition>, place: Told, bail: number, stopping: AbortController) {
  const stop = (sentence: string) => stopping.abort({ sentence } satisfies Stopped);
  const said: Said = { words: '', uncaught: [], isShard: place.isShard };
  const run = await startRun(configuredFor(place), {
    env: process.env,
    cwd: place.cwd,
    tested: fsapi,
    out: { write: (text: string) => (said.words += text) },
    // A later run must not build on a rerun.
    keepsFiles: !place.isWatching,
    stop: stopping.signal,
    uncaught: (error) => {
      said.uncaught.push(error);
      stop('An error of the suite ended the run.');
    },
    isChosen: (definition) => chosen.has(definition),
  });
  const asking = await run.ask();
  // A check shows its verdict even if the rest of its requirement was not chosen.
  const ids = new Set([...asking.endings.keys()].map(({ id }) => id));
  const reportOf = (asked: Asked): Report =>
    run.reportOf({ ...asked, unproven: new Set([...asked.unproven].filter((id) => !ids.has(id))) });
  let failures = 0;
  const show = async (definition: Definition): Promise<TestResult> => {
    const testResult = run.redact(await resultIn(asking, definition, reportOf));
    if (testResult.state === 'fail') failures += 1;
    if (failures > 0 && failures === bail)
      stop(`Vitest ended the run after ${bail === 1 ? 'a failure' : `${bail} failures`} (--bail).`);
    return testResult;
  };
  // Now, since vitest asks for them file by file.
  const results = new Map([...asking.endings.keys()].map((definition) => [definition, show(definition)]));
  // A silent target was asked nothing.
  const unasked = results.size === 0 ? asking.soFar().stopped?.sentence : undefined;
  return {
    /** When its verdict can no longer change. */
    resultOf: async (definition: Definition): Promise<TestResult> =>
      results.get(definition) ?? skipped(unasked ?? 'This run is not configured for it.'),
    /** The result of a requirement that no request shows. */
    resultOfUnasked: (id: string): TestResult => reportedIn(reportOf(asking.soFar()), { id }),
    end: run.end,
    finish: () => finish(run, asking, reportOf, said),
  };
}

/** Whether a run has a verdict: some checks of a requirement that pass prove nothing. */
function decides({ expected, faults, findings, unproven }: Asked, isShard: boolean) {
  if (expected.length === 0) return !isShard;
  const isOpen = faults.length > 0 || findings.some(({ verdict }) => verdict === 'inconclusive');
  return isOpen || expected.some(({ id }) => !unproven.has(id));
}

type Said = { words: string; readonly uncaught: Error[]; readonly isShard: boolean };
const partly = 'Parts of requirements were asked, and none failed: no verdict, and no report.';

/** @returns the ending, and what the whole report says of a test unless the run had a fault */
async function finish(run: Awaited<ReturnType<typeof startRun>>, asking: Asking, reportOf: ReportOf, said: Said) {
  let report: Report | undefined;
  const last = (definition: Definition) =>
    report && asking.endings.has(definition) ? run.redact(reportedIn(report, definition, true)) : undefined;
  try {
    const asked = await asking.asked;
    if (asked.faults.length === 0) report = reportOf(asked);
    const [error] = said.uncaught;
    if (error) throw error;
    const isDecided = decides(asked, said.isShard);
    const status = isDecided ? (await run.publish(asked)).status : 0;
    return { ending: { status, text: isDecided ? said.words : `${said.words}${partly}\n` }, last };
  } catch (error) {
    return { ending: endingOf(error, said.words), last };
  } finally {
    await run.end();
  }
}

type ReportOf = (asked: Asked) => Report;

async function resultIn(asking: Asking, definition: Definition, reportOf: ReportOf) {
  const { endings, soFar } = asking;
  const over = asking.asked.catch(() => {}).then(() => undefined);
  const result = await Promise.race([endings.get(definition), over]);
  if (result?.kind === 'harness-fault') return broken(result.message);
  if (result?.kind === 'check' && result.verdict === 'pass') return passed(result.durationMs);
  // A decision speaks of all observations of a requirement together.
  const observed = [...endings].filter(([{ kind, id }]) => kind === 'observation' && id === definition.id);
  await Promise.race([Promise.all(observed.map(([, ending]) => ending)), over]);
  return reportedIn(reportOf(soFar()), definition);
}
