import { expect, test } from 'vitest';
import { compareReports } from '../drift/comparison.js';
import { allHostile, poisoned } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { itemsOf } from './items.js';
import { renderComparisonJson, renderComparisonMarkdown, renderComparisonPage } from './page.js';

const now = sample();
const before = sample({ 'CUST-09': 'pass', 'IDEM-02': 'pass', 'AUTH-01': 'fail' });
const comparison = compareReports(before.report, now.report);
const evidence = { before: before.evidence, now: now.evidence };

test('new failures come first, the gravest of them first, and every kind in its order', () => {
  const items = itemsOf(comparison);
  expect(items.filter(({ kind }) => kind === 'new-failure').map(({ id }) => id)).toEqual(['IDEM-02', 'CUST-09']);
  expect(items.find(({ kind }) => kind === 'fixed')?.id).toBe('AUTH-01');
  expect(items.find(({ id }) => id === 'IDEM-02')).toMatchObject({
    consequence: 'Duplicate booking',
    before: { mark: 'pass' },
    now: { mark: 'fail', text: expect.stringContaining('customer') },
  });
});

test('the page shows both sides with their exchanges, and each place once', () => {
  const page = renderComparisonPage(comparison, evidence);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('new-failure-IDEM-02');
  expect(ids.filter((id) => id?.startsWith('new1-x'))).toHaveLength(1);
  expect(ids.filter((id) => id?.startsWith('old1-x'))).toHaveLength(1);
  expect(page).toContain('<h1 id="verdict" class="changed">');
  expect(renderComparisonPage(comparison, { before: [], now: [] })).not.toContain('class="xs"');
});

test('two equal runs are the same in each format', () => {
  const same = compareReports(now.report, now.report);
  expect(renderComparisonPage(same, evidence)).toContain('<h1 id="verdict" class="pass">');
  expect(renderComparisonMarkdown(same)).toMatch(/^# Same\n/);
  expect(JSON.parse(renderComparisonJson(same))).toMatchObject({ same: true, newFailures: [] });
});

test('Markdown and JSON say the same', () => {
  const markdown = renderComparisonMarkdown(comparison);
  expect(markdown).toMatch(/^# Differs\n/);
  expect(markdown).toMatch(/## New failures\n\n.*\n.*\n\| IDEM-02 \|/);
  const value = JSON.parse(renderComparisonJson(comparison));
  expect(value).toMatchObject({ same: false, newFailures: ['IDEM-02', 'CUST-09'], fixed: ['AUTH-01'] });
  expect(value.requirements).toHaveLength(itemsOf(comparison).length);
});

test('hostile words in both reports stay text', () => {
  const word = allHostile;
  const [one, other] = [poisoned(word), poisoned(`${word} `)];
  for (const row of one.report.requirements) if (row.verdict === 'fail') row.verdict = 'pass';
  const of = compareReports(one.report, other.report);
  const page = renderComparisonPage(of, { before: one.evidence, now: other.evidence });
  expect(page).not.toMatch(/<script|<img|<[^>]+\son\w+=|href="javascript:/i);
  expect(renderComparisonMarkdown(of)).not.toMatch(/<script|<img|\[[^\]]*\]\(/i);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there.
  expect(renderComparisonJson(of)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
});
