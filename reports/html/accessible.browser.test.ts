import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { hostile, poisoned } from '../hostile.fixture.js';
import { type Sample, sample } from '../sample.fixture.js';
import { inBrowser, pageOf, short } from './browser-for-tests.js';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe found, as far as it is looked at. */
interface Found {
  readonly violations: { id: string; nodes: { html: string }[] }[];
  readonly passes: unknown[];
}

/** Nothing failed, one cause left many rows undecided, and what stands above the verdict is there. */
function undecided(): Sample {
  const { report, evidence } = sample({ 'AUTH-06': 'pass', 'IDEM-02': 'pass', 'CUST-09': 'pass' });
  for (const row of report.requirements.slice(0, 20))
    if (row.verdict === 'pass')
      Object.assign(row, { verdict: 'inconclusive', reason: 'The target is down.', checks: [] });
  report.target.embedded = true;
  report.run.complete = false;
  return { report, evidence };
}

inBrowser('axe finds nothing', (pages) => {
  test.each([
    ['that fails', pageOf(short(sample()))],
    ['that is undecided', pageOf(short(undecided()))],
    ['full of markup', pageOf(short(poisoned(hostile.html ?? '')))],
  ])('in a report %s: wide, dark, and on a phone', async (_, html) => {
    for (const [width, colorScheme, rules] of [
      [1440, 'light', 'all'],
      // Colours are all that differs in the dark.
      [1440, 'dark', 'color-contrast'],
      [360, 'light', 'all'],
    ] as const) {
      // The policy of the page lets no script in, axe's neither.
      const { page } = await pages.open(html, { viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
      await page.evaluate(
        'for (const row of document.querySelectorAll(".req:nth-of-type(-n+3), .more")) row.open = true',
      );
      await page.addScriptTag({ path: axe });
      const only = rules === 'all' ? '' : `, runOnly: ['${rules}']`;
      const { violations, passes } = (await page.evaluate(
        `axe.run(document, { resultTypes: ['violations']${only} })`,
      )) as Found;
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(passes.length).toBeGreaterThanOrEqual(rules === 'all' ? 15 : 1);
      await page.close();
    }
  });
});
