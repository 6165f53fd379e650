/** The picture of the page in the README, and its text: with PICTURE=1 both are made anew. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { pathOf, skipWithout } from '../../reports/testing/system-tools.js';
import { packageRoot } from '../../schemas/common/package-root.js';
import { emptyFolder, runHere, variablesFor } from '../cli/testing/command.js';
import { startReferenceServer } from '../reference-server/server.js';

beforeEach((context) => skipWithout(context, 'chromium'));

const pathBelow = (path: string) => fileURLToPath(new URL(path, packageRoot));

/** What another run, or another suite, shows otherwise. */
const steady = (text: string) =>
  text
    .replace(/[0-9a-f]{64}/g, 'DIGEST')
    .replace(/\d+ [A-Z]\w+ \d{4}(, [\d:]+ to [\d:]+ UTC)?/g, 'DAY')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replace(/\d[\d.]* m?s\b/g, 'TIME')
    .replace(/\d+ (requests|customers)/g, 'SOME $1')
    .replace(/UTC[+-]\d\d:\d\d/g, 'OFFSET')
    .replace(/conformance \d+\.\d+\.\d+/g, 'conformance VERSION');

test('docs/report.png shows a page whose text is docs/report.txt', async () => {
  const server = await startReferenceServer({ fault: 'leap-day-in-any-year' });
  const cwd = emptyFolder();
  await runHere(['--seed', '7', '--out', 'run', '--quiet'], variablesFor(server, cwd), cwd);
  await server.close();
  const browser = await chromium.launch({ executablePath: pathOf('chromium'), args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1000, height: 1330 } });
  await page.goto(pathToFileURL(`${cwd}/run/report.html`).href);
  const [shown = ''] = (await page.locator('main').innerText()).split('For engineers');
  if (process.env.PICTURE) {
    await page.screenshot({ path: pathBelow('docs/report.png') });
    writeFileSync(pathBelow('docs/report.txt'), steady(shown));
  }
  await browser.close();
  expect(steady(shown)).toBe(readFileSync(pathBelow('docs/report.txt'), 'utf8'));
});
