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

/** After a signal nothing is sent, but what requests under way create within this time is reported. */
const lastWordsMs = 300;
const progressMs = 250;

/** A run that asks, and what it knows: so far, and in the end. */
export type Asking = Awaited<ReturnType<typeof askTarget>>;
export type Asked = ReturnType<Asking['soFar']>;

/** Begins all chosen checks and shows their progress until they end or `signal` ends them. */
export async function askTarget(
  { tested, input }: Prepared,
  { isChosen = () => true }: Pick<Environment, 'isChosen'>,
  { signal, terminal }: { readonly signal: AbortSignal; readonly terminal: Terminal },
) {
  const { suites, atEnd, ...made } = await tested.tests();
  const selectable = selected(suites, input.configuration);
  const expected = selectable.filter(isChosen);
  const run = openContext(input, expected, made);
  const ended = new Map<Definition, Finding>();
  const faults: HarnessFault[] = [];
  const judged = beginChecks(run, expected);
  const heard = async (definition: Definition, at: number) => {
    const result = (await judged[at]) as Finding | HarnessFault;
    if (result.kind === 'harness-fault') faults.push(result);
    else ended.set(definition, result);
    return result;
  };
  /** Each settles when its verdict can no longer change. None rejects. */
  const endings: ReadonlyMap<Definition, Promise<Finding | HarnessFault>> = new Map(
    expected.map((definition, at) => [definition, heard(definition, at)]),
  );
  const failed = () => new Set([...ended.values()].flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])));
  const soFar = () => {
    const leftOut = selectable.filter((one) => !isChosen(one) && !failed().has(one.id));
    const byItself = run.stopped === undefined ? undefined : { sentence: run.stopped };
    const stopped: Stopped | undefined = stoppedBy(signal) ?? byItself;
    return {
      /** In the order of definition. */
      expected: expected.map(({ id, name }) => ({ id, name })),
      /** In the same order; an unfinished check is inconclusive. */
      findings: expected.flatMap((one) => ended.get(one) ?? unfinished(one, stopped)),
      /** Whether all of them ended by themselves: where the target no longer responded, there was nothing more to learn. */
      isComplete: ended.size === expected.length && !stoppedBy(signal) && isOverOrLost(run),
      faults: [...faults],
      evidence: evidenceOf(run.journal),
      stopped,
      /** Requirements with a check that was not chosen, and none that failed: the other checks do not prove them. */
      unproven: new Set(leftOut.map(({ id }) => id)),
    };
  };
  const done = Promise.all(endings.values())
    .then(() => endRun(run, atEnd))
    .catch((error: unknown) => {
      const message = run.redactor.redact(stackOf(error));
      faults.push({ kind: 'harness-fault', id: '', name: 'end of the run', message });
    });
  const showProgress = () => terminal.progress({ ended: ended.size, expected: expected.length, failed: failed().size });
  const ticking = setInterval(showProgress, progressMs);
  const asked = overOf(run, done, signal).then(soFar);
  return { endings, soFar, asked: asked.finally(() => clearInterval(ticking)) };
}

const isOverOrLost = ({ stopped, gate }: RunContext) => stopped === undefined || gate.isLost(stopped);

/** When a run has ended, by itself or by `signal`. What comes later is no part of it. */
async function overOf(run: RunContext, done: Promise<unknown>, signal: AbortSignal): Promise<void> {
  await Promise.race([whenStopped(signal), done]);
  const outside = stoppedBy(signal);
  if (outside) {
    stop(run, outside.sentence);
    await Promise.race([done, sleep(lastWordsMs)]);
  }
  recordUnderWay(run);
}

/** A check that had not ended with the run; nothing for an observation. */
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
