import { expect, test } from 'vitest';
import { large, sample } from '../testing/sample.js';
import { inBrowser, pageOf } from './browser.fixture.js';

inBrowser('the page in a browser', (pages) => {
  // The goal is 2 seconds; the limit allows for a busy machine.
  test('ten thousand exchanges open fast', async () => {
    // The start of the browser is no part of it.
    await pages.open(pageOf(sample()));
    const { tookMs } = await pages.open(pageOf(large()));
    expect(tookMs).toBeLessThan(4_000);
  });
});
