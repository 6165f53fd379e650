import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { type ConformanceOptions, runConformance } from '../api/run-conformance.js';
import { emptyFolder, runHere, variablesFor } from '../cli/testing/command.js';
import { freePort } from '../cli/testing/started.js';
import type { Manner, Notice } from '../reference-server/notify.js';
import { startReferenceServer } from '../reference-server/server.js';
import {
  anotherShape,
  bare,
  batches,
  envelopes,
  forms,
  kindInHeader,
  twice,
} from '../reference-server/testing/manners.js';
import { runAgainst } from '../reference-server/testing/run-against.js';

const ids = ['EVENT-01', 'EVENT-02', 'EVENT-03', 'EVENT-04', 'EVENT-05'] as const;
type Rows = Record<(typeof ids)[number], Report['requirements'][number]>;

function rowsOf(report: Report): Rows {
  return Object.fromEntries(
    report.requirements.filter(({ id }) => id.startsWith('EVENT')).map((row) => [row.id, row]),
  ) as Rows;
}

const observations = (rows: Rows) => ids.map((id) => [id, rows[id].observation, rows[id].sentence]);

/** A run of the rows about events alone, against a server that notifies in some manner. */
async function notifiedBy(manner: Manner | undefined) {
  const port = await freePort();
  const server = await startReferenceServer({ https: false, webhook: `http://127.0.0.1:${port}/notify`, manner });
  try {
    const { report, exitStatus } = await runAgainst(server, { only: ['EVENT'], webhookPort: port });
    return { rows: rowsOf(report), report, exitStatus };
  } finally {
    await server.close();
  }
}

describe('the embedded server', { timeout: 120_000 }, () => {
  const embedded = async (options: ConformanceOptions) => {
    const { report, exitStatus } = await runConformance({ embedded: true, webhookPort: await freePort(), ...options });
    expect(exitStatus).toBe(0);
    return rowsOf(report);
  };

  test('notifies; two runs observe the same, byte for byte, one at a time or sixteen', async () => {
    const one = await embedded({ concurrency: 1, seed: 1 });
    const sixteen = await embedded({ concurrency: 16, seed: 2 });
    expect(one['EVENT-05'].verdict).toBe('pass');
    expect(one['EVENT-01'].observation).toEqual({ at: ['/type'], names: ['customer.created'] });
    expect(one['EVENT-02'].observation).toMatchObject({
      events: ['one in a notification'],
      headers: { always: ['webhook-signature'], sometimes: [] },
      kinds: {
        'customer.created': {
          bodies: ['JSON'],
          mediaTypes: ['application/json'],
          schema: { required: ['created_at', 'data', 'id', 'type'] },
        },
      },
      methods: ['POST'],
    });
    expect(one['EVENT-03'].observation).toEqual({
      proofs: { 'header:webhook-signature': { forms: ['t=digits 10,v1=hex 64'], present: 'always' } },
      repeated: false,
    });
    expect(one['EVENT-04'].observation).toEqual({ 'customer.created': 'names a customer that this run created' });
    expect(JSON.stringify(observations(sixteen))).toBe(JSON.stringify(observations(one)));
  });

  test('with --observe none nothing is observed, and EVENT-05 is decided all the same', async () => {
    const rows = await embedded({ observe: 'none', only: ['EVENT'] });
    expect(rows['EVENT-05'].verdict).toBe('pass');
    for (const id of ids.slice(0, 4))
      expect(rows[id]).toMatchObject({
        verdict: 'pending',
        reason: expect.stringContaining('--observe none'),
      });
    expect(ids.map((id) => rows[id].observation)).toEqual(ids.map(() => undefined));
  });
});

describe('other manners of notification', { timeout: 120_000 }, () => {
  test('another shape, signed as by svix', async () => {
    const { rows } = await notifiedBy(anotherShape);
    expect(rows['EVENT-01'].observation).toEqual({ at: ['/eventType'], names: ['CUSTOMER_CREATED'] });
    expect(rows['EVENT-03'].observation).toEqual({
      proofs: {
        'header:svix-id': { forms: ['id'], present: 'always' },
        'header:svix-signature': { forms: ['v1,base64 44'], present: 'always' },
        'header:svix-timestamp': { forms: ['digits 10'], present: 'always' },
      },
      repeated: false,
    });
    expect(rows['EVENT-04'].observation).toEqual({ CUSTOMER_CREATED: 'names a customer that this run created' });
  });

  test('batches in an array', async () => {
    const { rows } = await notifiedBy(batches);
    const kinds = ['account.opened', 'customer.created', 'customer.verification_pending'];
    expect(rows['EVENT-01'].observation).toEqual({ at: ['/[]/type'], names: kinds });
    expect(rows['EVENT-02'].observation).toMatchObject({ events: ['several, at /[]'] });
    expect(Object.keys(Object(rows['EVENT-04'].observation))).toEqual(kinds);
    expect(rows['EVENT-03'].observation).toMatchObject({ proofs: {} });
  });

  test('batches in an envelope, which name the customer by the e-mail address alone', async () => {
    const { rows } = await notifiedBy(envelopes);
    expect(rows['EVENT-01'].observation).toEqual({ at: ['/events/[]/topic'], names: ['customers/create'] });
    expect(rows['EVENT-04'].observation).toEqual({ 'customers/create': 'names a customer that this run created' });
  });

  test('a form with JSON inside', async () => {
    const { rows } = await notifiedBy(forms);
    expect(rows['EVENT-02'].observation).toMatchObject({
      kinds: {
        'customer.created': {
          bodies: ['form'],
          mediaTypes: ['application/x-www-form-urlencoded'],
          schema: { properties: { payload: { properties: { customer_id: { type: 'string' } } } } },
        },
      },
    });
    expect(rows['EVENT-04'].observation).toEqual({ 'customer.created': 'names a customer that this run created' });
  });

  test('each notification twice', async () => {
    const { rows } = await notifiedBy(twice);
    expect(rows['EVENT-03'].observation).toMatchObject({ repeated: true });
  });

  test('the kind in a header, the customer as the body, no signature', async () => {
    const { rows } = await notifiedBy(kindInHeader);
    expect(rows['EVENT-01'].observation).toEqual({ at: ['header:x-event-type'], names: ['customer.created'] });
    expect(rows['EVENT-03'].observation).toEqual({ proofs: {}, repeated: false });
  });

  test('nothing but that something happened', async () => {
    const { rows } = await notifiedBy(bare);
    expect(rows['EVENT-05'].verdict).toBe('pass');
    expect(rows['EVENT-01'].observation).toEqual({ at: [], names: [] });
    expect(rows['EVENT-04'].observation).toEqual({ 'an event without a name': 'follows a creation' });
  });
});

describe('where nothing comes', { timeout: 120_000 }, () => {
  test('EVENT-05 is skipped and says so, the others stay pending, and the run ends promptly', async () => {
    const began = Date.now();
    const { rows, exitStatus } = await notifiedBy(() => []);
    expect(Date.now() - began).toBeLessThan(20_000);
    expect(exitStatus).toBe(3);
    expect(rows['EVENT-05']).toMatchObject({ verdict: 'skipped', reason: expect.stringContaining('--webhook-port') });
    expect(rows['EVENT-01']).toMatchObject({ verdict: 'pending', reason: expect.any(String) });
  });

  test('without a receiver every row names the option, and nothing is created for it', async () => {
    const { report } = await runConformance({ embedded: true, only: ['EVENT'] });
    const rows = rowsOf(report);
    for (const id of ids) expect(rows[id].reason, id).toContain('--webhook-port');
    expect([report.summary.requests, report.summary.customersCreated]).toEqual([0, 0]);
  });

  test('on live nothing is written to be notified of', async () => {
    const port = await freePort();
    const server = await startReferenceServer({ https: false, webhook: `http://127.0.0.1:${port}/` });
    const { report } = await runAgainst(server, { environment: 'live', only: ['EVENT'], webhookPort: port });
    await server.close();
    expect(rowsOf(report)['EVENT-05'].verdict).toBe('skipped');
    expect([report.summary.requests, report.summary.customersCreated]).toEqual([0, 0]);
  });
});

test('a port that is taken: status 2, one sentence, and nothing is sent or written', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  let asked = 0;
  const target = createServer(() => {
    asked += 1;
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const env = {
    CONFORMANCE_BASE_URL: `http://127.0.0.1:${(target.address() as { port: number }).port}/v1/`,
    CONFORMANCE_API_KEY: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4',
    CONFORMANCE_TENANT_ID: 'tnt_8fK2mQ9xL4vB',
  };
  const cwd = emptyFolder();
  const { status, stdout, stderr } = await runHere(['--webhook-port', String(port)], env, cwd);
  other.close();
  target.close();
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(new RegExp(`^.*${port}.*--webhook-port.*\\n$`));
  expect([asked, readdirSync(cwd)]).toEqual([0, []]);
});

test('a notification that holds the key leaves no trace of it, in any file or on the terminal', async () => {
  const port = await freePort();
  let key = '';
  const echo: Manner = (): Notice[] => [
    {
      headers: { 'Content-Type': `application/${key}`, 'X-Signature': key, [`X-${key}`]: 'a', 'X-Event-Type': key },
      body: JSON.stringify({
        type: `customer.${key}`,
        event: key,
        [key]: { [`under_${key}`]: key, text: Buffer.from(key).toString('base64') },
        signature: `${key}=${key}`,
      }),
    },
    { headers: {}, body: key },
  ];
  const server = await startReferenceServer({ webhook: `http://127.0.0.1:${port}/`, manner: echo });
  key = server.credentials.apiKey;
  const cwd = emptyFolder();
  const called = await runHere(['--only', 'EVENT', '--webhook-port', String(port)], variablesFor(server, cwd), cwd);
  await server.close();
  expect(called.status, called.stderr).toBe(0);
  const [run = ''] = readdirSync(join(cwd, 'reports', 'runs'));
  const files = readdirSync(join(cwd, 'reports', 'runs', run));
  expect(files.sort()).toEqual([
    'created.json',
    'evidence.har',
    'junit.xml',
    'manifest.json',
    'questions.md',
    'report.html',
    'report.json',
    'summary.md',
  ]);
  const texts = files.map((name) => readFileSync(join(cwd, 'reports', 'runs', run, name), 'utf8'));
  // The observation does hold what was sent: a name with the key in it is data, and withheld as such.
  const report = JSON.parse(texts[files.indexOf('report.json')] ?? '') as Report;
  expect(rowsOf(report)['EVENT-02'].observation).toMatchObject({
    headers: { sometimes: ['x-event-type', 'x-signature'] },
    kinds: {
      'an event without a name': {
        bodies: ['JSON', 'text'],
        schema: { properties: { signature: {}, '{}': { properties: { text: {}, '{}': {} } } } },
      },
    },
  });
  for (const text of [...texts, called.stdout, called.stderr]) {
    for (const form of [key, key.toLowerCase(), Buffer.from(key).toString('base64').slice(0, 40)])
      expect(text.toLowerCase().includes(form.toLowerCase())).toBe(false);
  }
});
