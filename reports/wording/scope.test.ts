import { styleText } from 'node:util';
import { describe, expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Manifest } from '../../schemas/types.js';
import { validator } from '../../schemas/validate.js';
import { formats } from '../formats/formats.js';
import { statementOf } from '../integrity/statement.js';
import { briefly, closing } from '../terminal/closing.js';
import { createStyle } from '../terminal/style.js';
import { sample } from '../testing/sample.js';
import { limitsOf } from './limits.js';
import {
  concernsOf,
  concernText,
  headline,
  inCapitals,
  missingText,
  scopeText,
  skippedChecks,
  skippedInPart,
  wantedText,
} from './scope.js';
import { concernRows, testedOf } from './summary-text.js';

/** The sample as a demonstration, in another profile, or without what a profile wants. */
const changed = (change: (report: ReturnType<typeof sample>['report']) => void) => {
  const { report } = sample();
  change(report);
  return report;
};

test('a number stands with what it is of, and with the profile', () => {
  expect(scopeText(sample().report)).toMatch(/^Profile full: \d+ of \d+ testable requirements tested, \d+ passed\.$/);
  const narrowed = changed((report) => {
    report.summary.profile = 'single-tenant';
    report.target.tenants = 1;
  });
  expect(scopeText(narrowed)).toMatch(/ Separation of tenants was not tested\.$/);
  expect(headline(narrowed)).toEqual({ text: 'Nonconformant (single-tenant)', mark: 'fail' });
});

test('a report of 0.1 has no profile and no concerns', () => {
  const old = changed(({ summary }) => {
    delete summary.profile;
    delete summary.concerns;
  });
  expect(scopeText(old)).toMatch(/^\d+ of \d+ testable/);
  expect([concernRows(old, fsapi), missingText(old), headline(old).text]).toEqual([[], [], 'Nonconformant']);
});

test('a concern is tested so far, or not at all and why; its failures are counted', () => {
  expect(concernText({ name: 'Authentication', tested: 8, testable: 9, reason: 'AUTH-09: no key.' })).toBe(
    '8 of 9 requirements tested.',
  );
  expect(concernText({ name: 'Tenant isolation', tested: 0, testable: 4, reason: 'No second tenant.' })).toBe(
    'Not tested. No second tenant.',
  );
  const rows = concernRows(sample().report, fsapi);
  expect(rows).toContainEqual(['Idempotent POST', '1 failed. 3 of 4 requirements tested.']);
  expect(rows.find(([name]) => name === 'Customer formats')?.[1]).toMatch(/^1 failed, 1 waived\. /);
});

test('one cause is one reason, whatever its words', () => {
  const { report } = sample();
  const set = 'Set `CONFORMANCE_OTHER_TENANT_ID`.';
  for (const row of report.requirements)
    if (['IDEM-05', 'CUST-23', 'ACCT-02', 'ACCT-03'].includes(row.id))
      Object.assign(row, { verdict: 'skipped', checks: [], lacks: 'second-tenant', reason: `${row.id}: none. ${set}` });
  const reason = concernsOf(report.requirements, fsapi).find(({ name }) => name === 'Tenant isolation')?.reason;
  expect(reason).toContain(set);
  expect(reason).not.toContain('other reasons');
  expect(wantedText(report)).toEqual([
    'Tenant isolation was not tested: no second tenant is configured. Profile full wants it tested.',
  ]);
});

test('where nothing was decided and nothing observed, nothing was tested', () => {
  const dead = changed(({ requirements }) => {
    for (const row of requirements) Object.assign(row, { verdict: 'inconclusive', observation: undefined });
  });
  expect(testedOf(dead, fsapi)).toMatch(/^Nothing/);
});

test('a run of one requirement claims no more than that', () => {
  const one = changed(({ requirements }) => {
    for (const row of requirements)
      if (row.id !== 'AUTH-01')
        Object.assign(row, { verdict: 'skipped', leftOut: 'filter', checks: [], observation: undefined });
  });
  expect(testedOf(one, fsapi)).toBe('Only what the filter of this run names: AUTH-01');
  const limits = limitsOf(one, fsapi).join(' ');
  expect(limits).toContain('Tenant isolation was not tested.');
  expect(limits).not.toMatch(/Race conditions|was judged|duplicate/);
  expect(limitsOf(sample().report, fsapi).join(' ')).toMatch(/duplicate.*was judged.*Race conditions/);
});

describe('files for pipelines and auditors', () => {
  const lacking = changed(({ requirements, summary }) => {
    Object.assign(summary, { verdict: 'inconclusive', profile: 'full' });
    for (const row of requirements)
      if (row.id === 'ACCT-03')
        Object.assign(row, { verdict: 'skipped', lacks: 'second-tenant', reason: 'No second tenant.', checks: [] });
  });
  const files = new Map<string, string>(formats.map(({ name, render }) => [name, render(lacking, [], fsapi)]));

  test('junit.xml alone is red for what the profile wants, and its counts add up', () => {
    const xml = files.get('junit') ?? '';
    expect(xml).toContain('<error message="Skipped, and part of this profile. No second tenant." type="inconclusive"');
    const [, errors] = /<testsuites[^>]* errors="(\d+)"/.exec(xml) ?? [];
    expect(xml.match(/<error /g)).toHaveLength(Number(errors));
    const skipped = [...xml.matchAll(/<testsuite [^>]*skipped="(\d+)"/g)].map(([, count]) => Number(count));
    expect(xml.match(/<skipped /g)).toHaveLength(skipped.reduce((sum, count) => sum + count, 0));
  });

  test.each(['junit', 'earl', 'oscal'])('%s names the profile, what it misses, and what changed', (name) => {
    const text = files.get(name) ?? '';
    expect(text).toContain('full');
    expect(text).toContain('Skipped, and part of this profile.');
    expect(text).toContain('Changed: ');
  });
});

describe('a run that passed but for waivers', () => {
  const open = sample().report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  const passed = Object.fromEntries(open.map(({ id }) => [id, 'pass'] as const));
  const { report, evidence } = sample({ ...passed, 'CUST-09': 'waived', 'IDEM-02': 'waived' });
  const words = 'Conformant but for 3 waived';
  const named = formats.filter(({ name }) => !['pdf', 'har', 'json', 'questions', 'target'].includes(name));

  test('has a verdict of its own', () => {
    expect(report.summary).toMatchObject({ verdict: 'conformant-with-waivers', counts: { waived: 3 } });
    expect(validator('report')(report)).toBe(true);
    expect(headline(report)).toEqual({ text: words, mark: 'waived' });
    Object.assign(report.summary, { profile: 'single-tenant' });
    expect(inCapitals(headline(report).text)).toBe('CONFORMANT BUT FOR 3 WAIVED (single-tenant)');
    Object.assign(report.summary, { profile: 'full' });
  });

  test.each(named.map(({ name, render }) => [name, render] as const))('says so in %s', (_, render) => {
    expect(render(report, evidence, fsapi)).toContain(words);
  });

  test.each(['junit', 'earl', 'oscal'])('has that verdict in %s', (name) => {
    const render = formats.find((one) => one.name === name)?.render;
    expect(render?.(report, evidence, fsapi)).toContain('conformant-with-waivers');
  });

  test('is a warning in the attestation', () => {
    const { predicate } = statementOf(report, { files: [] } as unknown as Manifest, '');
    expect(predicate).toMatchObject({ result: 'WARNED', failedTests: [] });
    expect(predicate.warnedTests).toContain('CUST-09');
  });

  test('opens with it on a terminal, in amber', () => {
    const style = createStyle({ colour: true, unicode: true, glyphs: true });
    for (const lines of [closing(report, fsapi, { exitStatus: 0 }, style), briefly(report, { exitStatus: 0 }, style)])
      expect(lines.join('\n')).toContain(styleText(['bold', 'yellow'], words.toUpperCase(), { validateStream: false }));
  });

  test('does not count what was waived while it was inconclusive as tested', () => {
    const row = report.requirements.find(({ id }) => id === 'IDEM-02');
    const undecided = {
      verdict: 'waived',
      name: 'one',
      reason: 'It is unclear.',
      exchanges: [],
      durationMs: 1,
    } as const;
    const testedWith = (change: object) => {
      const rows = report.requirements.map((one) => (one === row ? { ...one, reason: 'r', ...change } : one));
      return concernsOf(rows as typeof report.requirements, fsapi).find(({ name }) => name === 'Idempotent POST');
    };
    const failed = testedWith({ found: 'A second customer.', checks: [{ ...undecided, found: 'A second customer.' }] });
    const open = testedWith({ found: undefined, checks: [undecided] });
    expect(open?.tested).toBe((failed?.tested ?? 0) - 1);
    expect(open?.reason).toMatch(/^IDEM-02: /);
  });
});

describe('a demonstration', () => {
  const { evidence } = sample();
  const report = changed(({ target, summary }) => {
    target.embedded = true;
    Object.assign(summary, { verdict: 'conformant', demonstration: true });
  });
  const named = formats.filter(({ name }) => !['pdf', 'har', 'json', 'target'].includes(name));

  test.each(named.map(({ name, render }) => [name, render] as const))('is one in %s', (_, render) => {
    const text = render(report, evidence, fsapi);
    expect(text).toMatch(/demonstration/i);
    expect(text).toContain('Run against the embedded reference server.');
  });

  test('is headed so in a neutral colour, whatever its verdict', () => {
    expect(headline(report)).toEqual({ text: 'Demonstration', mark: 'pending' });
  });
});

test('a pass with skipped checks says so', () => {
  const { report } = sample();
  const row = report.requirements.find(({ verdict, checks }) => verdict === 'pass' && checks.length > 1);
  const [check] = row?.checks ?? [];
  if (!row || !check) throw new Error('the sample has no pass of several checks');
  Object.assign(check, { verdict: 'skipped', reason: 'The tenant ids are short.' });
  const share = `1 of ${row.checks.length} checks skipped`;
  expect(scopeText(report)).toContain(`passed, 1 of them in part (${row.id}, ${share}).`);
  expect(skippedChecks(row)).toBe(`${share}. The tenant ids are short.`);
  const inPart = {
    ids: `${row.id} (1 of ${row.checks.length})`,
    text: expect.stringContaining('The tenant ids are short.'),
  };
  expect(skippedInPart(report)).toEqual([inPart]);
});
