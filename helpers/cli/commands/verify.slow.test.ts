import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { skipWithout } from '../../../reports/testing/system-tools.js';
import { documents, shellBlocks } from '../../api/documents.fixture.js';
import { call, emptyFolder, runHere, writeKeyPair } from '../testing/command.js';

const examples = documents().flatMap(shellBlocks);
const example = (text: string) => examples.find((block) => block.includes(text)) ?? expect.unreachable(`no ${text}`);

describe('a run that is signed', () => {
  let cwd: string;
  let folder: string;
  let printed: string;
  const sh = (text: string, dir: string) => {
    const env = { ...process.env, KEY: join(cwd, 'key.pub') };
    return execFileSync('sh', ['-euc', example(text)], { cwd: dir, encoding: 'utf8', stdio: 'pipe', env });
  };
  const sealedFiles = () => readdirSync(folder).filter((name) => !/^(manifest|attestation\.dsse)\.json$/.test(name));

  beforeAll(async () => {
    cwd = emptyFolder();
    writeKeyPair(cwd, 'key');
    writeKeyPair(cwd, 'other');
    const operator = `ops ${readFileSync(join(cwd, 'key'), 'utf8').split('\n')[1]}`;
    const env = { CONFORMANCE_SIGNING_KEY_FILE: 'key', CONFORMANCE_OPERATOR: operator };
    const { status, stdout, stderr } = await runHere(['--embedded', '--observe', 'none'], env, cwd);
    expect(status, stderr).toBe(0);
    printed = stdout;
    folder = join(cwd, 'reports', 'runs', readdirSync(join(cwd, 'reports', 'runs'))[0] ?? '');
  });

  test('says so, holds its manifest and attestation, and its key nowhere', () => {
    expect(printed).toMatch(/Sealed and signed by key [0-9a-f]{64}\./);
    expect(existsSync(join(folder, 'attestation.dsse.json'))).toBe(true);
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    expect(manifest.subject.map(({ name }: { name: string }) => name)).toEqual(sealedFiles().sort());
    const tail = readFileSync(join(cwd, 'key'), 'utf8').split('\n')[1]?.slice(-30) ?? '';
    expect(tail).toHaveLength(30);
    for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), 'latin1')).not.toContain(tail);
    expect(printed).not.toContain(tail);
  });

  test('is verified with its key, and with no other', async () => {
    const [own, other] = await Promise.all(
      ['key.pub', 'other.pub'].map((key) => call(['verify', 'reports/latest', '--public-key', key], {}, cwd)),
    );
    expect(own).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^INTACT {2}Run .*\n[\s\S]*The signature by key [0-9a-f]{64} is valid\.\n$/),
    });
    expect([other?.status, other?.stdout]).toEqual([1, expect.stringContaining('.dsse.json is not signed by key')]);
  });

  test('is verified with openssl and sha256sum alone, as docs/hand-over.md shows', (context) => {
    skipWithout(context, 'openssl', 'sha256sum');
    const said = sh('openssl pkeyutl', folder);
    expect(said).toContain('Signature Verified Successfully');
    for (const name of sealedFiles()) expect(said).toContain(`${name}: OK`);
    const copy = join(cwd, 'for openssl');
    cpSync(folder, copy, { recursive: true });
    appendFileSync(join(copy, 'summary.md'), ' ');
    expect(() => sh('openssl pkeyutl', copy)).toThrow();
  });

  test('has digests that others can make again, as docs/hand-over.md shows', (context) => {
    skipWithout(context, 'jq', 'sha256sum');
    expect(sh('.subject[] |', folder)).toMatch(/^(?:[\w.]+: OK\n)+$/);
    expect(sh('.run.evidence.sha256', folder)).toBe('evidence.har: OK\n');
  });
});

test('a key that others may read is refused before anything is sent', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no such modes of files');
  const cwd = emptyFolder();
  writeKeyPair(cwd, 'key');
  chmodSync(join(cwd, 'key'), 0o644);
  const run = await runHere(['--embedded', '--out', 'out'], { CONFORMANCE_SIGNING_KEY_FILE: 'key' }, cwd);
  expect(run).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('(mode 644): run chmod 600') });
  expect(existsSync(join(cwd, 'out'))).toBe(false);
});
