import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../reports/html/page.js';
import { findingGroups } from '../../reports/model/finding-groups.js';
import { flooded } from '../../reports/testing/hostile.js';
import { large, type Sample, sample } from '../../reports/testing/sample.js';
import { pathOf, skipWithout } from '../../reports/testing/system-tools.js';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import type { Verdict } from '../../schemas/verdict.js';
import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { printPage } from './print-page.js';

const stated = catalogue.filter(({ basis }) => basis === 'stated').map(({ id }) => id);
const every = (verdicts: readonly Verdict[]) =>
  sample(Object.fromEntries(stated.map((id, at) => [id, verdicts[at % verdicts.length] as Verdict])));
const all = (verdict: Verdict) => sample(Object.fromEntries(catalogue.map(({ id }) => [id, verdict])));
const sound = {
  'AUTH-06': 'pass',
  'IDEM-02': 'pass',
  'CUST-09': 'pass',
  'IDEM-03': 'pass',
  'ACCT-02': 'pass',
} as const;

/** Reports, and how many pages each may take. */
const printed: readonly (readonly [name: string, of: () => Sample, most: number])[] = [
  ['no finding', () => sample(sound), 15],
  ['five findings', () => sample(), 20],
  ['findings, waivers and skipped requirements', () => every(['waived', 'fail', 'skipped']), 24],
  ['every requirement failed', () => all('fail'), 70],
  ['every requirement skipped', () => all('skipped'), 16],
  ['10,000 exchanges', large, 22],
  ['a megabyte in each place', () => flooded('w '.repeat(500_000)), 120],
];

describe.each(printed)('paper with %s', { timeout: 120_000 }, (_, of, most) => {
  const { report, evidence } = of();
  let file = '';
  let pages: readonly string[] = [];
  beforeAll(async () => {
    const tools = ['chromium', 'pdfinfo', 'pdftotext', 'qpdf'] as const;
    if (tools.some((tool) => pathOf(tool) === undefined)) return;
    file = join(emptyFolder(), 'report.pdf');
    const page = renderHtml(report, evidence, fsapi);
    writeFileSync(file, await printPage(page, pathOf('chromium') ?? '', new AbortController().signal));
    pages = by('pdftotext', '-layout', file, '-').split('\f').slice(0, -1);
  }, 120_000);
  const by = (tool: 'pdfinfo' | 'pdftotext' | 'qpdf', ...argv: string[]) =>
    execFileSync(pathOf(tool) ?? '', argv, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const printing = (name: string, check: () => void) =>
    test(name, (context) => {
      skipWithout(context, 'chromium', 'pdfinfo', 'pdftotext', 'qpdf');
      check();
    });

  printing('takes no more pages than it needs, and each has its verdict, digest and number', () => {
    expect(pages.length).toBeLessThanOrEqual(most);
    for (const [at, text] of pages.entries()) {
      expect(text).toMatch(/(?:N|In|C)onconformant|Inconclusive|Conformant/);
      expect(text).toMatch(
        new RegExp(`Run ${report.run.id}, report\\.json \\w{4} \\w{4} \\w{4} +Page ${at + 1} of ${pages.length}\\n`),
      );
    }
  });

  printing('is a tagged PDF with an outline of its parts and findings', () => {
    expect(by('pdfinfo', file)).toMatch(/^Tagged: +yes$/m);
    const { outlines } = JSON.parse(by('qpdf', '--json', '--json-key=outlines', file));
    const titles = JSON.stringify(outlines);
    for (const part of ['Sign-off', 'Findings', 'Requirements', 'Gap register', 'Record'])
      expect(titles).toContain(`"${part}"`);
    for (const label of ['Sent', 'Expected', 'Checks', 'Exchanges']) expect(titles).not.toContain(`"${label}"`);
  });

  printing(
    'has a cover with target and digest, then each finding, and what is signed on the page of the signatures',
    () => {
      expect(pages[0]).toContain(report.target.baseUrl.slice(0, 40));
      expect(pages[0]?.match(/\b[0-9a-f]{32}\b/g)).toHaveLength(2);
      const first = pages.findIndex((text) => /^ *Sign-off$/m.test(text));
      const last = pages.findIndex((text) => /Condition, or reason of a rejection:/.test(text));
      const signOff = pages.slice(first, last + 1).join('');
      for (const { rows } of findingGroups(report)) expect(signOff).toContain(rows[0].id);
      expect(pages[last]).toMatch(
        /Verdict[\s\S]*Target[\s\S]*Scope[\s\S]*\b[0-9a-f]{64}\b[\s\S]*Prepared by:[\s\S]*Reviewed by:[\s\S]*Decided by:[\s\S]*accepted on condition/,
      );
    },
  );

  printing('begins no finding at the foot of a page: some lines of it stand below its title', () => {
    const byline =
      /^ *(?:Fail|Inconclusive) {2,}(?:[A-Z]+-\d+ *$|.*(?:\b(?:Stated|Inferred|Form stated|Not shown|To be attested)\b(?!:)|, one cause\.))/gm;
    const below = pages.flatMap((text) =>
      [...text.matchAll(byline)].map(({ index }) => text.slice(index).split('\n').filter(Boolean).length),
    );
    expect(below).toHaveLength(findingGroups(report).length);
    for (const lines of below) expect(lines).toBeGreaterThan(4);
  });
});
