import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { clauses } from '../../schemas/clauses.js';
import { hostile, poisoned } from '../testing/hostile.js';
import { type Sample, sample } from '../testing/sample.js';
import { traceOf } from '../trace/comparison.js';
import { renderTrace } from '../trace/page.js';
import { readSpecification } from '../trace/specification.js';
import { inBrowser, pageOf, short } from './browser.fixture.js';

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

/** A trace with a sentence of each kind: covered, with a failure among its requirements, exempt, changed, new and gone. */
function tracePage(): string {
  const markdown =
    '# Specification\n\n## Authentication\n\n6. New.\n7. Requests must use HTTPS.\n\n| a |\n|---|\n| b |\n';
  return renderTrace(traceOf(readSpecification(markdown), clauses), { name: 'a.md', sha256: '' }, sample().report);
}

inBrowser('axe finds nothing', (pages) => {
  const wide = [1440, 'light', 'all'] as const;
  // Colours are all that differs in the dark.
  const dark = [1440, 'dark', 'color-contrast'] as const;
  const phone = [360, 'light', 'all'] as const;

  test.each([
    ['that fails: wide, dark, and on a phone', pageOf(short(sample())), [wide, dark, phone]],
    ['that is inconclusive: wide and dark', pageOf(short(undecided())), [wide, dark]],
    ['that trace shows beside a specification: wide, dark, and on a phone', tracePage(), [wide, dark, phone]],
    ['full of markup: on a phone', pageOf(short(poisoned(hostile.html ?? ''))), [phone]],
  ])('in a report %s', async (_, html, views) => {
    for (const [width, colorScheme, rules] of views) {
      // The policy of the page allows no script, so axe needs a page without it.
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
