import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import type { Configuration } from '../configuration/settings.js';
import { targetName } from './history.js';
import { onlyLastFailed } from './last-failed.js';

const target = { baseUrl: 'https://sandbox.payments.example/v1/', environment: 'sandbox', embedded: false } as const;

/** What `--last-failed` selects of all, after runs with these verdicts. */
function selected(...runs: readonly Readonly<Record<string, string>>[]): readonly string[] {
  const cwd = emptyFolder();
  const lines = runs.map((verdicts, at) =>
    JSON.stringify({
      ...{ id: `r${at}`, startedAt: `2026-11-0${at + 1}T02:00:00.000Z`, target: `sandbox ${target.baseUrl}` },
      ...{ report: '0'.repeat(64), verdicts },
    }),
  );
  mkdirSync(join(cwd, 'reports'));
  writeFileSync(join(cwd, 'reports', 'history.ndjson'), `${lines.join('\n')}\n`);
  const only = ['AUTH-01', 'IDEM-02', 'CUST-09', 'ACCT-03'];
  return onlyLastFailed({ ...target, only, lastFailed: true } as unknown as Configuration, cwd, targetName(target))
    .only;
}

test('selects what failed or was inconclusive when it was last tested, whatever stood between', () => {
  const all = { 'AUTH-01': 'pass', 'IDEM-02': 'fail', 'CUST-09': 'inconclusive', 'ACCT-03': 'fail' };
  expect(selected(all, { 'ACCT-03': 'pass', 'IDEM-02': 'skipped' })).toEqual(['IDEM-02', 'CUST-09']);
});

test('where nothing is open, or no run is known, nothing is sent', () => {
  expect(() => selected({ 'AUTH-01': 'pass' })).toThrow('Nothing failed and nothing was inconclusive');
  expect(() => selected()).toThrow('There is no earlier run against this target');
});
