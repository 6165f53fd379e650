/** Events: what a notification holds, how it is verified and which operation emits it, the specification leaves open. */

import { now, sleep } from '../helpers/client/context.js';
import { mayWrite } from '../helpers/client/live-guard.js';
import { Inconclusive, Skipped } from '../helpers/client/verdicts.js';
import { inferSchema, memberList } from '../helpers/json/infer-schema.js';
import { isNamedByData } from '../helpers/json/json-leaves.js';
import { fixture } from '../helpers/runner/fixture.js';
import type { Notification } from '../helpers/webhook/receiver.js';
import { isObject } from '../schemas/common/is-object.js';
import { code } from '../schemas/marked.js';
import { creationBaseline, orNone } from './shared/creation-baseline.js';
import { describe } from './shared/describe.js';
import { howOften } from './shared/observing.js';

/** After such a silence no notification is expected. */
const quietMs = 300;
const longestWaitMs = 2000;

/** Creates a customer if no check has: something to notify of. */
const received = fixture('notifications of the run', async (target): Promise<readonly Notification[]> => {
  const { receiver } = target;
  if (!receiver) throw new Skipped('No webhook receiver was running. Pass `--webhook-port`.');
  // Events of other clients may arrive even if this run cannot create.
  if (mayWrite(target)) await orNone(creationBaseline());
  const began = now();
  const isQuiet = () =>
    receiver.notifications.length > 0 && performance.now() - Math.max(began, receiver.lastAt) >= quietMs;
  while (!isQuiet() && now() - began < longestWaitMs && target.stopped === undefined) await sleep(20);
  return [...receiver.notifications];
});

export const EVENT_05 = describe('EVENT-05', ({ test }) => {
  test('a notification during the run', { phase: 'end' }, async ({ configuration }) => {
    const notifications = await received();
    if (notifications.some(({ json }) => isObject(json)))
      return { received: 'a POST with a JSON object, whose sender is not shown', outside: true };
    throw new Skipped(
      `No POST with a JSON object arrived on port ${configuration.webhookPort}, where the Webhook URL in the dashboard has to lead (${code('--webhook-port')}); the specification names no operation that emits one.`,
    );
  });
});

export const EVENT_02 = describe('EVENT-02', ({ observe }) => {
  observe('notifications of the run', { phase: 'end' }, async () => {
    const notifications = await received();
    if (notifications.length === 0) throw new Inconclusive('No notification arrived.');
    const schema = inferSchema(notifications.flatMap(({ json }) => (json === undefined ? [] : [json])));
    const headers = howOften(notifications.map(({ headers: names }) => names.filter((name) => !isNamedByData(name))));
    return {
      observation: { headers, ...(schema !== undefined && { schema }) },
      sentences: [schema === undefined ? 'No notification is JSON.' : `A notification contains ${memberList(schema)}.`],
      outside: true,
    };
  });
});

export const EVENT_01 = describe.todo('EVENT-01');
export const EVENT_03 = describe.todo('EVENT-03');
export const EVENT_04 = describe.todo('EVENT-04');
