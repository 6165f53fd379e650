import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allWritten, Canaries } from '../cli/testing/canaries.js';
import { type Called, call, changedBuild, emptyFolder, writeKeyPair } from '../cli/testing/command.js';
import { type EchoServer, formsOf, startEchoServer } from '../cli/testing/echo.js';

/** A target that gives every key back, everywhere; runs against it, and all that they have written. */
let target: EchoServer;
beforeAll(async () => {
  target = await startEchoServer();
});
afterAll(() => target.close());

/** A folder whose temporary files and whose home are below it, so that what is left there is seen. */
function place() {
  const cwd = emptyFolder();
  const [TMPDIR, HOME, ca] = ['tmp', 'home', 'ca.pem'].map((name) => join(cwd, name)) as [string, string, string];
  for (const folder of [TMPDIR, HOME]) mkdirSync(folder);
  writeFileSync(ca, target.ca);
  return { cwd, env: { ...target.env, TMPDIR, HOME, CONFORMANCE_CA_FILE: ca } };
}

/** Where a key was found, and which, never what stands there. The authority's certificate is the test's own file. */
async function traces({ stdout, stderr }: Pick<Called, 'stdout' | 'stderr'>, cwd: string): Promise<string[]> {
  const canaries = new Canaries(target.secrets());
  const texts = new Map([...allWritten(cwd), ['stdout', stdout], ['stderr', stderr]]);
  texts.delete('ca.pem');
  return [...texts].flatMap(([where, text]) => canaries.in(text).map((name) => `${where}: ${name}`));
}

test('the eyes of these tests see a key in every form, and none where there is none', () => {
  const key = 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4';
  const canaries = new Canaries({ key });
  for (const [name, form] of Object.entries(formsOf(key))) {
    expect(canaries.in(`{"echo": "${form}"}`), name).toEqual(['key']);
  }
  const other = formsOf('sk_sandbox_Ab1Cd2Ef3Gh4Ij5Kl6Mn7');
  expect(canaries.in(JSON.stringify(other))).toEqual([]);
});

describe('a target that gives every key back', () => {
  test('finds none in anything that is written or printed, and is sent none elsewhere', async () => {
    const { cwd, env } = place();
    writeKeyPair(cwd, 'signing-key');
    const signing = { ...env, CONFORMANCE_SIGNING_KEY_FILE: join(cwd, 'signing-key') };
    const called = await call(['--evidence', 'full'], signing, cwd);
    expect(called.stderr).toBe('');
    expect([1, 3], called.stdout).toContain(called.status);
    expect(target.requests()).toBeGreaterThan(300);
    expect(target.strayed).toEqual([]);
    expect(await traces(called, cwd)).toEqual([]);

    // None of that proves anything if nothing was written, or no nearly right key was sent.
    const [id = ''] = readdirSync(join(cwd, 'reports', 'runs'));
    const files = readdirSync(join(cwd, 'reports', 'runs', id));
    expect(files).toEqual(expect.arrayContaining(['report.html', 'evidence.har', 'attestation.dsse.json']));
    expect(Object.keys(target.secrets()).length).toBeGreaterThanOrEqual(4 + 9);
    const har = readFileSync(join(cwd, 'reports', 'runs', id, 'evidence.har'), 'utf8');
    expect(har.match(/\$CONFORMANCE_API_KEY/g)?.length).toBeGreaterThan(1000);
    expect(readdirSync(join(cwd, 'tmp'))).toEqual([]);
    const secret = readFileSync(join(cwd, 'signing-key'), 'utf8').split('\n')[1]?.slice(22) ?? '';
    for (const [name, text] of allWritten(join(cwd, 'reports'))) expect(text.includes(secret), name).toBe(false);
  });

  test('finds none in what a run leaves that is killed', async () => {
    const { cwd, env } = place();
    const { status } = await call([], env, cwd, {
      meanwhile: (child) => target.afterMore(30, () => child.kill('SIGKILL')),
    });
    expect(status).toBe(null);
    const left = readdirSync(join(cwd, 'reports', 'runs'), { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => name.endsWith('created.json'))).toHaveLength(1);
    expect(await traces({ stdout: '', stderr: '' }, cwd)).toEqual([]);
  });
});

/** What keeps a key back where something of ours goes wrong. Each is tried on a copy of the build that is wrong there. */
describe('a fault of the suite', () => {
  const fault = async (file: string, passage: string, other: string, only = 'VER-01') => {
    const argv = ['--only', only, ...(only === 'VER-01' ? ['--format', 'json'] : [])];
    const { cwd, env } = place();
    const called = await call(argv, env, cwd, { main: changedBuild(file, passage, other) });
    expect(await traces(called, cwd)).toEqual([]);
    const runs = join(cwd, 'reports', 'runs');
    return { ...called, left: existsSync(runs) ? readdirSync(runs) : [] };
  };
  // No letter stands before the key: with it, it could be one of those that are nearly right.
  const thrown = "Object.assign(new Error('# ' + target.configuration.apiKey), { headers: target })";

  const run = ['helpers/session/run.js', 'const notices = noticesOf('] as const;
  const judge = ['helpers/runner/judge.js', 'const { noted, ...proof } = await confirmed('] as const;
  const nearKey = "throw new Error('# ' + [...run.configuration.apiKey].reverse().join(''));";
  const never = 'await new Promise(() => {});';
  const internal = /^Internal error of this suite; no verdict .*\nError: # \$CONFORMANCE_API_KEY\n {4}at /;

  test.each([
    ['an exception', run, `throw ${thrown};`, internal],
    ['an exception that nobody awaits', run, `setImmediate(() => { throw ${thrown}; }); ${never}`, internal],
    ['a promise that nobody awaits', run, `Promise.reject(${thrown}); ${never}`, internal],
    ['an exception in the suites', judge, nearKey, /VER-01 .*: Error: # ‹a near miss of the key: reversed›/],
  ])('%s that holds a key is reported without it, with status 4', async (_, [file, passage], statement, words) => {
    const { status, stderr, left } = await fault(file, passage, statement + passage);
    expect(stderr).toMatch(words);
    expect([status, left]).toEqual([4, []]);
  });

  test('redaction that is not done at capture is made up for: nothing is published, status 5', async () => {
    const [file, passage] = ['helpers/client/record-exchange.js', 'run.redactor.redact(own)'];
    const { status, stderr, left } = await fault(file, passage, 'own', 'ACCT-01,AUTH-04');
    expect(status).toBe(5);
    expect(stderr).toMatch(/^Nothing was published: a secret \([$‹][^\n]*\) was found in [\w.]+\.\n$/);
    expect(left).toEqual([]);
  });
});

test('serve prints keys of its own, and none of its environment', async () => {
  const { cwd, env } = place();
  const { stdout, stderr } = await call(['serve'], env, cwd, {
    meanwhile: (child) => child.stdout?.once('data', () => child.kill('SIGTERM')),
  });
  expect(stdout).toMatch(/^CONFORMANCE_API_KEY=./m);
  expect(await traces({ stdout, stderr }, cwd)).toEqual([]);
});
