import { expect } from 'vitest';
import type { Sample } from '../testing/sample.js';
import { renderPdf } from './document.js';
import { held } from './glyphs.js';
import { emptyBoxes, joined, opened } from './opened.fixture.js';

/** The findings of the sample, in their order. */
export const findings = ['AUTH-06', 'IDEM-02', 'CUST-09', 'ACCT-02', 'IDEM-03'];

/** One word of so many letters, as many letters that no font has, and as many lines. */
export function long(length: number): string {
  return ['w'.repeat(length), '中'.repeat(length), 'x\n'.repeat(length)].join(' ');
}

/** Renders a report with hostile content, and expects each finding, each bookmark, and no character without a glyph. */
export async function keepsFindings({ report, evidence }: Sample): Promise<void> {
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
}
