import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fsapi } from '../../fsapi/fsapi.js';
import { commandNamed } from '../commands.js';
import { call, emptyFolder } from '../testing/command.js';

/** `--json`: one document on the standard output, with the same exit status. `doctor` has a test of its own. */
test('run, verify, diff, rejudge and decisions print one JSON document, and nothing else there', async () => {
  const cwd = emptyFolder();
  const run = await call(['--embedded', '--only', 'VER-01', '--out', 'run', '--json'], {}, cwd);
  const folder = 'run';
  expect([run.status, run.stdout]).toEqual([0, readFileSync(join(cwd, folder, 'report.json'), 'utf8')]);
  expect(run.stderr).toContain('DEMONSTRATION');

  const { id } = JSON.parse(run.stdout).run;
  const verified = await call(['verify', folder, '--json'], {}, cwd);
  expect(verified).toMatchObject({ status: 1, stderr: '' });
  expect(JSON.parse(verified.stdout)).toMatchObject({ outcome: 'unverified', run: id, verdict: 'partial', errors: [] });
  const same = await call(['diff', folder, folder, '--json'], {}, cwd);
  expect(JSON.parse(same.stdout)).toMatchObject({ same: true, before: { run: id }, now: { run: id } });
  const judged = await call(['rejudge', folder, '--json'], {}, cwd);
  expect(JSON.parse(judged.stdout)).toMatchObject({ run: id, contradicted: false });
  writeFileSync(join(cwd, folder, 'summary.md'), 'All is well.\n');
  const modified = await call(['verify', folder, '--json', '--allow-unsigned'], {}, cwd);
  expect(JSON.parse(modified.stdout)).toMatchObject({
    outcome: 'modified',
    status: 1,
    errors: [{ file: 'summary.md' }],
  });

  expect(await call(['decisions', '--json'], {}, cwd)).toEqual({ status: 0, stdout: '[]\n', stderr: '' });
  const waiver = { id: 'CUST-15', kind: 'waive', by: 'a', on: '2026-01-02', expires: '2026-01-31', reason: 'b' };
  writeFileSync(join(cwd, 'decisions.json'), JSON.stringify([waiver]));
  const decisions = await call(['decisions', '--json'], {}, cwd);
  expect(decisions.status).toBe(1);
  expect(JSON.parse(decisions.stdout)).toMatchObject([{ ...waiver, state: 'expired', isOver: true }]);

  const wrong = await call(['--embedded', '--json', '--onyl', 'x'], {}, cwd);
  expect([wrong.status, wrong.stdout]).toEqual([2, '']);

  // The other commands, in this process; what takes a browser, minutes or a signal is left out.
  const made = await printed(cwd, [
    ['list', '--matrix'],
    ['explain', 'CUST-09'],
    ['serve', '--list-faults'],
    ['keygen', 'key'],
    ['waive', 'CUST-09', '--all-checks', '--print'],
    ['render', folder, '--format', 'earl'],
    ['index'],
    ['openapi', '--report', folder],
    ['init', '--ci', 'none'],
  ]);
  expect(made).toMatchObject([
    ...[expect.any(Array), { id: 'CUST-09' }, { faults: expect.any(Array) }, { keyid: expect.any(String) }],
    ...[{ kind: 'waive' }, { files: ['earl.jsonld'] }, { file: expect.stringMatching(/index\.html$/) }],
    ...[{ openapi: '3.1.0' }],
    [{ file: '.env', state: 'written' }, { file: 'decisions.json', state: 'unchanged' }, {}, {}, {}],
  ]);
});

/** What each call prints on the standard output, which must be one JSON document. */
async function printed(
  cwd: string,
  calls: readonly (readonly [name: string, ...argv: string[]])[],
): Promise<unknown[]> {
  const [out, err] = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  onTestFinished(() => void vi.restoreAllMocks());
  const documents = [];
  for (const [name, ...argv] of calls) {
    out?.mockClear();
    const { command } = await commandNamed(name).load();
    await command.run(name, [...argv, '--json'], { tested: fsapi, env: {}, cwd });
    documents.push(JSON.parse(out?.mock.calls.map(([text]) => text).join('') ?? ''));
  }
  err?.mockClear();
  return documents;
}
