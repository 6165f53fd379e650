import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newSigner } from '../../../reports/integrity/sealed.fixture.js';
import { call } from '../testing/command.js';
import { sealedFolder } from '../testing/sealed-folder.js';

const signer = newSigner();
const { cwd, files } = await sealedFolder(signer);
writeFileSync(join(cwd, 'key.pub'), signer.publicKey.export({ type: 'spki', format: 'pem' }));
const wanted = ['--require', 'conformant'];

test.each<[outcome: string, status: number, argv: readonly string[]]>([
  ['intact', 0, ['--public-key', 'key.pub']],
  ['unverified', 1, []],
  ['unverified', 0, ['--allow-unsigned']],
  ['rejected', 1, ['--public-key', 'key.pub', ...wanted]],
])('a sealed folder is %s, with status %i, for verify %j', async (outcome, status, argv) => {
  const said = await call(['verify', 'run', ...argv], {}, cwd);
  expect([said.status, said.stdout]).toEqual([status, expect.stringMatching(`^${outcome.toUpperCase()}  Run `)]);
});

test('a modified folder is modified, whatever was wanted of it', async () => {
  writeFileSync(join(cwd, 'run', 'summary.md'), `${files.get('summary.md')}.`);
  for (const argv of [['--public-key', 'key.pub'], ['--allow-unsigned'], wanted]) {
    const said = await call(['verify', 'run', ...argv], {}, cwd);
    expect([said.status, said.stdout]).toEqual([1, expect.stringMatching(/^MODIFIED /)]);
  }
  expect((await call(['verify', 'run'], {}, cwd)).stdout).toMatch(/^MODIFIED {2}1 integrity error\.\n {2}summary\.md /);
});
