import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { edit, newSigner, sealed } from '../../../reports/integrity/sealed.fixture.js';
import { unseen } from '../../../reports/testing/hostile.js';
import { skipWithout } from '../../../reports/testing/system-tools.js';
import { suiteVersion } from '../../../schemas/suite-version.js';
import { suiteDigest } from '../../run-folder/digests.js';
import { call, emptyFolder } from '../testing/command.js';

const signer = newSigner();
const cwd = emptyFolder();
writeFileSync(join(cwd, 'key.pub'), signer.publicKey.export({ type: 'spki', format: 'pem' }));
writeFileSync(join(cwd, 'file'), 'text');

async function sealedFolder(name: string) {
  const dir = join(cwd, name);
  mkdirSync(dir);
  const files = await sealed({ signer }, { exam: suiteDigest(), suiteVersion });
  for (const [file, content] of files) writeFileSync(join(dir, file), content);
  return { dir, files };
}
const verify = (...argv: string[]) => call(['verify', ...argv], {}, cwd);

await sealedFolder('run');
test.each([
  ['intact', 0, ['--public-key', 'key.pub']],
  ['unverified', 1, []],
  ['unverified', 0, ['--allow-unsigned']],
  ['rejected', 1, ['--public-key', 'key.pub', '--require', 'conformant']],
  ['intact', 0, ['--public-key', 'key.pub', '--not-before', '2020-01-01']],
  ['rejected', 1, ['--public-key', 'key.pub', '--not-before', '2999-01-01']],
  ['rejected', 1, ['--allow-unsigned', '--target', 'https://sandbox.example/v1/']],
])('a sealed folder is %s, with status %i, for verify %j', async (outcome, status, argv) => {
  const said = await verify('run', ...argv);
  expect([said.status, said.stdout]).toEqual([status, expect.stringMatching(`^${outcome.toUpperCase()}  Run `)]);
});

test('a modified folder is modified, whatever was wanted of it, and is reported line by line', async () => {
  const { dir, files } = await sealedFolder('modified');
  edit(files, 'manifest.json', (manifest) => {
    manifest.subject[0].digest.sha256 = 'a'.repeat(64);
  });
  writeFileSync(join(dir, 'manifest.json'), files.get('manifest.json') ?? '');
  writeFileSync(join(dir, '\u001b[2J\u202e'), '');
  for (const argv of [['--public-key', 'key.pub'], ['--allow-unsigned'], ['--require', 'conformant'], []]) {
    const { status, stdout } = await verify('modified', ...argv);
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^MODIFIED {2}\d+ integrity errors\.\n/)]);
    expect(stdout).toContain('\n  [U+001B][2J[U+202E] is not listed in manifest.json\n');
    expect(stdout).toMatch(/\n {2}evidence\.har was modified: SHA-256 [0-9a-f]{64}, expected a{64} /);
    expect(stdout).not.toMatch(unseen);
  }
});

test('verify follows no link, opens no pipe and reads no giant', async (context) => {
  skipWithout(context, 'mkfifo');
  const { dir } = await sealedFolder('hostile');
  const outside = join(cwd, 'outside');
  renameSync(join(dir, 'summary.md'), outside);
  symlinkSync(outside, join(dir, 'summary.md'));
  symlinkSync('/etc', join(dir, 'etc'));
  mkdirSync(join(dir, 'more'));
  execFileSync('mkfifo', [join(dir, 'pipe')]);
  writeFileSync(join(dir, 'giant'), '');
  truncateSync(join(dir, 'giant'), 2 ** 40);
  const { status, stdout } = await verify('hostile');
  expect(status).toBe(1);
  for (const line of [
    'summary.md is a symbolic link; a run folder holds files only',
    'etc is a symbolic link; a run folder holds files only',
    'more is a folder; a run folder holds files only',
    'pipe is not a file; a run folder holds files only',
    'summary.md is missing (listed in manifest.json)',
    'giant is larger than any file of a run',
  ])
    expect(stdout).toContain(`\n  ${line}\n`);
});

test.each([
  [['nowhere'], /There is no folder "nowhere"/],
  [['file'], /There is no folder "file"/],
  [['.'], /is not a run folder \(no report\.json or manifest\.json\)/],
  [['.', '--public-key', 'k'], /--public-key names "k", which does not exist/],
  [['.', '--public-key', 'file'], /is not an Ed25519 public key/],
  [['run', '--require', 'partial'], /--require is "partial"/],
  [['run', '--not-before', 'yesterday'], /--not-before is "yesterday"/],
])('status 2, in one line: verify %j', async (argv, message) => {
  const { status, stdout, stderr } = await verify(...argv);
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
