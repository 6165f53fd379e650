import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { emptyFolder, runHere } from '../cli/testing/command.js';
import { canaries, documented, type Manner, startCanaryTarget } from './values-of-responses.fixture.js';

const formats = 'json,html,md,junit,har';

const inJson = (value: string) => JSON.stringify(value).slice(1, -1);

/** A value in each way in which a file or a line may write it. */
const written = (value: string) => [
  ...new Set([
    value,
    encodeURIComponent(value),
    new URLSearchParams([['', value]]).toString().slice(1),
    inJson(value),
    inJson(inJson(value)),
    encodeURI(value),
  ]),
];

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
  'with --evidence %s no value of a response of a target %s stands in any file, or is printed',
  async (kept, name) => {
    const target = await startCanaryTarget(manners[name] as Manner);
    const cwd = emptyFolder();
    const argv = [
      '--evidence',
      kept,
      '--format',
      formats,
      '--out',
      'run',
      '--seed',
      '1',
      // Everything once, observations too; otherwise what takes values into its requests.
      ...(kept === 'shape' && name === 'that pages by cursors' ? ['--observe', 'all'] : ['--only', areas]),
    ];
    const { stdout, stderr, status } = await runHere(argv, target.env, cwd);
    target.close();
    expect([0, 1, 3], stderr).toContain(status);
    const names = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const files = names.map((entry) => join(entry.parentPath, entry.name));
    const texts = new Map([
      ...files.map((file) => [file, readFileSync(file, 'utf8')] as const),
      ['printed', stdout + stderr],
    ]);
    const found = [...texts].flatMap(([where, text]) =>
      canaries.filter((value) => written(value).some((one) => text.includes(one))).map((value) => `${where}: ${value}`),
    );
    expect(found).toEqual([]);
    // The exceptions are real: what is listed as documented, and is masked by now, leaves the list.
    const har = texts.get(join(cwd, 'run', 'evidence.har')) ?? '';
    const masked = Object.entries(documented).filter(([what, value]) => !har.includes(value) && !what.includes('name'));
    expect(masked).toEqual([]);
    expect(texts.get(join(cwd, 'run', 'evidence.har'))).toContain('=‹from a response›');
    const report = JSON.parse(readFileSync(join(cwd, 'run', 'report.json'), 'utf8')) as Report;
    expect(report.summary.requests).toBeGreaterThan(100);
    if (manners[name]?.forgetsTenant) expect(report.summary.verdict).toBe('nonconformant');
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
