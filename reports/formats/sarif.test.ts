import { expect, test } from 'vitest';
import { sample } from '../testing/sample.js';
import { sentOf } from '../wording/finding.js';
import { message, renderSarif } from './sarif.js';

const { report } = sample();
// biome-ignore lint/suspicious/noExplicitAny: a document of another format, looked into
const run: any = JSON.parse(renderSarif(report)).runs[0];
const resultOf = (id: string) => run.results.find(({ ruleId }: { ruleId: string }) => ruleId === id);

test('rules are the catalogue; each was evaluated, with one result, or switched off, with one reason', () => {
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);
  expect(ids(run.tool.driver.rules)).toEqual(ids(report.requirements));
  const [invocation] = run.invocations;
  const described = invocation.toolConfigurationNotifications;
  const off = described.map(({ associatedRule }: { associatedRule: { id: string } }) => associatedRule.id);
  const evaluated = run.results.map(({ ruleId }: { ruleId: string }) => ruleId);
  expect([...evaluated, ...off].sort()).toEqual(ids(report.requirements).sort());
  expect(off).toHaveLength(report.summary.counts.skipped);
  expect(invocation.ruleConfigurationOverrides).toHaveLength(off.length);
  for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
});

test('verdicts have the kinds of section 3.27.9, and only a failure has a level', () => {
  const kinds = Object.fromEntries(
    ['CUST-09', 'CUST-15', 'ACCT-02', 'AUTH-01', 'AUTH-11', 'ERR-02', 'AREA-01'].map((id) => [id, resultOf(id).kind]),
  );
  expect(kinds).toEqual({
    'CUST-09': 'fail',
    'CUST-15': 'fail',
    'ACCT-02': 'open',
    'AUTH-01': 'pass',
    'AUTH-11': 'pass',
    'ERR-02': 'informational',
    'AREA-01': 'notApplicable',
  });
  for (const { kind, level } of run.results) expect(level).toBe(kind === 'fail' ? 'error' : 'none');
});

test('a waiver is an accepted external suppression; everything else says that it has none', () => {
  const { suppressions } = resultOf('CUST-15');
  expect(suppressions).toMatchObject([
    { kind: 'external', status: 'accepted', properties: { by: 'the onboarding product owner', expires: '2026-01-31' } },
  ]);
  const others = run.results.filter(({ ruleId }: { ruleId: string }) => ruleId !== 'CUST-15');
  for (const other of others) expect(other.suppressions).toEqual([]);
});

test('a failure names its request and its exchanges', () => {
  const { locations, properties } = resultOf('IDEM-02');
  const [check] = report.requirements.find(({ id }) => id === 'IDEM-02')?.checks ?? [];
  expect(properties.exchanges).toEqual(check?.exchanges);
  expect(locations[0].physicalLocation.artifactLocation.uri).toBe(report.target.baseUrl);
  expect(locations[0].logicalLocations[0].fullyQualifiedName).toBe(check && sentOf(check)?.request);
});

test('a message holds no place to fill and no link', () => {
  expect(message('{"a":{0}} [x](https://x.example)')).toBe('{{"a":{{0}}}} [x] (https://x.example)');
});
