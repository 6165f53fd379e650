import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../../reports/terminal/terminal.js';
import type { Finding, HarnessFault } from '../../schemas/finding.js';
import { stop } from '../client/context.js';
import { recordUnderWay } from '../client/record-exchange.js';
import { stackOf } from '../client/stack-of.js';
import { evidenceOf } from '../evidence/journal.js';
import { beginChecks } from '../runner/judge.js';
import { endRun, openContext } from '../runner/open-context.js';
import { type Definition, selected } from '../runner/suite.js';
import { type Stopped, stoppedBy, whenStopped } from './ending.js';
import type { Environment, Prepared } from './prepare.js';

/** The result; `notices` are what a reader has to know of it, one sentence each. */
export type Asked = Awaited<ReturnType<typeof askTarget>> & { readonly notices?: readonly string[] };

/** After a signal nothing is sent, but what requests under way create within this time is reported. */
const lastWordsMs = 300;
const progressMs = 250;

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
  const hear = async (definition: Definition, at: number) => {
    const result = await judged[at];
    if (result?.kind === 'harness-fault') faults.push(result);
    else if (result) ended.set(definition, result);
  };
  const failed = () => new Set([...ended.values()].flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])));
  const done = Promise.all(expected.map(hear))
    .then(() => endRun(run, atEnd))
    .catch((error: unknown) => {
      const message = run.redactor.redact(stackOf(error));
      faults.push({ kind: 'harness-fault', id: '', name: 'end of the run', message });
    });
  const showProgress = () => terminal.progress({ ended: ended.size, expected: expected.length, failed: failed().size });
  const ticking = setInterval(showProgress, progressMs);
  await Promise.race([whenStopped(signal), done]);
  const outside = stoppedBy(signal);
  if (outside) {
    stop(run, outside.sentence);
    await Promise.race([done, sleep(lastWordsMs)]);
  }
  clearInterval(ticking);
  recordUnderWay(run);
  // What comes later is no part of the run.
  const leftOut = selectable.filter((one) => !isChosen(one) && !failed().has(one.id));
  const stopped: Stopped | undefined = outside ?? (run.stopped === undefined ? undefined : { sentence: run.stopped });
  return {
    /** In the order of definition. */
    expected: expected.map(({ id, name }) => ({ id, name })),
    /** In the same order; an unfinished check is inconclusive. */
    findings: expected.flatMap((one) => ended.get(one) ?? unfinished(one, stopped)),
    /** Whether all of them ended by themselves: where the target no longer responded, there was nothing more to learn. */
    isComplete:
      ended.size === expected.length &&
      outside === undefined &&
      (run.stopped === undefined || run.gate.isLost(run.stopped)),
    /** Faults of the suite itself. */
    faults: [...faults],
    evidence: evidenceOf(run.journal),
    /** Why it ended before its end. */
    stopped,
    /** Requirements with a check that was not chosen, and none that failed: the other checks do not prove them. */
    unproven: new Set(leftOut.map(({ id }) => id)),
  };
}

/** A check that had not ended with the run; nothing for an observation. */
export function unfinished({ kind, id, name }: Pick<Definition, 'kind' | 'id' | 'name'>, stopped?: Stopped): Finding[] {
  const reason = `Not finished. ${stopped?.sentence ?? 'The run was cut short.'}`;
  const nothing = { exchanges: [], durationMs: 0, retried: 0 };
  return kind === 'check' ? [{ kind, id, name, ...nothing, verdict: 'inconclusive', reason, unanswered: true }] : [];
}
