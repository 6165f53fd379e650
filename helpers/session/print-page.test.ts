import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pathOf, skipWithout } from '../../reports/testing/system-tools.js';
import { emptyFolder } from '../cli/testing/command.js';
import { printPage } from './print-page.js';

const never = new AbortController().signal;
let folder: string;
/** Temporary folders that are left. */
const left = () => readdirSync(folder).filter((name) => name.includes('print'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fsapi-conformance-test-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => vi.unstubAllEnvs());

/** A script in the place of a browser. It gets what it is to print as its last argument. */
function scripted(lines: string): string {
  const file = join(emptyFolder(), 'browser');
  writeFileSync(
    file,
    `#!/bin/sh\nfor one in "$@"; do case $one in --print-to-pdf=*) to=\${one#*=};; esac; done\n${lines}\n`,
  );
  chmodSync(file, 0o755);
  return file;
}

test('the browser gets no key: neither what the environment holds nor the folder of the run', async () => {
  vi.stubEnv('CONFORMANCE_API_KEY', 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4');
  const pdf = Buffer.from(await printPage('<p>', scripted('{ echo %PDF-; env; pwd; } > "$to"'), never)).toString();
  expect(pdf).toContain('PATH=');
  expect(pdf).not.toContain('sk_sandbox');
  expect(pdf).toMatch(/^PWD=.*-print-\w+$/m);
  expect(left()).toEqual([]);
});

test.each([
  ['ends without a file', 'exit 3', 'it ended with 3'],
  ['writes something else', 'echo no > "$to"', 'it ended with 0'],
  [
    'says why',
    'echo "[1:1:FATAL:zygote.cc] No usable sandbox! If you run" >&2; exit 1',
    'it ended with 1 (FATAL:zygote.cc] No usable sandbox! If you run)',
  ],
])('a browser that %s has printed nothing', async (_, lines, why) => {
  await expect(printPage('<p>', scripted(lines), never)).rejects.toThrow(
    `the browser printed nothing, ${why}. Print report.html from any browser.`,
  );
  expect(left()).toEqual([]);
});

test('a browser that is not there has printed nothing', async () => {
  await expect(printPage('<p>', '/nowhere/chrome', never)).rejects.toThrow('ENOENT');
  expect(left()).toEqual([]);
});

test('a halt ends the browser and all that it has started, and leaves no folder', async () => {
  const halt = new AbortController();
  const pids = join(emptyFolder(), 'pids');
  const printed = printPage('<p>', scripted(`sleep 60 & echo $! $$ > ${pids}; wait`), halt.signal);
  while (!existsSync(pids) || readFileSync(pids, 'utf8') === '') await sleep(10);
  halt.abort();
  await expect(printed).rejects.toThrow('it ended with SIGKILL');
  const isThere = (pid: string) =>
    existsSync(`/proc/${pid}`) && !/^State:\sZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  expect(readFileSync(pids, 'utf8').trim().split(' ').filter(isThere)).toEqual([]);
  expect(left()).toEqual([]);
});

describe('a browser', () => {
  const print = async (page: string) => Buffer.from(await printPage(page, pathOf('chromium') ?? '', never));

  test('prints a page with tags, an outline and the margins of the page, and names no file of this machine', async (context) => {
    skipWithout(context, 'chromium', 'pdfinfo', 'pdftotext', 'qpdf');
    const pdf = await print(
      '<!DOCTYPE html><html lang="en"><title>A title</title><style>@page{@bottom-right{content:"Page " counter(page)}}</style><h1>One</h1><a href="#two">two</a><h2 id="two">Two</h2></html>',
    );
    const by = (tool: 'pdfinfo' | 'pdftotext' | 'qpdf', ...argv: string[]) =>
      execFileSync(pathOf(tool) ?? '', argv, { input: pdf, encoding: 'latin1' });
    expect(by('pdfinfo', '-')).toMatch(/^Title: +A title$[\s\S]*^Tagged: +yes$[\s\S]*^JavaScript: +no$/m);
    expect(by('pdftotext', '-', '-')).toMatch(/One[\s\S]*Page 1/);
    const file = join(emptyFolder(), 'page.pdf');
    writeFileSync(file, pdf);
    const text = execFileSync(pathOf('qpdf') ?? '', ['--qdf', '--object-streams=disable', file, '-'], {
      encoding: 'latin1',
    });
    expect(text).toMatch(/\/Outlines \d/);
    expect(text).not.toMatch(/file:|print-/);
    expect(left()).toEqual([]);
  });

  test('asks nobody, whatever is in the page', async (context) => {
    skipWithout(context, 'chromium');
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const urls = [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`];
    const pdf = await print(
      urls
        .map(
          (url) => `<img src="${url}img"><iframe src="${url}frame"></iframe><link rel="stylesheet" href="${url}css">`,
        )
        .join(''),
    );
    server.close();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(asked).toEqual([]);
  });
});
