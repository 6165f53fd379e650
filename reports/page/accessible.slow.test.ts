import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { hostile, poisoned } from '../testing/hostile.js';
import { type Sample, sample } from '../testing/sample.js';
import { inBrowser, pageOf } from './browser.fixture.js';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe found, as far as it is looked at. */
interface Found {
  readonly violations: { id: string; nodes: { html: string }[] }[];
  readonly passes: unknown[];
}

/** No failure, many inconclusive requirements with one cause, and all notices above the verdict. */
function undecided(): Sample {
  const { report, evidence } = sample({ 'AUTH-06': 'pass', 'IDEM-02': 'pass', 'CUST-09': 'pass' });
  for (const row of report.requirements.slice(0, 20))
    if (row.verdict === 'pass')
      Object.assign(row, { verdict: 'inconclusive', reason: 'The target is down.', checks: [] });
  report.target.embedded = true;
  report.run.complete = false;
  return { report, evidence };
}

/** What is shown, the page, and how it is looked at: how wide, in which colours, and by which rules. */
type View = [name: string, html: string, views: readonly (readonly [number, 'light' | 'dark', string])[]];

inBrowser('axe finds nothing', (pages) => {
  const wide = [1440, 'light', 'all'] as const;
  // Colours are all that differs in the dark.
  const dark = [1440, 'dark', 'color-contrast'] as const;
  const phone = [360, 'light', 'all'] as const;

  test.each<View>([
    ['that fails: wide, dark, and on a phone', pageOf(sample()), [wide, dark, phone]],
    ['that is inconclusive: wide and dark', pageOf(undecided()), [wide, dark]],
    ['full of markup: on a phone', pageOf(poisoned(hostile.html ?? '')), [phone]],
  ])('in a page %s', async (_, html, views) => {
    for (const [width, colorScheme, rules] of views) {
      // The policy of the page allows no script, so axe needs a page without it.
      const { page } = await pages.open(html, { viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
      await page.evaluate('for (const row of document.querySelectorAll("details")) row.open = true');
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
