import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, callProcess, emptyFolder } from '../testing/command.js';

/** `--json`: one document on the standard output, with the same exit status. `list`, `explain` and `doctor` have tests of their own. */
test('run, verify, diff, rejudge and decisions print one JSON document, and nothing else there', async () => {
  const cwd = emptyFolder();
  const run = await call(['--embedded', '--only', 'VER-01', '--out', 'run', '--json'], {}, cwd);
  const folder = 'run';
  expect([run.status, run.stdout]).toEqual([0, readFileSync(join(cwd, folder, 'report.json'), 'utf8')]);
  expect(run.stderr).toContain('DEMONSTRATION');

  const { id } = JSON.parse(run.stdout).run;
  const verified = await callProcess(['verify', folder, '--json'], {}, cwd);
  expect(verified).toMatchObject({ status: 1, stderr: '' });
  expect(JSON.parse(verified.stdout)).toMatchObject({ outcome: 'unverified', run: id, verdict: 'partial', errors: [] });
  const same = await call(['diff', folder, folder, '--json'], {}, cwd);
  expect(JSON.parse(same.stdout)).toMatchObject({ same: true, before: { run: id }, now: { run: id } });
  const judged = await callProcess(['rejudge', folder, '--json'], {}, cwd);
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
}, 60_000);
