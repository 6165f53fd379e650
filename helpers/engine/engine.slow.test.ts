import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { execute, installed, packageName } from '../api/installed.fixture.js';
import { bookshop, service } from './toy.fixture.js';

const folder = installed({
  'bookshop.mjs': bookshop,
  'service.mjs': service,
  'library.mjs': `import { runConformance } from '${packageName}/engine';
import { app } from './service.mjs';
import { shop } from './bookshop.mjs';
const run = async (fault, out) => {
  const options = { specification: shop, listener: app(fault), apiKey: 'shop_0123456789abcdef', environment: 'sandbox' };
  const { report, exitStatus } = await runConformance({ ...options, ...(out && { out, formats: ['html', 'junit', 'har', 'oscal'] }) });
  return { exitStatus, created: report.created, requests: report.summary.requests, failed: report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id) };
};
console.log(JSON.stringify([await run(undefined, 'run'), await run('no key needed'), await run('quantity unchecked')]));
`,
  'serve.mjs': `import { serve } from './service.mjs';
const server = await serve();
console.log(server.address().port);
`,
});

test('an API of another kind is tested from an outside package, without a file of the engine', async () => {
  const { status, stdout, stderr } = await execute(['library.mjs'], folder);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const [good, keyless, zero] = JSON.parse(stdout);
  expect([good.exitStatus, good.failed]).toEqual([0, []]);
  expect(keyless.failed).toEqual(['ORD-02']);
  expect(zero.failed).toEqual(['ORD-04']);
  // What was made is listed, whatever it is.
  expect(good.created).toEqual([
    { idempotencyKey: '', email: '', resource: 'order', tenant: 'first', identity: 'ord_1' },
  ]);

  const read = (name: string) => readFileSync(join(folder, 'run', name), 'utf8');
  const report = JSON.parse(read('report.json')) as Report;
  expect(report.run.specification).toEqual({ title: 'Bookshop API', version: '2' });
  expect(report.requirements.map(({ id, area, verdict }) => `${id} ${area} ${verdict}`)).toEqual(
    ['ORD-01', 'ORD-02', 'ORD-03', 'ORD-04'].map((id) => `${id} Orders pass`),
  );
  expect(read('report.html')).toContain('Bookshop API');
  expect(read('report.html')).toContain(
    'The two operations defined by the specification: listing orders, and placing an order',
  );
  expect(read('report.html')).toContain('1 test order created');
  expect(read('junit.xml')).toContain('<testsuite name="Orders" tests="4" failures="0"');
  expect(read('evidence.har')).toContain('"X-Shop-Key"');
  expect(read('created.json')).toContain('"resource":"order"');
  for (const text of [read('report.html'), read('junit.xml'), read('evidence.har')])
    expect(text).not.toMatch(/x-tenant-id|shop_0123456789abcdef|Financial/);

  const judged = await execute(['bookshop.mjs', 'rejudge', 'run'], folder);
  expect(judged.stdout).toMatch(/^CONFIRMED/);
  expect(judged.status).toBe(0);
});

test('its command line runs, lists and explains it', async () => {
  const listed = await execute(['bookshop.mjs', 'list'], folder);
  expect(listed.stdout).toContain('ORD-03    stated    A placed order is listed [the order that was placed]');
  const explained = await execute(['bookshop.mjs', 'explain', 'ORD-04'], folder);
  expect(explained.stdout).toContain('a quantity of 0');
  expect(explained.stdout).toContain('node bookshop.mjs waive ORD-04');
  const help = await execute(['bookshop.mjs', '--help'], folder);
  expect(help.stdout).toMatch(/^Usage: node bookshop.mjs \[command\].*Tests the Bookshop API against/s);
  const embedded = await execute(['bookshop.mjs', 'run', '--embedded'], folder);
  expect(embedded.status).toBe(2);
  expect(embedded.stderr).toContain('There is no embedded reference server for Bookshop API');
  const single = await execute(['bookshop.mjs', 'run', '--profile', 'single-tenant'], folder, {
    CONFORMANCE_BASE_URL: 'http://127.0.0.1:1/shop/v2/',
    CONFORMANCE_API_KEY: 'shop_0123456789abcdef',
  });
  expect([single.status, single.stderr]).toEqual([2, expect.stringContaining('Bookshop API does not have')]);
  const wrong = await execute(['bookshop.mjs', 'run'], folder, {
    CONFORMANCE_BASE_URL: 'http://127.0.0.1:1/shop/v2/orders',
    CONFORMANCE_API_KEY: 'shop_0123456789abcdef',
  });
  expect(wrong.stderr).toContain('ends in the path of an operation (/orders); set it to http://127.0.0.1:1/shop/v2/');
  expect(existsSync(join(folder, 'reports'))).toBe(false);
});

test('its command line is what a report names to repeat a failure', async () => {
  const address = { CONFORMANCE_BASE_URL: 'http://127.0.0.1:1/shop/v2/', CONFORMANCE_API_KEY: 'shop_0123456789abcdef' };
  await execute(['bookshop.mjs', 'run', '--only', 'ORD-01', '--out', 'called'], folder, address);
  const { run } = JSON.parse(readFileSync(join(folder, 'called', 'report.json'), 'utf8')) as Report;
  expect(run.command).toBe('node bookshop.mjs');
});
