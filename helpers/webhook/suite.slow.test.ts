import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serve } from '../api/listener.js';
import { type ConformanceOptions, runConformance } from '../api/run-conformance.js';
import { emptyFolder, freePort, keys, rowOf, runHere, variablesFor } from '../cli/testing/command.js';
import { created, isRepeated } from '../reference-server/answers.js';
import type { Middleware } from '../reference-server/changes.js';
import { membersOf } from '../reference-server/request.js';
import { startReferenceServer } from '../reference-server/server.js';
import { runOf } from '../reference-server/testing/run-against.js';

const notifying =
  (port: number, notice: (customer: object) => RequestInit): Middleware =>
  (honest) =>
  async (asked) => {
    const answer = await honest(asked);
    const notification = { method: 'POST', ...notice(Object(membersOf(answer.body))) };
    if (created(asked, answer) && !isRepeated(answer))
      void fetch(`http://127.0.0.1:${port}/`, notification).catch(() => undefined);
    return answer;
  };

async function notified(notice: (customer: object) => RequestInit, options: ConformanceOptions = {}) {
  const port = await freePort();
  const change = { middleware: notifying(port, notice) };
  return runOf({ change }, { only: ['EVENT'], webhookPort: port, ...options });
}

const event = (customer: object) => ({
  headers: { 'content-type': 'application/json', 'webhook-signature': 't=1' },
  body: JSON.stringify({ type: 'customer.created', data: customer }),
});

describe('notifications', () => {
  test('a JSON object passes EVENT-05, and EVENT-02 shows its members and headers, the same in each run', async () => {
    const [one, other] = [await notified(event), await notified(event, { concurrency: 1, seed: 2 })];
    expect(rowOf(one.report, 'EVENT-05').verdict).toBe('pass');
    const { observation } = rowOf(one.report, 'EVENT-02');
    expect(observation).toMatchObject({ schema: { required: ['data', 'type'] } });
    expect(JSON.stringify(observation)).toMatch(/"content-type".*"webhook-signature"/);
    expect(rowOf(other.report, 'EVENT-02').observation).toEqual(observation);
    for (const id of ['EVENT-01', 'EVENT-03', 'EVENT-04'])
      expect(rowOf(one.report, id)).toMatchObject({ verdict: 'pending', checks: [] });
  });

  test('anything else is shown, and does not pass', async () => {
    const { report, exitStatus } = await notified(() => ({ body: 'created' }));
    expect(exitStatus).toBe(3);
    expect(rowOf(report, 'EVENT-05')).toMatchObject({ verdict: 'skipped' });
    expect(rowOf(report, 'EVENT-02').sentence).toBe('No notification is JSON.');
  });

  test('without a receiver EVENT-05 names the option; on live nothing is written to be notified of', async () => {
    const { report } = await runConformance({ embedded: true, only: ['EVENT'] });
    const live = await notified(event, { environment: 'live' });
    expect(rowOf(report, 'EVENT-05').reason).toContain('--webhook-port');
    expect(rowOf(live.report, 'EVENT-05').verdict).toBe('skipped');
    for (const { summary } of [report, live.report])
      expect([summary.requests, summary.customersCreated]).toEqual([0, 0]);
  });

  test('one that holds the key leaves no trace of it, in any file or on the terminal', async () => {
    const port = await freePort();
    let key = '';
    const echo = () => ({
      headers: { 'content-type': 'application/json', 'x-signature': key, [`x-${key}`]: 'a' },
      body: JSON.stringify({ type: `customer.${key}`, [key]: { [`under_${key}`]: key }, signature: `${key}=${key}` }),
    });
    const server = await startReferenceServer({ change: { middleware: notifying(port, echo) } });
    key = server.credentials.apiKey;
    const cwd = emptyFolder();
    const called = await runHere(['--only', 'EVENT', '--webhook-port', String(port)], variablesFor(server, cwd), cwd);
    await server.close();
    expect(called.status, called.stderr).toBe(0);
    const [run = ''] = readdirSync(join(cwd, 'reports', 'runs'));
    const folder = join(cwd, 'reports', 'runs', run);
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const text of [...texts, called.stdout, called.stderr])
      expect(text.toLowerCase().includes(key.toLowerCase())).toBe(false);
  });
});

test('a port that is taken: status 2, one sentence, and nothing is sent or written', async () => {
  const { baseUrl, close } = await serve(() => {}, '/v1/');
  const { port } = new URL(baseUrl);
  const cwd = emptyFolder();
  const env = { ...keys, CONFORMANCE_BASE_URL: baseUrl };
  const { status, stdout, stderr } = await runHere(['--webhook-port', port], env, cwd);
  await close();
  expect([status, stdout, readdirSync(cwd)]).toEqual([2, '', []]);
  expect(stderr).toMatch(new RegExp(`^.*${port}.*--webhook-port.*\\n$`));
});
