import { expect, test } from 'vitest';
import { poisoned } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { inBrowser, pageOf } from './browser.fixture.js';

const views = [390, 1024, 1280, 1920].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);
const report = pageOf(sample());

/** Pages with every fold open and closed. */
const shown: readonly (readonly [name: string, html: string])[] = [
  ['a report', report],
  ['a report with long words', pageOf(poisoned('Idempotenzschlüsselprüfung/'.repeat(20)))],
];

inBrowser('no text overlaps another, or leaves its box or the page', (pages) => {
  test.each(shown)('in %s', { timeout: 120_000 }, async (_, html) => {
    for (const { width, colorScheme } of views) {
      const { page } = await pages.open(html, { viewport: { width, height: 900 }, colorScheme });
      expect([width, await page.evaluate(misplaced)]).toEqual([width, []]);
      await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true');
      expect([width, await page.evaluate(misplaced)]).toEqual([width, []]);
      await page.close();
    }
  });

  test('what does is found', async () => {
    const narrow = '<style>.sides { grid-template-columns: 20px 1fr !important; white-space: nowrap }';
    const options = { viewport: { width: 1280, height: 900 }, bypassCSP: true };
    const { page } = await pages.open(report.replace('<style>', narrow), options);
    expect(await page.evaluate(misplaced)).toContainEqual(expect.stringMatching(/ overlaps /));
  });
});

/**
 * Texts out of place, a sentence each. The lines of each text are compared with the block around them and with the lines
 * of other blocks, which keep a gap. A space at the end of a line of code may hang over its edge by its own width.
 */
const misplaced = `(() => {
  const [slack, space, gap] = [4, 9, 3];
  const hidden = (one) => getComputedStyle(one).clipPath !== 'none';
  const blockOf = (one) => (/^inline/.test(getComputedStyle(one).display) ? blockOf(one.parentElement) : one);
  const seen = new Map();
  const isShown = (one) => {
    if (!seen.has(one)) seen.set(one, !one.parentElement || (!hidden(one) && isShown(one.parentElement)));
    return seen.get(one);
  };
  const lines = [];
  const found = [];
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.data.trim().slice(0, 40);
    if (!text || !node.parentElement.checkVisibility() || !isShown(node.parentElement)) continue;
    const block = blockOf(node.parentElement);
    const around = block.getBoundingClientRect();
    const isCut = getComputedStyle(block).overflowX === 'hidden';
    const svg = node.parentElement.closest('svg');
    range.selectNodeContents(node);
    for (const { left, right, top, bottom, width } of range.getClientRects()) {
      // A drawing on a phone is cut at its frame.
      if (width < 1 || (svg && left < svg.getBoundingClientRect().left)) continue;
      const line = { block, text, left, right: isCut ? Math.min(right, around.right) : right, top, bottom };
      lines.push(line);
      if (line.left < -1 || line.right > document.documentElement.clientWidth + 1) found.push(text + ' leaves the page');
      if (svg) continue;
      if (left < around.left - 1 || line.right > around.right + space || top < around.top - 6 || bottom > around.bottom + 6)
        found.push(text + ' leaves its box');
    }
  }
  lines.sort((a, b) => a.top - b.top);
  for (const [at, one] of lines.entries())
    for (let next = at + 1; next < lines.length && lines[next].top < one.bottom - slack; next += 1) {
      const other = lines[next];
      const both = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      if (one.block !== other.block && both > -gap && Math.min(one.bottom, other.bottom) - other.top > slack)
        found.push(one.text + ' overlaps ' + other.text);
    }
  return found;
})()`;
