import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../../reports/terminal/terminal.js';
import type { Finding, HarnessFault } from '../../schemas/finding.js';
import { type RunContext, stop } from '../client/context.js';
import { recordUnderWay } from '../client/record-exchange.js';
import { stackOf } from '../client/stack-of.js';
import { emptyJournal, evidenceOf } from '../evidence/journal.js';
import { beginChecks } from '../runner/judge.js';
import { endRun, openContext } from '../runner/open-context.js';
import { type Definition, selected } from '../runner/suite.js';
import { type Stopped, stoppedBy, whenStopped } from './ending.js';
import type { Environment, Prepared } from './prepare.js';

/** Requests under way at a signal may end. */
const lastWordsMs = 300;
const progressMs = 250;

export type Asking = Awaited<ReturnType<typeof askTarget>>;
export type Asked = ReturnType<Asking['soFar']>;

type Result = Finding | HarnessFault;
type Results = { readonly ended: Map<Definition, Finding>; readonly faults: HarnessFault[] };

/** Begins all chosen checks and shows their progress until they end or `signal` ends them. */
export async function askTarget(
  { tested, input }: Prepared,
  { isChosen = () => true }: Pick<Environment, 'isChosen'>,
  { signal, terminal }: { readonly signal: AbortSignal; readonly terminal: Terminal },
) {
  const { suites, atEnd, bodies } = await tested.tests();
  const selectable = selected(suites, input.configuration);
  const expected = selectable.filter(isChosen);
  const leftOut = selectable.filter((definition) => !isChosen(definition));
  const run = openContext(input, expected, { bodies });
  const results: Results = { ended: new Map(), faults: [] };
  const endings = beginAll(run, expected, results);
  const soFar = () => knownOf(run, { expected, leftOut }, results, signal);
  const done = Promise.all(endings.values())
    .then(() => endRun(run, atEnd))
    .catch((error: unknown) => {
      const message = run.redactor.redact(stackOf(error));
      results.faults.push({ kind: 'harness-fault', id: '', name: 'end of the run', message });
    });
  const showProgress = () =>
    terminal.progress({ ended: results.ended.size, expected: expected.length, failed: failedIn(results).size });
  const ticking = setInterval(showProgress, progressMs);
  const asked = overOf(run, done, signal).then(soFar);
  return { endings, soFar, asked: asked.finally(() => clearInterval(ticking)) };
}

/** @returns settles each when its verdict can no longer change; none rejects */
function beginAll(run: RunContext, expected: readonly Definition[], { ended, faults }: Results) {
  const judged = beginChecks(run, expected);
  const noted = async (definition: Definition, at: number): Promise<Result> => {
    const result = (await judged[at]) as Result;
    if (result.kind === 'harness-fault') faults.push(result);
    else ended.set(definition, result);
    return result;
  };
  return new Map(expected.map((definition, at) => [definition, noted(definition, at)]));
}

const failedIn = ({ ended }: Results) =>
  new Set([...ended.values()].flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])));

function knownOf(
  run: RunContext,
  { expected, leftOut }: Readonly<Record<'expected' | 'leftOut', readonly Definition[]>>,
  results: Results,
  signal: AbortSignal,
) {
  const { ended, faults } = results;
  const outside = stoppedBy(signal);
  const stopped = outside ?? (run.stopped === undefined ? undefined : { sentence: run.stopped });
  const failed = failedIn(results);
  const unproven = leftOut.flatMap(({ id }) => (failed.has(id) ? [] : [id]));
  return {
    /** In the order of definition. */
    expected: expected.map(({ id, name }) => ({ id, name })),
    /** In the same order; an unfinished check is inconclusive. */
    findings: expected.flatMap((definition) => ended.get(definition) ?? unfinished(definition, stopped)),
    /** Whether every check ended by itself, or the target was lost. */
    isComplete: ended.size === expected.length && !outside && (!run.stopped || run.gate.isLost(run.stopped)),
    faults: [...faults],
    evidence: evidenceOf(run.journal, run.connection.disordered),
    stopped,
    /** Requirements without a failure, of which a check was not chosen: the others do not prove them. */
    unproven: new Set(unproven),
  };
}

async function overOf(run: RunContext, done: Promise<unknown>, signal: AbortSignal): Promise<void> {
  await Promise.race([whenStopped(signal), done]);
  const outside = stoppedBy(signal);
  if (outside) {
    stop(run, outside.sentence);
    await Promise.race([done, sleep(lastWordsMs)]);
  }
  recordUnderWay(run);
}

/** The finding of a check that did not end; none for an observation. */
export function unfinished({ kind, id, name }: Pick<Definition, 'kind' | 'id' | 'name'>, stopped?: Stopped): Finding[] {
  const reason = `Not finished. ${stopped?.sentence ?? 'The run was cut short.'}`;
  const nothing = { exchanges: [], durationMs: 0, retried: 0 };
  return kind === 'check' ? [{ kind, id, name, ...nothing, verdict: 'inconclusive', reason, unanswered: true }] : [];
}

export function askingNothing(stopped: Stopped | undefined): Asking {
  const nothing = { expected: [], findings: [], isComplete: false, faults: [], unproven: new Set<string>() };
  const asked = { ...nothing, evidence: evidenceOf(emptyJournal()), stopped };
  return { endings: new Map(), soFar: () => asked, asked: Promise.resolve(asked) };
}
