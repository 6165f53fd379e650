import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validator } from '../../schemas/validate.js';
import { emptyFolder } from '../cli/testing/command.js';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.js';
import { appFor } from './installed.fixture.js';
import { type ConformanceOptions, runConformance, UsageError } from './run-conformance.js';

const failed = ({ report }: { report: { requirements: readonly { id: string; verdict: string }[] } }) =>
  report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);

let server: ReferenceServer;
let target: ConformanceOptions;
beforeAll(async () => {
  server = await startReferenceServer({ fault: 'leap-day-in-any-year', https: false });
  const { apiKey, tenantId } = server.credentials;
  target = { baseUrl: server.baseUrl, apiKey, tenantId };
});
afterAll(() => server.close());

describe('an address', () => {
  test('gives the report, typed and valid, and leaves the process and the folder as they were', async () => {
    const before = { status: process.exitCode, env: { ...process.env }, signals: process.listenerCount('SIGINT') };
    const kept = readdirSync('.');
    const outcome = await runConformance({ ...target, only: ['CUST-09'], seed: 7, operator: 'ada' });
    expect(validator('report')(outcome.report)).toBe(true);
    expect(failed(outcome)).toEqual(['CUST-09']);
    expect(outcome).toMatchObject({ exitStatus: 1, report: { run: { seed: 7, operator: 'ada', complete: true } } });
    expect(outcome).not.toHaveProperty('folder');
    expect({ status: process.exitCode, env: process.env, signals: process.listenerCount('SIGINT') }).toEqual(before);
    expect(readdirSync('.')).toEqual(kept);
  });

  test('writes its folder where one is asked for, and nothing beside it', async () => {
    const parent = emptyFolder();
    const outcome = await runConformance({ ...target, only: ['AUTH-01'], out: join(parent, 'run'), formats: ['md'] });
    expect(outcome.folder).toBe(join(parent, 'run'));
    expect(readdirSync(parent)).toEqual(['run']);
    expect(readdirSync(join(parent, 'run')).sort()).toEqual([
      'created.json',
      'manifest.json',
      'report.json',
      'summary.md',
    ]);
    expect(JSON.parse(readFileSync(join(parent, 'run', 'report.json'), 'utf8'))).toEqual(outcome.report);
  });

  test('takes decisions, a customer and a baseline as values', async () => {
    const { report: baseline } = await runConformance({ ...target, only: ['CUST-09'] });
    const { report } = await runConformance({
      ...target,
      only: ['CUST-09', 'CUST-19'],
      customer: { email: 'probe-{fresh}@corp.example' },
      baseline,
      decisions: [
        {
          ...{ id: 'CUST-09', kind: 'waive', by: 'ada', reason: 'Known' },
          ...{
            on: new Date().toISOString().slice(0, 10),
            expires: new Date(Date.now() + 6e8).toISOString().slice(0, 10),
          },
        },
      ],
    });
    expect(report.requirements.find(({ id }) => id === 'CUST-09')?.verdict).toBe('waived');
    expect(report.comparison?.baseline.id).toBe(baseline.run.id);
    expect(report.created.every(({ email }) => email.endsWith('@corp.example'))).toBe(true);
  });

  test('several runs at once, each of its own', async () => {
    const runs = await Promise.all(
      ['AUTH-01', 'AUTH-02', 'CUST-09'].map((id) => runConformance({ ...target, only: [id] })),
    );
    expect(runs.map(failed)).toEqual([[], [], ['CUST-09']]);
    expect(runs.map(({ report }) => report.requirements.filter(({ verdict }) => verdict === 'pass').length)).toEqual([
      1, 1, 0,
    ]);
  });
});

describe('a listener', () => {
  test('a function and a server are served for the time of the run', async () => {
    const { app } = (await import(`data:text/javascript,${encodeURIComponent(appFor(server.baseUrl))}`)) as {
      app: Parameters<typeof createServer>[1];
    };
    const { baseUrl: _, ...keys } = target;
    const ports: number[] = [];
    const listening = createServer(app);
    await new Promise<void>((resolve) => void listening.listen(0, '127.0.0.1', resolve));
    for (const listener of [app, createServer(app), listening]) {
      const outcome = await runConformance({ ...keys, listener, only: ['CUST-09', 'VER-01'] });
      expect(failed(outcome)).toEqual(['CUST-09']);
      ports.push(Number(new URL(outcome.report.target.baseUrl).port));
    }
    expect(ports[2]).toBe((listening.address() as AddressInfo).port);
    expect(listening.listening).toBe(true);
    listening.close();
    for (const port of ports.slice(0, 2)) await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });
});

describe('usage', () => {
  const key = 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4';
  const near = 'http://127.0.0.1:9/v1/';
  test.each<[string, object, RegExp]>([
    ['a key without an address', { apiKey: key }, /^apiKey is set, but baseUrl is not/],
    ['nothing at all', {}, /^No target is configured: set baseUrl, or embedded=true/],
    ['an address without a key', { baseUrl: near }, /^baseUrl is set, but apiKey and tenantId are not/],
    ['an empty key', { baseUrl: near, apiKey: '', tenantId: 't' }, /^apiKey .*empty/],
    ['an unknown option', { baseURL: near }, /^There is no option baseURL; the nearest is baseUrl/],
    ['a filter that matches nothing', { only: ['IDEN-01'] }, /^only names "IDEN-01".*IDEM-01/],
    ['an empty filter', { only: [] }, /^only /],
    ['a rate out of range', { rate: -1 }, /^rate is "-1"/],
    ['a rate that is none', { rate: Number.NaN }, /^rate is "NaN"/],
    ['an option that is null', { seed: null }, /^seed /],
    ['a function for a flag', { embedded: () => true }, /holds a function/],
    ['a malformed customer', { customer: { gender: 'F' } }, /^customer names "customer.json", in which gender/],
    ['certificates that are none', { ca: '-----BEGIN CERTIFICATE-----' }, /^ca names "ca.pem".*certificate/],
    ['a listener that is none', { listener: 3000 }, /^listener is neither/],
    ['a listener and an address', { listener: () => {}, baseUrl: near }, /^listener and baseUrl are both given/],
    ['a folder with files in it', { out: '.' }, /is not empty/],
    ['a decision on nothing', { embedded: true, decisions: [{ id: 'CUST-99' }] }, /decisions/],
  ])('%s', async (_, options, message) => {
    const thrown = await runConformance(options as ConformanceOptions).then(
      () => undefined,
      (error: Error) => error,
    );
    expect(thrown?.message).toMatch(message);
    expect(thrown).toBeInstanceOf(UsageError);
    expect(thrown?.message).not.toContain(key);
  });
});
