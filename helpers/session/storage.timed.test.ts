import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Called, call, emptyFolder, executable, variablesFor } from '../cli/testing/command.js';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.js';
import { runFolders } from '../run-folder/earlier-runs.js';

const quick = ['--embedded', '--only', 'VER-01', '--format', 'json'];
const whole = ['--observe', 'none', '--format', 'json'];
let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer({ https: false });
});
afterAll(() => server.close());

/** A call by a shell that first does something to itself: a limit, another user. */
function through(shell: string, cwd: string, argv: readonly string[]): Promise<Called> {
  return new Promise((resolve) => {
    const words = ['-c', `${shell} "$@"`, 'sh', process.execPath, executable, ...argv];
    const child = execFile('sh', words, { cwd, env: { PATH: process.env.PATH ?? '' } }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    );
  });
}

describe('no space', () => {
  const created = 'The run created [^\\n]*created\\.json\\.\\n';
  test.each([
    ['the list of created customers', 8, `, so the run stopped: .*\n(${created})?`, /Embedded reference server/],
    ['report.json', 400, `, so nothing was published: .*\n${created}`, /^DEMONSTRATION.* Exit 4: no file was publ/ms],
  ])(
    'for %s: the verdict, one sentence, status 4, and what was there is as it was',
    async (what, blocks, sentence, verdict) => {
      const cwd = emptyFolder();
      expect((await call(quick, {}, cwd)).status).toBe(0);
      const [first = ''] = runFolders(cwd);
      const kept = () => ['report.json', 'manifest.json'].map((name) => readFileSync(join(first, name), 'utf8'));
      const before = kept();
      const { status, stdout, stderr } = await through(`ulimit -f ${blocks} && exec`, cwd, ['--embedded']);
      expect(stderr).toMatch(new RegExp(`^${what} could not be written${sentence}$`, 'i'));
      expect(stdout).toMatch(verdict);
      expect([status, kept(), runFolders(cwd)]).toEqual([4, before, [first]]);
    },
  );

  test('for the largest files: the others are published, sealed and named latest', async () => {
    const cwd = emptyFolder();
    const argv = ['--embedded', '--format', 'html,md,junit,har'];
    const { status, stdout, stderr } = await through('ulimit -f 2000 && exec', cwd, argv);
    const left = /^evidence\.har was left out: .*\(EFBIG\)\.\n(report\.html was left out: .*\(EFBIG\)\.\n)?$/;
    expect(stderr).toMatch(left);
    expect(stdout).toMatch(/^DEMONSTRATION .* Exit 4: evidence\.har was left out: .*\(EFBIG\)\.\n/ms);
    expect(status).toBe(4);
    const folder = join(cwd, 'reports', 'latest');
    const files = readdirSync(folder);
    expect(files).toEqual(expect.arrayContaining(['report.json', 'summary.md', 'junit.xml', 'created.json']));
    expect(files).not.toContain('evidence.har');
    expect((await call(['verify', folder, '--allow-unsigned'], {}, cwd)).status).toBe(0);
  });
});

test('a file in the place of the reports keeps a run from beginning', async () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'reports'), 'mine');
  const { status, stdout, stderr } = await call(quick, {}, cwd);
  expect(stderr).toMatch(/^reports\/runs cannot be written to \((ENOTDIR|EEXIST)\)\.\n$/);
  expect([status, stdout, readFileSync(join(cwd, 'reports'), 'utf8')]).toEqual([2, '', 'mine']);
});

describe.concurrent('what a run cannot add to is named, and takes nothing from its report', () => {
  test('a folder in the place of latest', async () => {
    const cwd = emptyFolder();
    const mine = join(cwd, 'reports', 'latest', 'mine');
    mkdirSync(dirname(mine), { recursive: true });
    writeFileSync(mine, 'mine');
    const { status, stderr } = await call(whole, variablesFor(server, cwd), cwd);
    expect([status, stderr]).toEqual([0, 'reports/latest is not a link, so it was not changed.\n']);
    expect(readFileSync(mine, 'utf8')).toBe('mine');
    expect(runFolders(cwd)).toHaveLength(1);
  });

  test('a link that leads nowhere, and a device that is full in the place of the job summary', async (context) => {
    if (!existsSync('/dev/full')) context.skip('this machine has no /dev/full');
    const cwd = emptyFolder();
    mkdirSync(join(cwd, 'reports'));
    symlinkSync('runs/long-gone', join(cwd, 'reports', 'latest'));
    const env = { ...variablesFor(server, cwd), GITHUB_STEP_SUMMARY: '/dev/full' };
    const { status, stderr } = await call(whole, env, cwd);
    expect(stderr).toMatch(
      /^The summary of the CI job \(GITHUB_STEP_SUMMARY\) could not be written: .* \(ENOSPC\)\.\n$/,
    );
    expect([status, existsSync(join(cwd, 'reports', 'latest', 'report.json'))]).toEqual([0, true]);
  });
});
