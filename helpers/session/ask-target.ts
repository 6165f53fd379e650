import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../../reports/terminal/terminal.js';
import { stop } from '../client/context.js';
import { recordUnderWay } from '../client/record-exchange.js';
import { stackOf } from '../client/stack-of.js';
import { beginChecks } from '../runner/judge.js';
import { endRun, openContext } from '../runner/open-context.js';
import { selected } from '../runner/suite.js';
import { type Asked, gather } from './asked.js';
import { stoppedBy, whenStopped } from './ending.js';
import type { Environment, Prepared } from './prepare.js';

/** After a signal nothing is sent, but what requests under way create within this time is reported. */
const lastWordsMs = 300;
const progressMs = 250;

/** Begins all chosen checks and shows their progress until they end or `signal` ends them. */
export async function askTarget(
  { tested, input }: Prepared,
  { isChosen = () => true, hear }: Pick<Environment, 'isChosen' | 'hear'>,
  { signal, terminal }: { readonly signal: AbortSignal; readonly terminal: Terminal },
): Promise<Asked> {
  const { suites, atEnd, bodies } = await tested.tests();
  const results = gather(selected(suites, input.configuration), isChosen);
  const { expected } = results;
  const run = openContext(input, expected, { bodies });
  const soFar = () => {
    const stopped = run.stopped === undefined ? undefined : { sentence: run.stopped };
    return results.soFar(run.journal, stoppedBy(signal) ?? stopped);
  };
  const judged = beginChecks(run, expected).map(async (ending, at) => {
    const [definition, result] = [expected[at] as (typeof expected)[number], await ending];
    results.add(definition, result);
    hear?.(definition, result, soFar);
  });
  const done = Promise.all(judged)
    .then(() => endRun(run, atEnd))
    .catch((error: unknown) => {
      const message = run.redactor.redact(stackOf(error));
      results.addFault({ kind: 'harness-fault', id: '', name: 'end of the run', message });
    });
  const ticking = setInterval(() => terminal.progress(results.progress()), progressMs);
  await Promise.race([whenStopped(signal), done]);
  const outside = stoppedBy(signal);
  if (outside) {
    stop(run, outside.sentence);
    await Promise.race([done, sleep(lastWordsMs)]);
  }
  clearInterval(ticking);
  recordUnderWay(run);
  return soFar();
}
