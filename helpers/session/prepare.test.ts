import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import { preparedRun } from './prepared.fixture.js';

test('a guest keeps no folder unless one is asked for, and lists nothing without one', async () => {
  const { folder, input, began } = await preparedRun();
  expect(folder).toBeUndefined();
  expect([input.created, input.direct]).toEqual([undefined, true]);
  expect(input.mark).toBe(began.startedAt.toString(36));
  const out = `${emptyFolder()}/run`;
  const kept = await preparedRun({ out });
  expect(kept.folder?.path).toBe(out);
  expect(kept.input.created?.file).toBe(`${out}/created.json`);
  const list = JSON.parse(readFileSync(`${out}/created.json`, 'utf8'));
  expect(list).toEqual({ run: kept.id, target: 'http://127.0.0.1:9/v1/', customers: [] });
});

test('a run is called by its command, with what was asked for', async () => {
  const run = await preparedRun();
  expect(run.command).toMatch(/^\S.*\S$/);
  expect(run.command).not.toMatch(/embedded|false|undefined/);
  expect(run.decisions).toBeUndefined();
  expect(run.signer).toBeUndefined();
  expect(run.redactor.redact('sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4')).not.toContain('Zq8K');
});
