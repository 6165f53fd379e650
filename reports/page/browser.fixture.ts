import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeEach, describe } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Sample } from '../testing/sample.js';
import { pathOf, skipWithout } from '../testing/system-tools.js';
import { renderHtml } from './page.js';

/** A page in the browser, and everything it did that a report must never do. */
export interface Opened {
  readonly page: Page;
  /** Messages of the console, faults, dialogs, and requests beyond the file itself. */
  readonly noise: string[];
}

/** What opens pages in one browser, which all tests of a file share. */
export interface Pages {
  open(html: string, options?: BrowserContextOptions): Promise<Opened>;
}

/** Tests that need Chromium; without one each is skipped, and says so. */
export function inBrowser(name: string, tests: (pages: Pages) => void): void {
  describe(name, () => {
    const folder = mkdtempSync(join(tmpdir(), 'pages-'));
    let browser: Promise<Browser> | undefined;
    let count = 0;
    beforeEach((context) => skipWithout(context, 'chromium'));
    afterAll(async () => {
      await (await browser)?.close();
      rmSync(folder, { recursive: true, force: true });
    });
    tests({
      async open(html, options = {}) {
        browser ??= chromium.launch({ executablePath: pathOf('chromium'), args: ['--no-sandbox'] });
        count += 1;
        const file = join(folder, `${count}.html`);
        writeFileSync(file, html);
        const context = await (await browser).newContext({ viewport: { width: 1440, height: 900 }, ...options });
        const page = await context.newPage();
        const noise = listened(page, pathToFileURL(file).href);
        await page.goto(pathToFileURL(file).href);
        return { page, noise };
      },
    });
  });
}

/** The page of a sample, as a report of a run would be. */
export function pageOf({ report, evidence }: Sample): string {
  return renderHtml(report, evidence, fsapi);
}

function listened(page: Page, own: string): string[] {
  const noise: string[] = [];
  page.on('console', (message) => noise.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => noise.push(`fault: ${error.message}`));
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== own) noise.push(`request: ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    noise.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return noise;
}
