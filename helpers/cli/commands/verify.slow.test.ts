import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { edit } from '../../../reports/integrity/sealed.fixture.js';
import { skipWithout } from '../../../reports/testing/system-tools.js';
import { packageRoot } from '../../../schemas/package-root.js';
import { verifyFolder } from '../../run-folder/verify-folder.js';
import { call, emptyFolder, runHere } from '../testing/command.js';
import { writeKeyPair } from '../testing/key-pair.js';
import { sealedFolder } from '../testing/sealed-folder.js';

/** The example of docs/hand-over.md that holds a text. */
function example(text: string): string {
  const document = readFileSync(fileURLToPath(new URL('docs/hand-over.md', packageRoot)), 'utf8');
  const found = document.match(/```sh\n[\s\S]*?```/g)?.find((block) => block.includes(text));
  if (!found) throw new Error(`no example of docs/hand-over.md holds ${text}`);
  return found.slice('```sh\n'.length, -'```'.length);
}

describe('a run that is signed', () => {
  let cwd: string;
  let folder: string;
  let printed: string;
  const key = () => readFileSync(join(cwd, 'key'), 'utf8').split('\n')[1] ?? '';
  const verify = (dir: string, ...more: string[]) => call(['verify', dir, ...more], {}, cwd);

  beforeAll(async () => {
    cwd = emptyFolder();
    writeKeyPair(cwd, 'key');
    // A key that was pasted where it does not belong is a secret there too.
    const env = { CONFORMANCE_SIGNING_KEY_FILE: 'key', CONFORMANCE_OPERATOR: `ops ${key()}` };
    const argv = ['--embedded', '--observe', 'none'];
    const { status, stdout, stderr } = await call(argv, env, cwd);
    expect(status, stderr).toBe(0);
    printed = stdout;
    folder = join(cwd, 'reports', 'runs', readdirSync(join(cwd, 'reports', 'runs'))[0] ?? '');
  });

  test('says so, and holds its manifest and attestation', () => {
    expect(printed).toMatch(/Sealed and signed by key [0-9a-f]{64}\./);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['manifest.json', 'attestation.dsse.json']));
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    expect(manifest.subject.map(({ name }: { name: string }) => name)).toEqual(
      readdirSync(folder)
        .filter((name) => !['manifest.json', 'attestation.dsse.json'].includes(name))
        .sort(),
    );
  });

  test('writes its key nowhere', () => {
    const tail = key().slice(-30);
    expect(tail).toHaveLength(30);
    for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), 'latin1')).not.toContain(tail);
    expect(printed).not.toContain(tail);
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).run.operator).not.toContain(tail);
  });

  test('is intact: by its key, without it, by the link to the latest, and moved elsewhere', async () => {
    const signed = await verify(folder, '--public-key', 'key.pub');
    expect(signed).toMatchObject({ status: 0, stderr: '' });
    expect(signed.stdout).toMatch(/^INTACT {2}Run .*\n[\s\S]*The signature by key [0-9a-f]{64} is valid\.\n$/);
    const unasked = await verify('reports/latest');
    expect(unasked.status).toBe(1);
    expect(unasked.stdout).toMatch(
      /^UNVERIFIED {2}Run .* its signature was not verified\.\n[\s\S]*not verified; pass --public-key/,
    );
    expect((await verify('reports/latest', '--allow-unsigned')).status).toBe(0);
    const both = await verify('reports/latest', '--allow-unsigned', '--public-key', 'key.pub');
    expect([both.status, both.stderr]).toEqual([2, expect.stringContaining('leave one of them out')]);
    cpSync(folder, join(cwd, 'elsewhere', 'under another name'), { recursive: true });
    expect((await verify('elsewhere/under another name', '--public-key', 'key.pub')).status).toBe(0);
  });

  test('is not intact with another key', async () => {
    writeKeyPair(cwd, 'other');
    const { status, stdout } = await verify(folder, '--public-key', 'other.pub');
    expect(status).toBe(1);
    expect(stdout).toMatch(/attestation\.dsse\.json is not signed by key/);
  });

  test('is what the recipient asked for, or rejected', async () => {
    const policy = (...argv: string[]) => verify(folder, '--public-key', 'key.pub', ...argv);
    expect((await policy('--not-before', '2020-01-01')).status).toBe(0);
    const rejected = await policy('--not-before', '2999-01-01', '--require', 'conformant');
    expect(rejected.status).toBe(1);
    expect(rejected.stdout).toMatch(/^REJECTED {2}Run /);
    for (const option of ['--not-before', '--require']) expect(rejected.stdout).toContain(`(${option})`);
    expect((await policy('--target', 'https://sandbox.example/v1/')).stdout).toContain('reference server, no target');
    expect((await policy('--require', 'partial')).status).toBe(2);
    expect((await policy('--not-before', 'yesterday')).status).toBe(2);
  });

  test('is verified with openssl and sha256sum alone, as docs/hand-over.md shows', (context) => {
    skipWithout(context, 'openssl', 'sha256sum');
    const sh = (dir: string) =>
      execFileSync('sh', ['-euc', example('openssl pkeyutl')], {
        cwd: dir,
        encoding: 'utf8',
        stdio: 'pipe',
        env: { ...process.env, KEY: join(cwd, 'key.pub') },
      });
    const names = readdirSync(folder).filter((name) => !/^(manifest|attestation\.dsse)\.json$/.test(name));
    const said = sh(folder);
    expect(said).toContain('Signature Verified Successfully');
    for (const name of names) expect(said).toContain(`${name}: OK`);
    const copy = join(cwd, 'for openssl');
    cpSync(folder, copy, { recursive: true });
    appendFileSync(join(copy, 'summary.md'), ' ');
    expect(() => sh(copy)).toThrow();
  });

  test('has digests that others can make again, as docs/hand-over.md shows', (context) => {
    skipWithout(context, 'jq', 'sha256sum');
    const sh = (text: string) => execFileSync('sh', ['-euc', example(text)], { cwd: folder, encoding: 'utf8' });
    expect(sh('.subject[] |')).toMatch(/^(?:[\w.]+: OK\n)+$/);
    expect(sh('.run.evidence.sha256')).toBe('evidence.har: OK\n');
  });
});

test('a run without a key has digests only, and says so, as verify does', async () => {
  const cwd = emptyFolder();
  const { stdout } = await runHere(['--embedded', '--only', 'VER-01', '--out', 'out'], {}, cwd);
  expect(stdout).toMatch(/Not signed: .+CONFORMANCE_SIGNING_KEY_FILE/);
  expect(existsSync(join(cwd, 'out', 'attestation.dsse.json'))).toBe(false);
  const verified = await call(['verify', 'out', '--allow-unsigned'], {}, cwd);
  expect(verified.status).toBe(0);
  expect(verified.stdout).toContain('Not signed: anyone who can edit the files');
});

test('a key that others may read is refused before anything is sent', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no such modes of files');
  const cwd = emptyFolder();
  writeKeyPair(cwd, 'key');
  chmodSync(join(cwd, 'key'), 0o644);
  const env = { CONFORMANCE_SIGNING_KEY_FILE: 'key' };
  const { status, stdout, stderr } = await runHere(['--embedded', '--out', 'out'], env, cwd);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('which other users can read (mode 644): run chmod 600');
  expect(existsSync(join(cwd, 'out'))).toBe(false);
});

describe('a modified folder', () => {
  const found = (dir: string, cwd: string) => verifyFolder(dir, cwd).found.map(({ file, says }) => `${file} ${says}`);

  test('is reported line by line, with status 1', async () => {
    const { cwd, dir, files } = await sealedFolder();
    edit(files, 'manifest.json', (manifest) => {
      manifest.subject[0].digest.sha256 = 'a'.repeat(64);
    });
    writeFileSync(join(dir, 'manifest.json'), files.get('manifest.json') ?? '');
    writeFileSync(join(dir, '\u001b[2J\u202e'), '');
    const { status, stdout } = await call(['verify', 'run'], {}, cwd);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^MODIFIED {2}\d+ integrity errors\.\n/);
    expect(stdout).toContain('\n  [U+001B][2J[U+202E] is not listed in manifest.json\n');
    expect(stdout).toMatch(
      /\n {2}evidence\.har was modified: SHA-256 [0-9a-f]{64}, expected a{64} \(per manifest\.json\)\n/,
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the point
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  test('follows no link, opens no pipe and reads no giant', async (context) => {
    skipWithout(context, 'mkfifo');
    const { cwd, dir } = await sealedFolder();
    const outside = join(cwd, 'outside');
    renameSync(join(dir, 'summary.md'), outside);
    symlinkSync(outside, join(dir, 'summary.md'));
    symlinkSync('/etc', join(dir, 'etc'));
    mkdirSync(join(dir, 'more'));
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    writeFileSync(join(dir, 'giant'), '');
    truncateSync(join(dir, 'giant'), 2 ** 40);
    const began = process.cpuUsage();
    const lines = found('run', cwd);
    expect(process.cpuUsage(began).user).toBeLessThan(10_000_000);
    expect(lines).toEqual(
      expect.arrayContaining([
        'summary.md is a symbolic link; a run folder holds files only',
        'etc is a symbolic link; a run folder holds files only',
        'more is a folder; a run folder holds files only',
        'pipe is not a file; a run folder holds files only',
        'summary.md is missing (listed in manifest.json)',
        'giant is larger than any file of a run',
      ]),
    );
  });

  test('a name with control characters is shown by its code points', async () => {
    const { cwd, dir } = await sealedFolder();
    writeFileSync(join(dir, 'a\u001b[2Jb'), '');
    const { stdout } = await call(['verify', 'run'], {}, cwd);
    expect(stdout).toContain('a[U+001B][2Jb is not listed');
  });
});

describe('status 2', () => {
  test.each<[name: string, argv: string[], message: RegExp]>([
    ['a folder that is not there', ['verify', 'nowhere'], /There is no folder "nowhere"/],
    ['a file', ['verify', 'file'], /There is no folder "file"/],
    ['another folder', ['verify', '.'], /is not a run folder \(no report\.json or manifest\.json\)/],
    ['a key that is not there', ['verify', '.', '--public-key', 'k'], /--public-key names "k", which does not exist/],
    ['a key that is none', ['verify', '.', '--public-key', 'file'], /is not an Ed25519 public key/],
  ])('%s', async (_, argv, message) => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'file'), 'text');
    const { status, stdout, stderr } = await call(argv, {}, cwd);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
