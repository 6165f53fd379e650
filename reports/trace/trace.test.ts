import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { byKey } from '../../schemas/by-key.js';
import type { Clauses } from '../../schemas/clauses.js';
import { clauses } from '../../schemas/fsapi/sentences.js';
import { packageRoot } from '../../schemas/package-root.js';
import { type Traced, traceOf } from './comparison.js';
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
const isCovered = { requirements: ['AUTH-01', 'CUST-09'] };

/** The clauses of the small specification, all covered but the first. */
const known: Clauses = {
  specification: 'Small',
  sections: [...byKey(readSpecification(small).map((one) => [JSON.stringify(one.heading), one]))].map(([, own]) => ({
    heading: own[0]?.heading ?? [],
    cited: own[0]?.heading.join(', ') || 'Introduction',
    clauses: own.map(({ at, sha256 }) => ({ ...(at !== undefined && { at }), kind: 'service', sha256, ...isCovered })),
  })),
};
Object.assign(known.sections[0]?.clauses[0] ?? {}, { requirements: undefined, exempt: 'An introduction.' });

const trace = (markdown: string) => traceOf(readSpecification(markdown), known);
const open = (traced: readonly Traced[]) =>
  traced
    .filter(({ status }) => status !== 'covered' && status !== 'exempt')
    .map(({ status, place, clause }) => `${status} ${place}: ${clause?.requirements?.join(' ') ?? '-'}`);

test('sentences, items, rows and code are read with their places; comments and headings are not', () => {
  expect(readSpecification(small).map(({ heading, at, text }) => [heading.join('/'), at, text])).toEqual([
    ['', undefined, 'It does a thing.'],
    ['', undefined, 'It does another <THING>.'],
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
    expect(trace(same).map(({ status }) => status)).toEqual(['exempt', ...Array(10).fill('covered')]);
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
});

test('the specification that the catalogue was made from is accounted for, sentence by sentence', (context) => {
  const folder = ['../shared/spec/', '../../shared/spec/']
    .map((path) => new URL(path, packageRoot))
    .find((url) => existsSync(url));
  if (!folder) return context.skip('no ../shared/spec beside this checkout');
  const name = readdirSync(folder).find((one) => one.endsWith('.md')) ?? '';
  const sentences = readSpecification(readFileSync(new URL(name, folder), 'utf8'));
  expect(open(traceOf(sentences, clauses))).toEqual([]);
  const clausesInOrder = clauses.sections.flatMap(({ heading, clauses: own }) =>
    own.map(({ at, sha256 }) => ({ heading, at, sha256 })),
  );
  expect(sentences.map(({ heading, at, sha256 }) => ({ heading, at, sha256 }))).toEqual(clausesInOrder);
});
