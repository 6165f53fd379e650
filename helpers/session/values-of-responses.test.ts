import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { emptyFolder, runHere } from '../cli/testing/command.js';
import { canaries, type Manner, startCanaryTarget } from './values-of-responses.fixture.js';

const formats = 'json,html,md,junit,har';

const inJson = (value: string) => JSON.stringify(value).slice(1, -1);

/** A value in each way in which a file or a line may write it. */
const written = (value: string) => {
  const inForm = new URLSearchParams([['', value]]).toString().slice(1);
  const inUrl = [encodeURIComponent(value), encodeURI(value), inForm];
  return [...new Set([value, inJson(value), inJson(inJson(value)), ...inUrl])];
};

/** What takes values of responses into its requests, or shows them. */
const areas = 'ACCT,AUTH-01,AUTH-08,IDEM,CUST-01,CUST-02,HTTP,VER';

const manners: Readonly<Record<string, Manner>> = {
  'that pages by cursors': { paging: 'cursor' },
  'that pages by links': { paging: 'link' },
  'whose queries forget the tenant': { paging: 'cursor', forgetsTenant: true },
  'that rejects every customer': { paging: 'link', rejects: true },
};

/** How values are masked does not depend on whether bodies are kept: with `none` one manner is enough. */
const runs = [
  ...Object.keys(manners).map((name) => ['shape', name] as const),
  ['none', 'whose queries forget the tenant'] as const,
];

test.each(runs)(
  'with --evidence %s no value of a response of a target %s is written or printed',
  async (kept, name) => {
    const target = await startCanaryTarget(manners[name] as Manner);
    const cwd = emptyFolder();
    // Everything once, observations too; otherwise what takes values into its requests.
    const wanted = kept === 'shape' && name === 'that pages by cursors' ? ['--observe', 'all'] : ['--only', areas];
    const argv = ['--evidence', kept, '--format', formats, '--out', 'run', '--seed', '1', ...wanted];
    const { stdout, stderr, status } = await runHere(argv, target.env, cwd);
    await target.close();
    expect([0, 1, 3], stderr).toContain(status);
    const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = new Map([['printed', stdout + stderr]]);
    for (const { name: file, parentPath } of files) texts.set(file, readFileSync(join(parentPath, file), 'utf8'));
    const found = [...texts].flatMap(([where, text]) =>
      canaries.filter((value) => written(value).some((one) => text.includes(one))).map((value) => `${where}: ${value}`),
    );
    expect(found).toEqual([]);
    expect(texts.get('evidence.har')).toContain('=‹from a response›');
    const { summary } = JSON.parse(texts.get('report.json') ?? '') as Report;
    expect(summary.requests).toBeGreaterThan(100);
    if (manners[name]?.forgetsTenant) expect(summary.verdict).toBe('nonconformant');
  },
);

test('with --evidence full the evidence shows each of these values', async () => {
  const target = await startCanaryTarget({ paging: 'cursor' });
  const cwd = emptyFolder();
  await runHere(['--evidence', 'full', '--format', 'har', '--out', 'run', '--only', areas], target.env, cwd);
  target.close();
  const text = readFileSync(join(cwd, 'run', 'evidence.har'), 'utf8');
  expect(canaries.filter((value) => !written(value).some((one) => text.includes(one)))).toEqual([]);
});
