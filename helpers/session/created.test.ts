import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runConformance } from '../api/run-conformance.js';
import { emptyFolder } from '../cli/testing/command.js';

test('a run that may not publish its report keeps the list of customers it created, and names it last', async () => {
  const out = join(emptyFolder(), 'run');
  let created = 0;
  const message = await runConformance({
    listener: ({ method }, response) => {
      if (method === 'POST') created += 1;
      const id = `cus_${created}`;
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id }));
    },
    // A passage of the page, which no check before the run can know.
    apiKey: 'text-underline-offset',
    tenantId: 'tnt_8fK2mQ9xL4vB',
    only: ['CUST', 'ACCT-04'],
    observe: 'none',
    out,
    formats: ['html'],
  }).then(String, String);
  expect(message).toMatch(/secret \(\$CONFORMANCE_API_KEY\) was found in report\.\w+/);
  expect(readdirSync(out)).toEqual(['created.json']);
  const { customers } = JSON.parse(readFileSync(join(out, 'created.json'), 'utf8'));
  expect(customers.length).toBeGreaterThan(10);
  expect(message).toMatch(new RegExp(`The run created ${customers.length} customers; .*created\\.json lists them\\.$`));
});
