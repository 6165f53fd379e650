import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { renderOverview } from '../overview/overview.js';
import { allHostile, flooded, hostile, poisoned } from '../testing/hostile.js';
import { large, type Sample, sample } from '../testing/sample.js';
import { pathOf, skipWithout } from '../testing/system-tools.js';
import { renderHtml } from './page.js';

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
let browser: Promise<Browser> | undefined;
let count = 0;
beforeEach((context) => skipWithout(context, 'chromium'));
afterAll(async () => {
  await (await browser)?.close();
  rmSync(folder, { recursive: true, force: true });
});

const pageOf = ({ report, evidence }: Sample) => renderHtml(report, evidence, fsapi);
const own = pageOf(sample());

/** `noise` is everything a page did that a report must never do. */
async function opened(html: string, width = 1440, options: BrowserContextOptions = {}) {
  browser ??= chromium.launch({ executablePath: pathOf('chromium'), args: ['--no-sandbox'] });
  count += 1;
  const file = join(folder, `${count}.html`);
  writeFileSync(file, html);
  const address = pathToFileURL(file).href;
  const context = await (await browser).newContext({ viewport: { width, height: 900 }, ...options });
  const page = await context.newPage();
  const noise: string[] = [];
  page.on('console', (message) => noise.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => noise.push(`fault: ${error.message}`));
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address) noise.push(`request: ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    noise.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(address);
  return { page, noise };
}

const unfold = 'for (const fold of document.querySelectorAll("details")) fold.open = true';

describe('the page in a browser', () => {
  test('opens without a message, a script or a request, and its details without JavaScript', async () => {
    const { page, noise } = await opened(own, 1440, { javaScriptEnabled: false });
    expect(await page.title()).toBe('Nonconformant: Sandbox, 20 November 2025');
    expect(await page.locator('h1').innerText()).toBe('Nonconformant');
    const exchange = page.locator('#finding-CUST-09 .pair pre').first();
    expect(await exchange.isVisible()).toBe(false);
    await page.locator('#finding-CUST-09 summary').click();
    expect(await exchange.innerText()).toContain('Api-Key: $CONFORMANCE_API_KEY');
    expect(noise).toEqual([]);
  });

  test('draws a mark as an outline in the colour of its verdict', async () => {
    const { page } = await opened(own);
    const [fill, stroke, colour] = (await page.evaluate(
      '(({ fill, stroke, color }) => [fill, stroke, color])(getComputedStyle(document.querySelector("svg.m.pass use")))',
    )) as string[];
    expect([fill, stroke]).toEqual(['none', colour]);
    expect(colour).not.toBe('rgb(0, 0, 0)');
    await page.close();
  });

  test('has the signatures on the screen and on paper, and its colours follow the reader', async () => {
    const { page } = await opened(own);
    expect(await page.getByText('Prepared by').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText('Prepared by').isVisible()).toBe(true);
    expect(await page.locator('nav').isVisible()).toBe(false);
    const paper = async (colorScheme: 'light' | 'dark') => {
      const { page: coloured } = await opened(own, 1440, { colorScheme });
      return coloured.evaluate('getComputedStyle(document.body).backgroundColor');
    };
    expect([await paper('light'), await paper('dark')]).toEqual(['rgb(255, 255, 255)', 'rgb(21, 24, 28)']);
  });

  test.each([
    ['the sample', own],
    ['words of a megabyte', pageOf(flooded('w'.repeat(1_000_000)))],
    ['wide signs', pageOf(poisoned('中文'.repeat(200)))],
  ])('with %s nothing is wider than a phone', async (_, html) => {
    const { page } = await opened(html, 360);
    await page.evaluate(unfold);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });

  test('content of a target has no effect, in every place at once', async () => {
    const { page, noise } = await opened(pageOf(poisoned(allHostile)));
    await page.evaluate(unfold);
    expect(await page.locator('script, img, iframe, link, style ~ style').count()).toBe(0);
    expect(await page.evaluate(handlers)).toEqual([]);
    expect(await page.locator('h1').count()).toBe(1);
    expect(noise).toEqual([]);
  });
});

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Found {
  readonly violations: { id: string; nodes: { html: string }[] }[];
  readonly passes: unknown[];
}

function undecided(): Sample {
  const { report, evidence } = sample({ 'AUTH-06': 'pass', 'IDEM-02': 'pass', 'CUST-09': 'pass' });
  for (const row of report.requirements.slice(0, 20))
    if (row.verdict === 'pass')
      Object.assign(row, { verdict: 'inconclusive', reason: 'The target is down.', checks: [] });
  report.target.embedded = true;
  report.run.complete = false;
  return { report, evidence };
}

// Colours are all that differs in the dark.
const dark = [1440, 'dark', 'color-contrast'] as const;
const [wide, phone] = [1440, 360].map((width) => [width, 'light', 'all'] as const) as [View, View];
type View = readonly [width: number, colours: 'light' | 'dark', rules: string];

test.each([
  ['that fails: wide, dark, and on a phone', own, [wide, dark, phone]],
  ['that is inconclusive: wide and dark', pageOf(undecided()), [wide, dark]],
  ['full of markup: on a phone', pageOf(poisoned(hostile.html ?? '')), [phone]],
  [
    'of all runs: wide and on a phone',
    renderOverview([{ report: sample().report, file: 'report.html' }]),
    [wide, phone],
  ],
])('axe finds nothing in a page %s', async (_, html, views) => {
  for (const [width, colorScheme, rules] of views) {
    // The policy of the page allows no script, so axe needs a page without it.
    const { page } = await opened(html, width, { colorScheme, bypassCSP: true });
    await page.evaluate(unfold);
    await page.addScriptTag({ path: axe });
    const only = rules === 'all' ? '' : `, runOnly: ['${rules}']`;
    const script = `axe.run(document, { resultTypes: ['violations']${only} })`;
    const { violations, passes } = (await page.evaluate(script)) as Found;
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect(passes.length).toBeGreaterThanOrEqual(rules === 'all' ? 15 : 1);
    await page.close();
  }
});

test.each([
  ['a report', own],
  ['a report with long words', pageOf(poisoned('Idempotenzschlüsselprüfung/'.repeat(20)))],
])('no text overlaps another, or leaves its box or the page, in %s', async (_, html) => {
  for (const width of [390, 1024, 1280, 1920]) {
    const { page } = await opened(html, width);
    expect([width, await page.evaluate(misplaced)]).toEqual([width, []]);
    await page.evaluate(unfold);
    expect([width, await page.evaluate(misplaced)]).toEqual([width, []]);
    await page.close();
  }
});

test('a text that overlaps another is found', async () => {
  const narrow = '<style>.sides { grid-template-columns: 20px 1fr !important; white-space: nowrap }';
  const { page } = await opened(own.replace('<style>', narrow), 1280, { bypassCSP: true });
  expect(await page.evaluate(misplaced)).toContainEqual(expect.stringMatching(/ overlaps /));
});

/** Attributes that run something, or lead away from the page other than to what opens as a page. */
const handlers = `[...document.querySelectorAll('*')].flatMap((one) =>
  [...one.attributes].filter(({ name, value }) =>
    /^(on|style$|src)/.test(name) || (name === 'href' && !/^(#|https?:)/.test(value))).map(({ name }) => name))`;

describe('on paper', () => {
  beforeEach((context) => skipWithout(context, 'pdftotext'));

  test.each([
    ['findings, waivers and open questions', sample, 14],
    ['10,000 exchanges', large, 14],
    ['a megabyte in each place', () => flooded('w '.repeat(500_000)), 120],
  ] as const)('%s: few pages, each with verdict, digest and number', (_, of, most) => {
    const [html, pdf] = [join(folder, 'report.html'), join(folder, 'report.pdf')];
    writeFileSync(html, pageOf(of()));
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer', '--disable-dev-shm-usage'];
    execFileSync(pathOf('chromium') ?? '', [...flags, `--print-to-pdf=${pdf}`, html], { stdio: 'ignore' });
    const options = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
    const text = execFileSync(pathOf('pdftotext') ?? '', ['-layout', pdf, '-'], options);
    const printed = text.split('\f').slice(0, -1);
    expect(printed.length).toBeLessThanOrEqual(most);
    const foot = 'Nonconformant\\. Run \\S+, report\\.json \\w{12} +Page';
    for (const [at, page] of printed.entries())
      expect(page).toMatch(new RegExp(`${foot} ${at + 1} of ${printed.length}\\n`));
    expect(printed.at(-1)).toMatch(/Prepared by:[\s\S]*Reviewed by:[\s\S]*Decided by:[\s\S]*accepted on condition/);
  });
});

/**
 * Texts out of place, a sentence each. The lines of each text are compared with the block around them and with the lines
 * of other blocks, which keep a gap. A space at the end of a line of code may hang over its edge by its own width.
 */
const misplaced = `(() => {
  const [slack, space, gap] = [4, 9, 3];
  // What a reader scrolls to is in its place.
  const hidden = (one) => getComputedStyle(one).clipPath !== 'none' || getComputedStyle(one).overflowX === 'auto';
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
