import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { edit, type Files, newSigner, reseal, sealed } from '../../reports/integrity/sealed.fixture.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import { suiteDigest } from '../run-folder/digests.js';
import { signerOf } from '../run-folder/signer.js';
import { call, emptyFolder } from './testing/command.js';

/** The shards of the sample run, sealed as their makers would, in `one` and `two` of a folder that holds the key `key`. */
async function shards(sign: (at: number) => 'own' | 'stranger' | 'nobody', forge = (_: Files) => {}) {
  const cwd = emptyFolder();
  await call(['keygen', 'key'], {}, cwd);
  for (const [at, name] of ['one', 'two'].entries()) {
    const run = { shards: { of: 2, here: [at + 1], finished: true }, exam: suiteDigest(), suiteVersion };
    const by = sign(at);
    const signer = by === 'own' ? signerOf(join(cwd, 'key')) : by === 'stranger' ? newSigner() : undefined;
    const files = await sealed({ names: ['json', 'har'] }, { ...run, id: `2025-11-20T02-17-0${at}Z` });
    if (at === 1) forge(files);
    reseal(files, signer);
    mkdirSync(join(cwd, name));
    for (const [file, content] of files) writeFileSync(join(cwd, name, file), content);
  }
  const merge = (...argv: string[]) =>
    call(['merge', 'one', 'two', '--out', 'out', ...argv], { CONFORMANCE_SIGNING_KEY_FILE: 'key' }, cwd);
  return { cwd, merge };
}

test.each(['stranger', 'nobody'] as const)('merge signs nothing that was signed by %s', async (who) => {
  const { merge } = await shards((at) => (at === 1 ? who : 'own'));
  const { status, stderr } = await merge();
  expect(status).toBe(2);
  expect(stderr).toMatch(/^"two" was not merged, since no named key vouches for it: attestation\.dsse\.json /);
  // Whoever has the files can take a signature away, but not make one: nothing allows a stranger's.
  expect((await merge('--allow-unsigned')).status).toBe(who === 'stranger' ? 2 : 1);
});

test('what was joined names its shards in the signed statement, and who vouched for each', async () => {
  const { cwd, merge } = await shards((at) => (at === 0 ? 'own' : 'nobody'));
  expect((await merge('--allow-unsigned')).status).toBe(1);
  const verified = await call(['verify', 'out', '--public-key', 'key.pub'], {}, cwd);
  expect([verified.status, verified.stdout]).toEqual([0, expect.stringMatching(/^INTACT /)]);
  const { run } = JSON.parse(readFileSync(join(cwd, 'out', 'report.json'), 'utf8'));
  expect(run.notices.join(' ')).toContain('Nobody signed shard 2 (`--allow-unsigned`)');
  const { payload } = JSON.parse(readFileSync(join(cwd, 'out', 'attestation.dsse.json'), 'utf8'));
  const { predicate } = JSON.parse(Buffer.from(payload, 'base64').toString());
  expect(predicate.materials.map(({ digest }: { digest: { sha256: string } }) => digest.sha256)).toEqual(
    run.merged.map(({ manifest }: { manifest: string }) => manifest),
  );
  expect(run.merged.map(({ signedBy }: { signedBy?: string }) => signedBy !== undefined)).toEqual([true, false]);
});

test('a forged shard whose signature does not hold is not evaluated, by no command', async () => {
  const { cwd, merge } = await shards(
    () => 'stranger',
    (files) =>
      edit(files, 'report.json', (value) => {
        for (const row of value.requirements) if (row.id === 'CUST-19') row.observation = { note: 'a'.repeat(40) };
        for (const one of value.decisions)
          if (one.kind === 'settle') one.schema = { properties: { note: { pattern: '^(a+)+b$' } } };
      }),
  );
  const began = performance.now();
  expect((await call(['verify', 'two', '--public-key', 'key.pub'], {}, cwd)).status).toBe(1);
  expect((await merge()).status).toBe(2);
  expect(performance.now() - began).toBeLessThan(20_000);
  expect((await call(['pack', 'two'], {}, cwd)).status).toBe(2);
}, 60_000);
