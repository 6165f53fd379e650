import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { allHostile, flooded, poisoned } from '../testing/hostile.js';
import { large, sample } from '../testing/sample.js';
import { pathOf, skipWithout } from '../testing/system-tools.js';
import { inBrowser, pageOf } from './browser.fixture.js';

const own = pageOf(sample());

inBrowser('the page in a browser', (pages) => {
  test('opens without a message, a script or a request, and its details without JavaScript', async () => {
    const { page, noise } = await pages.open(own, { javaScriptEnabled: false });
    expect(await page.title()).toBe('Nonconformant: Sandbox, 20 November 2025');
    expect(await page.locator('h1').innerText()).toBe('Nonconformant');
    const exchange = page.locator('#finding-CUST-09 .pair pre').first();
    expect(await exchange.isVisible()).toBe(false);
    await page.locator('#finding-CUST-09 summary').click();
    expect(await exchange.innerText()).toContain('Api-Key: $CONFORMANCE_API_KEY');
    expect(noise).toEqual([]);
  });

  test('draws a mark as an outline in the colour of its verdict', async () => {
    const { page } = await pages.open(own);
    const [fill, stroke, colour] = (await page.evaluate(
      '(({ fill, stroke, color }) => [fill, stroke, color])(getComputedStyle(document.querySelector("svg.m.pass use")))',
    )) as string[];
    expect([fill, stroke]).toEqual(['none', colour]);
    expect(colour).not.toBe('rgb(0, 0, 0)');
    await page.close();
  });

  test('has the signatures on the screen and on paper, and its colours follow the reader', async () => {
    const { page } = await pages.open(own);
    expect(await page.getByText('Prepared by').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText('Prepared by').isVisible()).toBe(true);
    expect(await page.locator('nav').isVisible()).toBe(false);
    const paper = async (colorScheme: 'light' | 'dark') => {
      const opened = await pages.open(own, { colorScheme });
      return opened.page.evaluate('getComputedStyle(document.body).backgroundColor');
    };
    expect([await paper('light'), await paper('dark')]).toEqual(['rgb(255, 255, 255)', 'rgb(21, 24, 28)']);
  });

  test.each([
    ['the sample', own],
    ['words of a megabyte', pageOf(flooded('w'.repeat(1_000_000)))],
    ['wide signs', pageOf(poisoned('中文'.repeat(200)))],
  ])('with %s nothing is wider than a phone', async (_, html) => {
    const { page } = await pages.open(html, { viewport: { width: 360, height: 780 } });
    await page.evaluate('for (const row of document.querySelectorAll("details")) row.open = true');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });

  test('content of a target has no effect, in every place at once', async () => {
    const { page, noise } = await pages.open(pageOf(poisoned(allHostile)));
    await page.evaluate('for (const row of document.querySelectorAll("details")) row.open = true');
    expect(await page.locator('script, img, iframe, link, style ~ style').count()).toBe(0);
    expect(await page.evaluate(handlers)).toEqual([]);
    expect(await page.locator('h1').count()).toBe(1);
    expect(noise).toEqual([]);
  });
});

/** Attributes that run something, or lead away from the page other than to what opens as a page. */
const handlers = `[...document.querySelectorAll('*')].flatMap((one) =>
  [...one.attributes].filter(({ name, value }) =>
    /^(on|style$|src)/.test(name) || (name === 'href' && !/^(#|https?:)/.test(value))).map(({ name }) => name))`;

describe('on paper', { timeout: 120_000 }, () => {
  beforeEach((context) => skipWithout(context, 'chromium', 'pdftotext'));

  test.each([
    ['findings, waivers and open questions', sample, 14],
    ['10,000 exchanges', large, 14],
    ['a megabyte in each place', () => flooded('w '.repeat(500_000)), 120],
  ] as const)('%s: few pages, each with verdict, digest and number', (_, of, most) => {
    const folder = mkdtempSync(join(tmpdir(), 'paper-'));
    const [html, pdf] = [join(folder, 'report.html'), join(folder, 'report.pdf')];
    writeFileSync(html, pageOf(of()));
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer', '--disable-dev-shm-usage'];
    execFileSync(pathOf('chromium') ?? '', [...flags, `--print-to-pdf=${pdf}`, html], { stdio: 'ignore' });
    const options = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
    const text = execFileSync(pathOf('pdftotext') ?? '', ['-layout', pdf, '-'], options);
    rmSync(folder, { recursive: true });
    const printed = text.split('\f').slice(0, -1);
    expect(printed.length).toBeLessThanOrEqual(most);
    const foot = 'Nonconformant\\. Run \\S+, report\\.json \\w{12} +Page';
    for (const [at, page] of printed.entries())
      expect(page).toMatch(new RegExp(`${foot} ${at + 1} of ${printed.length}\\n`));
    expect(printed.at(-1)).toMatch(/Prepared by:[\s\S]*Reviewed by:[\s\S]*Decided by:[\s\S]*accepted on condition/);
  });
});
