import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { emptyFolder } from '../cli/testing/command.js';
import { suiteDigest } from '../run-folder/digests.js';
import { runInputOf } from './prepare.js';
import { preparedRun } from './prepared.fixture.js';

test('a guest keeps no folder unless one is asked for, and lists nothing without one', async () => {
  const { run, environment } = await preparedRun();
  expect(run.folder.isKept).toBe(false);
  const input = runInputOf(run, environment);
  expect([input.created, input.order, input.direct]).toEqual([undefined, undefined, true]);
  expect(input.mark).toBe(run.startedAt.getTime().toString(36));
  const out = `${emptyFolder()}/run`;
  const kept = await preparedRun({ out });
  expect([kept.run.folder.isKept, existsSync(out)]).toEqual([true, true]);
  expect(runInputOf(kept.run, { ...kept.environment, env: process.env, order: 7 })).toMatchObject({
    created: { file: `${out}/created.json`, by: { run: kept.run.folder.id, target: 'http://127.0.0.1:9/v1/' } },
    ...{ order: 7, direct: false },
  });
});

test('a run is called by its command, with what was asked for', async () => {
  const { run } = await preparedRun();
  expect(run.command).toMatch(/^\S.*\S$/);
  expect(run.command).not.toMatch(/embedded|false|undefined/);
  expect(run.decisions).toBeUndefined();
  expect(run.signer).toBeUndefined();
  expect(run.redactor.redact('sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4')).not.toContain('Zq8K');
});

test('a creation of an earlier run is made anew by the same suite and configuration alone', async () => {
  const { run, environment } = await preparedRun();
  const created = [{ id: 'cus_1' }];
  const earlier = { seed: 4, startedAt: '2026-11-20T10:00:00.000Z', exam: suiteDigest(run.tested) };
  const of = (changes: object, more: object = {}) => {
    const report = { run: { ...earlier, configuration: run.configured, ...changes }, created } as unknown as Report;
    const baseline = { ...run.baseline, baseline: {} as never, report, ...more };
    return runInputOf({ ...run, baseline }, environment).earlier;
  };
  const startedAt = Date.parse(earlier.startedAt);
  expect(of({})).toEqual({ seed: 4, mark: startedAt.toString(36), startedAt, created });
  expect(of({ exam: 'another' })).toContain('another suite');
  expect(of({ configuration: 'another' })).toContain('another configuration');
  expect(of({}, { report: undefined })).toContain('is gone');
  expect(of({}, { baseline: undefined })).toContain('no earlier run');
  const like = { ...run.target, configuration: { ...run.target.configuration, like: 'another' } };
  expect(
    runInputOf({ ...run, target: like, baseline: { ...run.baseline, baseline: {} as never } }, environment).earlier,
  ).toContain('no earlier run');
});
