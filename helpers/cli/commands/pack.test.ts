import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { sha256 } from '../../../reports/integrity/sha256.js';
import { call, emptyFolder } from '../testing/command.js';

test('the evidence of an attestation goes into the zip, and verify accepts it there as long as it is that file', async () => {
  const cwd = emptyFolder();
  const minutes = 'Keys are rotated every quarter.';
  writeFileSync(join(cwd, 'minutes.txt'), minutes);
  const until = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const by = ['--by', 'head of operations', '--until', until, '--reason', 'Keys are rotated'];
  const attest = await call(['attest', 'AUTH-11', ...by, '--evidence', 'minutes.txt'], {}, cwd);
  expect([attest.status, attest.stderr]).toEqual([0, expect.stringContaining('Written')]);
  const env = { CONFORMANCE_DECISIONS: 'decisions.json' };
  const run = await call(['--embedded', '--only', 'VER-01,AUTH-11', '--out', 'run'], env, cwd);
  expect([run.status, run.stderr]).toEqual([0, expect.anything()]);

  const packed = await call(['pack', 'run'], {}, cwd);
  expect([packed.status, packed.stderr]).toEqual([0, '']);
  const zip = join(cwd, 'run.zip');
  const files = unzipSync(readFileSync(zip));
  const [proof = ''] = Object.keys(files).filter((name) => name.endsWith(`/proof-${sha256(minutes)}.txt`));
  expect(Buffer.from(files[proof] ?? []).toString()).toBe(minutes);
  const verified = await call(['verify', 'run.zip', '--allow-unsigned'], {}, cwd);
  expect([verified.status, verified.stdout]).toEqual([0, expect.stringContaining('UNVERIFIED')]);

  writeFileSync(zip, zipSync({ ...files, [proof]: Buffer.from('Keys are never rotated.') }));
  const forged = await call(['verify', 'run.zip', '--allow-unsigned'], {}, cwd);
  expect([forged.status, forged.stdout]).toEqual([1, expect.stringContaining(`proof-${sha256(minutes)}.txt`)]);

  renameSync(zip, join(cwd, 'first.zip'));
  writeFileSync(join(cwd, 'minutes.txt'), 'Keys are never rotated.');
  const without = await call(['pack', 'run'], {}, cwd);
  expect(without.stderr).toMatch(/AUTH-11: The evidence "minutes.txt" is not the file that was attested with/);
  expect(Object.keys(unzipSync(readFileSync(zip))).join()).not.toContain('proof-');
});

test('the zip opens with a page that says what it is, and verify rejects any other', async () => {
  const cwd = emptyFolder();
  await call(['--embedded', '--only', 'VER-01', '--out', 'run'], {}, cwd);
  expect((await call(['pack', 'run'], {}, cwd)).stderr).toBe('');
  const files = unzipSync(readFileSync(join(cwd, 'run.zip')));
  const [name = '', ...others] = Object.keys(files);
  const page = Buffer.from(files[name] ?? []).toString();
  expect(name).toMatch(/\/START-HERE\.html$/);
  expect(page).toContain('Demonstration');
  for (const other of others) expect(page).toContain(`${other.split('/')[1]}"`);

  const run = join(cwd, 'unzipped');
  mkdirSync(run);
  for (const [each, content] of Object.entries(files)) writeFileSync(join(run, each.split('/')[1] ?? ''), content);
  const unsigned = ['--allow-unsigned'];
  expect((await call(['verify', 'unzipped', ...unsigned], {}, cwd)).status).toBe(0);
  await call(['pack', 'unzipped'], {}, cwd);
  expect(readFileSync(join(cwd, 'unzipped.zip')).equals(readFileSync(join(cwd, 'run.zip')))).toBe(true);

  writeFileSync(join(run, 'START-HERE.html'), page.replaceAll('Demonstration', 'Conformant'));
  const forged = await call(['verify', 'unzipped', ...unsigned], {}, cwd);
  expect([forged.status, forged.stdout]).toEqual([1, expect.stringContaining('START-HERE.html is not the page')]);
});
