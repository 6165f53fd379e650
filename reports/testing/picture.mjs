// Takes the picture in the README, of the run that the README shows: npm run build && node reports/testing/picture.mjs
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { runConformance } from '../../.build/helpers/api/run-conformance.js';
import { startReferenceServer } from '../../.build/helpers/reference-server/server.js';

const folder = mkdtempSync(join(tmpdir(), 'picture-'));
const { baseUrl, ca, credentials, close } = await startReferenceServer({ fault: 'leap-day-in-any-year' });
await runConformance({ baseUrl, ca, ...credentials, seed: 7, out: join(folder, 'run') });
await close();

const executablePath = execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 960, height: 770 } });
await page.goto(pathToFileURL(join(folder, 'run', 'report.html')).href);
await page.screenshot({ path: 'docs/report.png' });
await browser.close();
rmSync(folder, { recursive: true });
