import { describe, expect, test } from 'vitest';
import { catalogue } from '../../schemas/catalogue.js';
import { operations } from '../../schemas/operations.js';
import { count } from '../../schemas/verdict.js';
import { seal } from '../model/record.js';
import { sample } from '../testing/sample.js';
import { renderPdf } from './document.js';
import { type Bookmark, emptyBoxes, findings, joined, opened, streams } from './opened.fixture.js';
import { printed } from './print.js';

const { report, evidence } = sample();
const bytes = await renderPdf(report, evidence);
const paper = await opened(bytes);
const text = joined(paper.pages.join(' '));

describe('the first page', () => {
  const [first = ''] = paper.pages.map(joined);

  test('states the verdict, its meaning, the target, the time and the suite', () => {
    // A long address breaks after a slash.
    for (const part of [
      'Nonconformant',
      '3 requirements failed.',
      'https://sandbox.payments.example/v1/',
      'Thursday, 20 November 2025, 02:00:07 to 02:01:18 UTC',
      'suite 1.0.0',
      'Platform quality, nightly job',
      'https://ci.payments.example/jobs/nightly/4417',
      'sandbox.payments.example, issued by Example Trust Services CA 3',
      'Internal',
      'Until 31 January 2026 , by the onboarding product owner',
    ])
      expect(first.replaceAll(' ', '')).toContain(part.replaceAll(' ', ''));
  });

  test('has counts of all verdicts that add up', () => {
    const { pass, fail, waived, inconclusive, skipped, attested, pending } = report.summary.counts;
    expect(first).toContain(
      `Pass ${pass} Fail ${fail} Waived ${waived} Inconclusive ${inconclusive} Skipped ${skipped} Attested ${attested} Pending ${pending} Sum ${catalogue.length}`,
    );
  });

  test('lists the page of every part', () => {
    const pages = Object.fromEntries(
      [
        ...first.matchAll(
          /(Sign-off|Findings|Requirements|Gap register|Decisions|History|What it does not prove|Words|Record) (\d+)/g,
        ),
      ].map(([, title = '', page]) => [title, Number(page)]),
    );
    expect(Object.keys(pages)).toHaveLength(9);
    for (const [title, page] of Object.entries(pages)) expect(joined(paper.pages[page - 1] ?? '')).toContain(title);
  });
});

describe('the page to sign', () => {
  const [page = ''] = paper.pages.map(joined).filter((each) => each.includes('Accepted by:'));

  test('stands alone: verdict, target, time, scope, digest, signature, open findings with titles, waivers', () => {
    const open = report.requirements.filter(({ verdict }) => ['fail', 'inconclusive', 'waived'].includes(verdict));
    for (const part of [
      'Nonconformant. 3 requirements failed.',
      'https://sandbox.payments.example/v1/',
      'Thursday, 20 November 2025',
      `and ${operations.at(-1)?.activity}`,
      seal(report),
      'Not signed',
      ...open.map(({ title }) => title),
    ])
      expect(page.replaceAll(' ', '')).toContain(part.replaceAll(' ', ''));
  });

  test('names all that was not tested, with titles', () => {
    const skipped = report.requirements.filter(({ verdict }) => verdict === 'skipped');
    expect(skipped.length).toBeGreaterThan(0);
    for (const { id, title } of skipped)
      expect(page.replaceAll(' ', '')).toContain(`${id}${title}`.replaceAll(' ', ''));
  });

  test('is one page, however much failed and was skipped', async () => {
    const other = sample();
    for (const [at, row] of other.report.requirements.filter(({ basis }) => basis !== 'not-shown').entries())
      Object.assign(row, { verdict: at % 3 > 0 ? 'skipped' : 'fail', checks: [], reason: 'The filter.' });
    other.report.summary.counts = count(other.report.requirements.map(({ verdict }) => verdict));
    other.report.run.notices = Array.from({ length: 4 }, (_, at) => `Notice ${at}: ${'a long sentence '.repeat(12)}`);
    const { pages } = await opened(await renderPdf(other.report, []));
    const signed = joined(pages.find((each) => joined(each).includes('Accepted by:')) ?? '');
    expect(signed).toContain('Sign-off Verdict');
    for (const { id, verdict } of other.report.requirements) if (verdict === 'skipped') expect(signed).toContain(id);
    expect(signed).toContain('I accept the verdict');
  });

  test('has a statement for each role', () => {
    expect(page).toContain('Prepared by: I made this run.');
    expect(page).toContain('Reviewed by: I read the 5 open findings');
    expect(page).toContain(
      'Accepted by: I accept the verdict Nonconformant, the 5 open findings, the 1 waiver and that 4 requirements were not tested.',
    );
  });
});

describe('the document', () => {
  test('has every requirement, with its clause', () => {
    for (const { id, title } of report.requirements) {
      expect(text).toContain(id);
      expect(text.replaceAll(' ', '')).toContain(title.replaceAll(' ', ''));
    }
  });

  test('shows each finding in full: sent, expected, received, a command that repeats it, and its exchanges', () => {
    for (const id of findings) expect(text).toContain(`--only ${id} --seed 418602`);
    for (const part of [
      '"date_of_birth": "1990-02-29"',
      'A refusal',
      'and a new customer',
      '-H "Api-Key: $CONFORMANCE_API_KEY"',
      '12 requests, released within 1.1 ms',
      'HTTP/1.1 400 Bad Request',
      '"id": "‹customer A›"',
    ])
      expect(text.replaceAll('" ‹', '"‹').replaceAll('› "', '›"')).toContain(part);
  });

  test('has a bookmark for every part and every finding', () => {
    expect(paper.bookmarks.map(({ title }) => title)).toEqual([
      'Summary',
      'Sign-off',
      'Findings',
      'Requirements',
      'Gap register',
      'Decisions',
      'History',
      'What it does not prove',
      'Words',
      'Record',
    ]);
    expect(below('Findings').map((title) => title.split(' ')[0])).toEqual(findings);
    expect(below('Requirements')).toHaveLength(6);
    expect(below('Gap register')).toEqual(['Changed', 'Settled', 'Observed', 'Not observed']);
    expect(below('Decisions')).toEqual(['Waivers', 'Attestations', 'Settlements']);
  });

  test('has no broken link', () => {
    expect(paper.links).toBeGreaterThan(20);
    expect(paper.lost).toEqual([]);
  });

  test('has on each page its number, the run and the digest of report.json', () => {
    for (const [index, page] of paper.pages.entries()) {
      expect(joined(page)).toContain(`Page ${index + 1} of ${paper.pages.length}`);
      expect(joined(page)).toContain('Run 2025-11-20T02-00-07Z, report.json');
    }
  });

  test('has a title, an author and a date, and claims no conformance to PDF/A', () => {
    expect(paper.info).toMatchObject({
      Title: 'Nonconformant: Sandbox, 20 November 2025',
      Author: 'Platform quality, nightly job',
      Creator: 'fsapi-conformance 1.0.0',
      Language: 'en',
    });
    expect(String(paper.info.CreationDate)).toMatch(/^D:20251120020118Z/);
    const source = streams(bytes).join('') + Buffer.from(bytes).toString('latin1');
    expect(source).not.toMatch(/pdfaid|StructTreeRoot|MarkInfo/);
  });

  test('has no script and no external reference', () => {
    const source = Buffer.from(bytes).toString('latin1');
    expect(source).not.toMatch(/\/(JavaScript|JS|OpenAction|AA|Launch|URI|GoToR|EmbeddedFile|SubmitForm)\b/);
  });
});

/** The titles of the bookmarks below one. */
function below(title: string): string[] {
  const found: Bookmark | undefined = paper.bookmarks.find((each) => each.title === title);
  return (found?.items ?? []).map((item) => item.title);
}

describe('a run that was stopped, and in which one cause left most requirements undecided', async () => {
  const other = structuredClone(report);
  other.target.embedded = true;
  other.run.complete = false;
  const rejected = other.requirements.filter(({ basis, checks }) => basis !== 'not-shown' && checks.length > 0);
  for (const row of rejected) {
    const reason = 'The API key was rejected.';
    Object.assign(row, { verdict: 'inconclusive', found: reason, reason });
  }
  const { pages, bookmarks, links, lost } = await opened(await renderPdf(other, []));

  test('has the notices above the verdict', () => {
    const [page = ''] = pages.map(joined);
    const [notice, stopped, verdict] = ['Run against the embedded', 'Incomplete run', 'Demonstration'].map((part) =>
      page.indexOf(part),
    );
    expect(notice).toBeGreaterThan(0);
    expect(stopped).toBeGreaterThan(notice ?? 0);
    expect(verdict).toBeGreaterThan(stopped ?? 0);
  });

  test('has no line to sign on: it is a demonstration', () => {
    const all = joined(pages.join(' '));
    expect(all).toContain('A demonstration is not signed.');
    expect(all).not.toContain('Accepted by:');
  });

  test('has one finding for that cause, and the links of its requirements lead there', () => {
    expect(bookmarks[2]?.items.map(({ title }) => title)).toEqual([
      `${rejected.length} requirements: The API key was rejected: ${rejected.length} requirements stay open for this reason.`,
    ]);
    expect(links).toBeGreaterThan(rejected.length);
    expect(lost).toEqual([]);
  });
});

test('a character without a glyph is counted', async () => {
  // `printed` does not replace characters in footers: the function that makes a footer does.
  const made = await printed({ content: ['x'], footer: () => ({ text: '中' }) });
  expect(emptyBoxes(made)).toBe(1);
});
