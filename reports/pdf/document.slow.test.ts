import { expect, test } from 'vitest';
import { allHostile, flooded, poisoned } from '../testing/hostile.js';
import { type Sample, sample } from '../testing/sample.js';
import { renderPdf } from './document.js';
import { held } from './glyphs.js';
import { emptyBoxes, findings, joined, opened } from './opened.fixture.js';

/** One word of so many letters, as many letters that no font has, and as many lines. */
const long = (length: number) => ['w'.repeat(length), '中'.repeat(length), 'x\n'.repeat(length)].join(' ');

test.each<[string, () => Sample]>([
  ['letters without a glyph, control characters and markup', () => poisoned(`中文 עברית ✓ 😀 é Ω Ж ${allHostile}`)],
  ['a long word, letters without a glyph and many lines', () => flooded(long(10_000))],
  ['a word of a megabyte', () => flooded('w'.repeat(1_000_000))],
  ['a word of a hundred thousand letters without a glyph', () => flooded('中'.repeat(100_000))],
  ['a hundred thousand lines', () => flooded('x\n'.repeat(100_000))],
])('a report with hostile content (%s) keeps every finding, and shows no empty box', async (_, make) => {
  const { report, evidence } = make();
  const made = await renderPdf(report, evidence);
  expect(made.length).toBeLessThan(2_000_000);
  const { pages, bookmarks } = await opened(made);
  const all = joined(pages.join(' '));
  // What is inconclusive has one cause here: the same words.
  const failed = findings.slice(0, 3);
  for (const id of failed) expect(all).toContain(`--only ${id} --seed`);
  expect(all).toContain(`--only ${findings.slice(3).join(',')} --seed`);
  for (const id of findings) expect(all).toContain(id);
  expect(bookmarks[2]?.items.map(({ title }) => title.split(' ')[0])).toEqual([...failed, '2']);
  expect([...new Set(all.match(new RegExp(`[^${held}]`, 'gu')))]).toEqual([]);
  expect(emptyBoxes(made)).toBe(0);
});

test('forty-five failures take less than five seconds of processor', async () => {
  const { report, evidence } = sample();
  const known = report.requirements.find(({ id }) => id === 'CUST-09');
  const failed = structuredClone(report);
  const open = failed.requirements
    .filter(({ basis, checks }) => basis !== 'not-shown' && checks.length > 0)
    .slice(0, 45);
  for (const row of open) {
    row.verdict = 'fail';
    row.found = known?.found ?? '';
    for (const check of row.checks.slice(0, 2))
      Object.assign(check, { ...known?.checks[0], name: check.name, exchanges: check.exchanges });
  }
  const began = process.cpuUsage();
  const made = await renderPdf(failed, evidence);
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1e6).toBeLessThan(5);
  expect(made.length).toBeLessThan(1_500_000);
  const { bookmarks } = await opened(made);
  // No response decided several of them, so each is a finding of its own.
  expect(bookmarks.find(({ title }) => title === 'Findings')?.items.length).toBeGreaterThanOrEqual(40);
});
