import { expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { allHostile, flooded, poisoned } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { inBrowser, type Opened, pageOf, short } from './browser.fixture.js';

const own = pageOf(sample());
/** The same with few of its exchanges, for what does not look at them. */
const light = pageOf(short(sample()));

inBrowser('the page in a browser', (pages) => {
  test('opens without a message, a script or a request', async () => {
    const { page, noise } = await pages.open(own);
    expect(await page.title()).toBe('Nonconformant: Sandbox, 20 November 2025');
    expect(await page.locator('h1').innerText()).toBe('Nonconformant');
    expect(noise).toEqual([]);
  });

  test('filters by area and verdict without JavaScript, and paper shows all requirements with any filter', async () => {
    const { page } = await pages.open(light, { javaScriptEnabled: false });
    const rows = page.locator('.req:visible');
    const shown = async () => rows.evaluateAll((all) => [...new Set(all.map((row) => row.dataset.verdict))].sort());
    expect(await shown()).toEqual(['fail', 'inconclusive', 'waived']);
    await page.getByRole('radio', { name: 'Pass 36' }).check();
    expect([await rows.count(), await shown()]).toEqual([36, ['pass']]);
    await page.locator('#verdict-all').check();
    await page.getByRole('radio', { name: 'Idempotency 11' }).check();
    expect(await rows.count()).toBe(11);
    await page.getByRole('radio', { name: 'Fail 3' }).check();
    expect(await rows.locator('.id').first().innerText()).toBe('IDEM-02');
    expect(await rows.count()).toBe(1);
    await page.getByRole('radio', { name: 'Attested 2' }).check();
    expect(await rows.count()).toBe(0);
    expect(await page.getByText('No requirement of this area has this verdict.').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await rows.count()).toBe(catalogue.length);
  });

  test('a requirement opens to its clause, checks and exchanges, without JavaScript', async () => {
    const { page } = await pages.open(own, { javaScriptEnabled: false });
    const row = page.locator('#CUST-09');
    await row.locator('> summary').click();
    expect(await row.locator('.facts').innerText()).toContain('Resources, customer, date_of_birth');
    expect(await row.getByRole('columnheader', { name: 'Check' }).isVisible()).toBe(true);
    const exchange = row.locator('details.x').first();
    expect(await exchange.locator('pre').first().isVisible()).toBe(false);
    await exchange.locator('> summary').click();
    expect(await exchange.locator('pre').first().innerText()).toContain('Api-Key: $CONFORMANCE_API_KEY');
  });

  test('the keyboard reaches contents, filters and requirements, and the focus is visible', async () => {
    const { page } = await pages.open(light);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toMatchObject({ text: 'Summary', outlined: true });
    await page
      .getByRole('radio', { name: `All ${catalogue.length}` })
      .first()
      .focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.req:visible').count()).toBe(7);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const reached = await focused(page);
    expect(reached.text).toContain('HTTP-01');
    expect(reached.outlined).toBe(true);
    for (const [key, open] of [
      ['Enter', true],
      ['Enter', false],
      ['Space', true],
    ] as const) {
      await page.keyboard.press(key);
      expect(await page.locator('#HTTP-01').evaluate((row) => row.hasAttribute('open'))).toBe(open);
    }
  });

  test('each link of the contents and of the summary scrolls to its target', async () => {
    const { page } = await pages.open(light);
    const links = page.locator('nav a, #summary table a');
    for (let index = 0; index < (await links.count()); index += 1) {
      await page.evaluate('scrollTo(0, 0)');
      const target = (await links.nth(index).getAttribute('href')) ?? '';
      await links.nth(index).click();
      const { top, height } = await page.locator(target).evaluate((found) => {
        const box = found.getBoundingClientRect();
        return { top: box.top, height: box.height };
      });
      expect([target, top < 900 && top + height > 0, height > 0]).toEqual([target, true, true]);
    }
  });

  test('findings fold after the third, and a link to a folded one opens it', async () => {
    const { page } = await pages.open(light);
    const sides = page.locator('.finding .sides:visible');
    expect(await sides.count()).toBe(3);
    const folded = page.locator('details.folded');
    expect(await folded.count()).toBe((await page.locator('.finding').count()) - 3);
    const place = await folded.first().locator('> div').getAttribute('id');
    await page.locator(`#summary a[href="#${place}"]`).first().click();
    expect(await folded.first().getAttribute('open')).toBe('');
  });

  test('a link to an exchange opens the requirement around it', async () => {
    const { page } = await pages.open(own);
    const id = await page.locator('#CUST-13 details.x').first().getAttribute('id');
    await page.goto(`${page.url().split('#')[0]}#${id}`);
    expect(await page.locator(`#${id}`).isVisible()).toBe(true);
  });

  test('paper shows the exchanges of findings and hides what is only for the screen', async () => {
    const { page } = await pages.open(own);
    const [first, second] = [1, 2].map((at) => page.locator(`.finding .xs > details:nth-child(${at}) pre`).first());
    // Paper shows the first, though a reader has closed it.
    await page.locator('.finding .xs > details:first-child > summary').first().click();
    expect(await first?.isVisible()).toBe(false);
    expect(await page.locator('#sign-off').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await first?.isVisible()).toBe(true);
    expect(await second?.isVisible()).toBe(false);
    expect(await page.locator('.filters').isVisible()).toBe(false);
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect(await page.locator('#sign-off').isVisible()).toBe(true);
    expect(await page.locator('#sign-off .over', { hasText: 'Not tested' }).isVisible()).toBe(true);
    expect(await page.locator('#summary').getByRole('heading', { name: 'Not tested' }).isVisible()).toBe(false);
    expect(await page.locator('.clause').first().isVisible()).toBe(true);
  });

  test('dark mode swaps the colours of paper and ink', async () => {
    const paper = async (colorScheme: 'light' | 'dark') => {
      const { page } = await pages.open(light, { colorScheme });
      return page.evaluate('getComputedStyle(document.body).backgroundColor');
    };
    expect(await paper('light')).toBe('rgb(255, 255, 255)');
    expect(await paper('dark')).toBe('rgb(21, 24, 28)');
  });

  test.each([
    ['the sample', own],
    ['words of a megabyte', pageOf(flooded('w'.repeat(1_000_000)))],
    ['wide signs', pageOf(short(poisoned('中文'.repeat(200))))],
  ])('with %s nothing is wider than a phone', async (_, html) => {
    const { page } = await pages.open(html, { viewport: { width: 360, height: 780 } });
    await page.evaluate('for (const row of document.querySelectorAll("details")) row.open = true');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });
});

inBrowser('content of a target', (pages) => {
  test('has no effect, in every place at once', async () => {
    const { page, noise } = await pages.open(pageOf(short(poisoned(allHostile))));
    await page.evaluate('for (const row of document.querySelectorAll("details")) row.open = true');
    await page.mouse.move(700, 300);
    expect(await page.locator('script, img, iframe, link, style ~ style').count()).toBe(0);
    expect(await page.evaluate(handlers)).toEqual([]);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.evaluate('document.title')).not.toContain('title;');
    expect(noise).toEqual([]);
  });
});

/** Attributes that run something, or lead away from the page other than to what opens as a page. */
const handlers = `[...document.querySelectorAll('*')].flatMap((one) =>
  [...one.attributes].filter(({ name, value }) =>
    /^(on|style$|src)/.test(name) || (name === 'href' && !/^(#|https?:)/.test(value))).map(({ name }) => name))`;

async function focused(page: Opened['page']): Promise<{ text: string; outlined: boolean }> {
  return page.evaluate(`(() => {
    const one = document.activeElement;
    return { text: one.innerText.trim(), outlined: getComputedStyle(one).outlineStyle !== 'none' };
  })()`);
}
