import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../schemas/catalogue.js';
import { type Clauses, clauses } from '../../schemas/clauses.js';
import { packageRoot } from '../../schemas/package-root.js';
import { messagesAbout } from '../html/validator.fixture.js';
import { allHostile } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { type Trace, traceOf } from './comparison.js';
import { renderClauses, renderTraceCsv } from './files.js';
import { renderTrace } from './page.js';
import { readSpecification } from './specification.js';

const small = `# Small

It does a thing. It does \`another\` <THING>.

## Duties

1. First.
2. Second duty. Its second sentence.
   - Nested one.
3. Third.

| Field | Form |
|---|---|
| a | one letter |
| b | two letters |

### Gaps

> Quoted **words**.

\`\`\`
GET / HTTP/1.1
\`\`\`
<!-- a comment says nothing -->
`;
const covered = ['AUTH-01', 'CUST-09'];
const file = (markdown: string, known: Clauses) => renderClauses(traceOf(readSpecification(markdown), known), known);

/** The clauses of the small specification, all covered but the first. */
const known: Clauses = (() => {
  const { specification, sections } = JSON.parse(file(small, { specification: '', sections: [] })) as Clauses;
  const bare = sections.map(({ clauses: own, ...rest }) => ({
    ...rest,
    clauses: own.map(({ exempt: _, ...one }) => ({ ...one, kind: 'service' as const, requirements: covered })),
  }));
  const [first] = bare[0]?.clauses ?? [];
  if (first) Object.assign(first, { kind: 'definition', requirements: undefined, exempt: 'An introduction.' });
  return { specification, sections: bare };
})();

const trace = (markdown: string): Trace => traceOf(readSpecification(markdown), known);
const open = ({ traced }: Trace) =>
  traced
    .filter(({ status }) => status !== 'covered' && status !== 'exempt')
    .map(({ status, place, clause }) => `${status} ${place}: ${clause?.requirements?.join(' ') ?? '-'}`);
const copy = { name: 'small.md', sha256: '0'.repeat(64) };

test('sentences, items, rows and code are read with their places; comments and headings are not', () => {
  expect(readSpecification(small).sentences.map(({ heading, at, text }) => [heading.join('/'), at, text])).toEqual([
    ['', undefined, 'It does a thing.'],
    ['', undefined, 'It does `another` <THING>.'],
    ['Duties', '1', 'First.'],
    ['Duties', '2', 'Second duty.'],
    ['Duties', '2', 'Its second sentence.'],
    ['Duties', '2.1', 'Nested one.'],
    ['Duties', '3', 'Third.'],
    ['Duties', 'a', 'Field: a; Form: one letter'],
    ['Duties', 'b', 'Field: b; Form: two letters'],
    ['Duties/Gaps', undefined, 'Quoted words.'],
    ['Duties/Gaps', undefined, 'GET / HTTP/1.1'],
  ]);
});

describe('a copy against the catalogue', () => {
  test('the same text is covered or exempt, whatever its layout and emphasis', () => {
    const same = small.replace('1. First.', '1. **First**.\n\n').replace('Second duty. Its', 'Second\n   duty. Its');
    expect(open(trace(same))).toEqual([]);
    expect(trace(same).traced.map(({ status }) => status)).toEqual(['exempt', ...Array(10).fill('covered')]);
  });

  test.each([
    ['a word that differs', ['Third.', 'Third thing.'], ['changed Duties, item 3: AUTH-01 CUST-09']],
    ['a row that differs', ['one letter', '1 letter'], ['changed Duties, a: AUTH-01 CUST-09']],
    [
      'a column of another name',
      ['| Field | Form |', '| Field | Old form |'],
      ['changed Duties, a: AUTH-01 CUST-09', 'changed Duties, b: AUTH-01 CUST-09'],
    ],
    ['a sentence that is new', ['1. First.', '1. New.\n1. First.'], ['new Duties, item 1: -']],
    [
      'a sentence that is gone',
      ['2. Second duty. Its second sentence.', '2. Second duty.'],
      ['gone Duties, item 2: AUTH-01 CUST-09'],
    ],
    [
      'a heading of another name',
      ['### Gaps', '### Holes'],
      ['changed Duties, Holes: AUTH-01 CUST-09', 'changed Duties, Holes: AUTH-01 CUST-09'],
    ],
  ])('%s needs a review', (_, [from, to], expected) => {
    expect(open(trace(small.replace(from ?? '', to ?? '')))).toEqual(expected);
  });

  test('a new clauses.json keeps what is known, and leaves what is new to a person', () => {
    expect(JSON.parse(file(small, known))).toEqual(JSON.parse(JSON.stringify(known)));
    const { sections } = JSON.parse(file(small.replace('1. First.', '1. New.\n1. First.'), known)) as Clauses;
    expect(sections[1]?.clauses.map(({ kind }) => kind)).toEqual(['new', ...Array(7).fill('service')]);
  });
});

describe('what is rendered', () => {
  test('the page is valid, runs nothing, and has a mark and a link for each requirement of a sentence', async () => {
    const { report } = sample();
    const changed = trace(small.replace('Third.', 'Third thing.').replace('1. First.', ''));
    const page = renderTrace(changed, copy, report);
    expect(await messagesAbout(page)).toEqual([]);
    expect(page).not.toContain('<script');
    expect(page).toContain('2 sentences need a review');
    expect(page).toMatch(/<a href="#CUST-09" title="Fail"><span class="mark fail">/);
    for (const { id } of catalogue) expect(page).toContain(`<tr id="${id}">`);
    expect(renderTrace(trace(small), copy, undefined)).toContain('Every sentence is accounted for');
  });

  test('a specification full of markup is text', async () => {
    const words = allHostile.replaceAll('\n', ' ');
    const page = renderTrace(
      trace(`# ${words}\n\n## ${words}\n\n${words}\n\n| ${words.replaceAll('|', '')} |\n|---|\n| x |\n`),
      copy,
      undefined,
    );
    expect(await messagesAbout(page)).toEqual([]);
    expect(page).not.toMatch(/<script|<img|javascript:[^<]*">/i);
  });

  test('trace.csv has a row for each sentence, and no formula', () => {
    const csv = renderTraceCsv(trace(small.replace('Third.', '=1+1, "x"')), sample().report);
    const rows = csv.trimEnd().split('\r\n');
    expect(rows).toHaveLength(12);
    expect(rows[1]).toMatch(
      /^"Introduction","exempt","definition","","","An introduction\.","[0-9a-f]{64}","It does a thing\."$/,
    );
    expect(rows[3]).toContain('"AUTH-01 CUST-09","AUTH-01=pass CUST-09=fail"');
    expect(csv).toContain(`"'=1+1, ""x"""`);
  });
});

test('the specification that the catalogue was made from is accounted for, and makes clauses.json as it is', (context) => {
  const folder = ['../shared/spec/', '../../shared/spec/']
    .map((path) => new URL(path, packageRoot))
    .find((url) => existsSync(url));
  if (!folder) return context.skip('no ../shared/spec beside this checkout');
  const name = readdirSync(folder).find((one) => one.endsWith('.md')) ?? '';
  const real = traceOf(readSpecification(readFileSync(new URL(name, folder), 'utf8')), clauses);
  expect(open(real)).toEqual([]);
  expect(renderClauses(real, clauses)).toBe(readFileSync(new URL('schemas/clauses.json', packageRoot), 'utf8'));
});
