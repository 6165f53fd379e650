import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { consistent } from '../../reports/integrity/sealed.fixture.js';
import type { Exchange } from '../../schemas/exchange.js';
import { runConformance } from '../api/run-conformance.js';
import { emptyFolder } from '../cli/testing/command.js';
import type { RunFolder } from '../run-folder/folder.js';
import { apiKey, preparedRun } from './prepared.fixture.js';
import { publish } from './publish.js';

const created = (folder: string) => JSON.parse(readFileSync(join(folder, 'created.json'), 'utf8'));

test('a guest keeps no folder unless one is asked for, and lists nothing without one', async () => {
  const { folder, input, run, decisions, signer, redactor } = await preparedRun();
  expect([folder, input.created, input.direct]).toEqual([undefined, undefined, true]);
  expect(input.mark).toBe(input.startedAt.toString(36));
  expect([decisions, signer]).toEqual([undefined, undefined]);
  expect(run.command).toMatch(/^\S.*\S$/);
  expect(run.command).not.toMatch(/embedded|false|undefined/);
  expect(redactor.redact(apiKey)).not.toContain('Zq8K');
  const out = join(emptyFolder(), 'run');
  const kept = await preparedRun({ out });
  expect([kept.folder?.path, kept.input.created?.file]).toEqual([out, join(out, 'created.json')]);
  expect(created(out)).toEqual({ run: kept.run.id, target: 'http://127.0.0.1:9/v1/', customers: [] });
});

test('a secret in the evidence is found, in another form too', async () => {
  const { report, evidence } = consistent();
  const run = await preparedRun({ out: join(emptyFolder(), 'run'), formats: 'har' });
  const folder = run.folder as RunFolder;
  const [first, ...rest] = evidence as [Exchange, ...Exchange[]];
  const written = Buffer.from(apiKey).toString('base64');
  const exchanges = [{ ...first, request: { ...first.request, body: `{"key":"${written}"}` } }, ...rest];
  const why = 'Nothing was published: a secret ($CONFORMANCE_API_KEY) was found in evidence.har.';
  expect(() => publish(run, folder, { report, exchanges })).toThrow(why);
  expect(readdirSync(folder.path)).toEqual(['created.json']);
  folder.discard();
  expect(existsSync(folder.path)).toBe(false);
});

test('a run that may not publish its report keeps the list of customers it created, and names it last', async () => {
  const out = join(emptyFolder(), 'run');
  let count = 0;
  const message = await runConformance({
    listener: ({ method }, response) => {
      if (method === 'POST') count += 1;
      response.writeHead(201, { 'content-type': 'application/json' }).end(`{"id":"cus_${count}"}`);
    },
    // A passage of the page, which no check before the run can know.
    apiKey: 'text-underline-offset',
    tenantId: 'tnt_8fK2mQ9xL4vB',
    ...{ only: ['CUST', 'ACCT-04'], observe: 'none', out, formats: ['html'] },
  }).then(String, String);
  expect(message).toMatch(/secret \(\$CONFORMANCE_API_KEY\) was found in report\.\w+/);
  expect(readdirSync(out)).toEqual(['created.json']);
  const { customers } = created(out);
  expect(customers.length).toBeGreaterThan(10);
  expect(message).toMatch(new RegExp(`The run created ${customers.length} customers: see .*created\\.json\\.$`));
});
