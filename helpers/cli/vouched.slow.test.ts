import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { edit, newSigner, reseal, sealed } from '../../reports/integrity/sealed.fixture.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import { suiteDigest } from '../run-folder/digests.js';
import { call, emptyFolder } from './testing/command.js';
import { writeKeyPair } from './testing/key-pair.js';

test('a forged folder whose signature does not hold is not evaluated', async () => {
  const cwd = emptyFolder();
  writeKeyPair(cwd, 'key');
  const files = await sealed({ names: ['json', 'har'] }, { exam: suiteDigest(), suiteVersion });
  edit(files, 'report.json', (value) => {
    for (const row of value.requirements) if (row.id === 'CUST-19') row.observation = { note: 'a'.repeat(40) };
    for (const one of value.decisions)
      if (one.kind === 'settle') one.schema = { properties: { note: { pattern: '^(a+)+b$' } } };
  });
  reseal(files, newSigner());
  mkdirSync(join(cwd, 'forged'));
  for (const [file, content] of files) writeFileSync(join(cwd, 'forged', file), content);
  const began = process.cpuUsage();
  expect((await call(['verify', 'forged', '--public-key', 'key.pub'], {}, cwd)).status).toBe(1);
  // Of the processor: how busy the machine is decides nothing.
  expect(process.cpuUsage(began).user).toBeLessThan(20_000_000);
}, 60_000);
