import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { describe, expect, test } from 'vitest';
import { root, text as textOf } from '../helpers/sources.fixture.js';
import { skipWithout } from '../reports/testing/system-tools.js';
import { type Clause, citation, clauseOf, sections } from './clauses.js';
import { sha256 } from './common/sha256.js';
import { catalogue } from './fsapi/catalogue.js';

const all = sections.flatMap((section) => section.clauses.map((clause) => ({ section, clause })));
const placesOf = (wrong: (clause: Clause) => boolean) =>
  all.filter(({ clause }) => wrong(clause)).map(({ section, clause }) => citation(section.cited, [clause.at]));

type Sentence = Pick<Clause, 'at' | 'sha256'> & { readonly heading: readonly string[] };

/**
 * The sentences and table rows of a specification in Markdown, in order, each with the headings above it, its place (`3` or `4.2`
 * for an item of a list, the first cell for a row) and the digest of its words on one line: without markup, NFC, single spaces.
 */
function readSpecification(markdown: string) {
  let open: readonly { readonly depth: number; readonly text: string }[] = [];
  return marked.lexer(markdown).flatMap((token) => {
    const above = open.slice(1).map(({ text }) => text);
    if (token.type !== 'heading') return sentencesIn(token, above);
    const { depth } = token as Tokens.Heading;
    open = [...open.filter((one) => one.depth < depth), { depth, text: inlineText([token]) }];
    return [];
  });
}

/** @param items the items of lists around it */
function sentencesIn(token: Token, heading: readonly string[], items: readonly number[] = []): Sentence[] {
  const sentence = (text: string, at?: string) => ({
    ...{ heading, ...(at !== undefined && { at }), sha256: sha256(Buffer.from(tidy(text))) },
  });
  switch (token.type) {
    case 'space':
      return [];
    case 'list':
      return (token as Tokens.List).items.flatMap(({ tokens }, index) =>
        tokens.flatMap((inner) => sentencesIn(inner, heading, [...items, index + 1])),
      );
    case 'table': {
      // A row is one sentence that begins each cell with the name of its column: under another name it says something else.
      const { header, rows } = token as Tokens.Table;
      const columns = header.map(({ tokens }) => inlineText(tokens));
      return rows.map((row) => {
        const cells = row.map(({ tokens }) => inlineText(tokens));
        return sentence(cells.map((cell, at) => `${columns[at]}: ${cell}`).join('; '), cells[0]);
      });
    }
    default:
      return Array.from(segmenter.segment(tidy(inlineText([token]))), ({ segment }) =>
        sentence(segment, items.length > 0 ? items.join('.') : undefined),
      );
  }
}

function inlineText(tokens: readonly Token[] = []): string {
  const words = tokens.map((token) =>
    'tokens' in token && token.tokens ? inlineText(token.tokens) : 'text' in token ? String(token.text) : token.raw,
  );
  return words.join('');
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const tidy = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Clauses that another text of the specification changes, with their requirements, and its new sentences. */
function changesIn(text: string): string[] {
  const sentences = readSpecification(text);
  const gone = all.filter(({ clause }) => !sentences.some(({ sha256 }) => sha256 === clause.sha256));
  const added = sentences.filter(({ sha256 }) => !all.some(({ clause }) => clause.sha256 === sha256));
  return [
    ...gone.map(({ section, clause: { at, requirements = ['none'] } }) => {
      return `changed or gone: ${citation(section.cited, [at])} (${requirements.join(', ')})`;
    }),
    ...added.map(({ heading, at }) => `new: ${[...heading, at].filter(Boolean).join(', ')}`),
  ];
}

describe('clauses.json', () => {
  test('every sentence and table row of specification.md is there, in its order; another text names what hangs on it', () => {
    const text = textOf('schemas/specification.md');
    expect(changesIn(text)).toEqual([]);
    const noted = all.map(({ section: { heading }, clause: { at, sha256 } }) => ({ heading, at, sha256 }));
    expect(readSpecification(text)).toEqual(noted);
    const changed = text.replace('calendar date in the form YYYY-MM-DD', 'calendar date in the form DD.MM.YYYY');
    expect(changesIn(changed)).toEqual([
      'changed or gone: Resources, customer, date_of_birth (CUST-01, CUST-09)',
      'new: Resources and their fields, Customer (fields of the create request), date_of_birth',
    ]);
  });

  test('each clause has a known kind, and either requirements or the reason why it has none', () => {
    const kinds = ['service', 'people', 'definition', 'example', 'gap'];
    expect(placesOf(({ kind }) => !kinds.includes(kind))).toEqual([]);
    const isOneSided = ({ requirements = [], exempt = '' }: Clause) => requirements.length > 0 !== /\w\.$/.test(exempt);
    expect(placesOf((clause) => !isOneSided(clause))).toEqual([]);
  });

  test('every duty of the service and every gap has a requirement', () => {
    const isCovered = ({ requirements = [] }: Clause) => requirements.length > 0;
    expect(placesOf((clause) => ['service', 'gap'].includes(clause.kind) && !isCovered(clause))).toEqual([]);
  });

  test('it names requirements of the catalogue, in its order, each once', () => {
    const order: readonly string[] = catalogue.map(({ id }) => id);
    const inOrder = (ids: readonly string[]) => order.filter((id) => ids.includes(id));
    for (const { clause } of all) expect(clause.requirements ?? []).toEqual(inOrder(clause.requirements ?? []));
  });

  test('every requirement has a clause; what can fail rests on more than a gap, an attested one on a duty of people', () => {
    for (const { id, basis } of catalogue) {
      const kinds = all.flatMap(({ clause }) => (clause.requirements?.includes(id) ? [clause.kind] : []));
      expect(kinds.length, id).toBeGreaterThan(0);
      if (basis === 'attested') expect(kinds, id).toContain('people');
      if (basis === 'stated' || basis === 'inferred') expect(new Set([...kinds, 'gap']).size, id).toBeGreaterThan(1);
    }
  });
});

test('a citation names items and rows; a requirement of a whole section cites the section', () => {
  expect(citation('Authentication', ['1', '8'])).toBe('Authentication, items 1 and 8');
  expect(citation('Authentication', ['2', '2', '3', '4', '9'])).toBe('Authentication, items 2, 3, 4 and 9');
  expect(citation('What the service does', ['4.2'])).toBe('What the service does, item 4.2');
  expect(citation('Errors', ['Api-Key missing', '3'])).toBe('Errors, Api-Key missing, item 3');
  expect(clauseOf('CUST-09')).toBe('Resources, customer, date_of_birth');
  expect(clauseOf('HTTP-06')).toBe('What the service does, item 1; Endpoints, common request headers');
});

describe('requirement-ids.lock', () => {
  const file = 'schemas/requirement-ids.lock';
  const read = () => textOf(file).trim().split('\n');
  if (process.env.REQUIREMENTS === 'write')
    for (const { id } of catalogue.filter((row) => !read().includes(row.id)))
      appendFileSync(join(root, file), `${id}\n`);
  const lines = read();
  const retired = lines.flatMap((line) => /^retired (\S+): .{10,}$/.exec(line)?.slice(1) ?? []);
  const ids = lines.filter((line) => !line.startsWith('retired '));

  test('it holds every id that the catalogue ever had, and REQUIREMENTS=write adds new ones: an id is in the catalogue, or retired with a reason', () => {
    const current: readonly string[] = catalogue.map(({ id }) => id);
    expect(ids.filter((id) => !current.includes(id)).sort()).toEqual([...retired].sort());
    expect(current.filter((id) => !ids.includes(id) || retired.includes(id))).toEqual([]);
    expect(new Set(lines).size).toBe(lines.length);
  });

  test('no line of it was ever removed', (context) => {
    skipWithout(context, 'git');
    context.skip(!existsSync(join(root, '.git')), 'no history of git in this folder');
    const git = (...argv: string[]) => execFileSync('git', [...argv, '--', file], { cwd: root, encoding: 'utf8' });
    // A shallow clone has a part of the history, and shows that part.
    const changes = git('log', '-p', '--format=') + git('diff', 'HEAD');
    expect(changes.split('\n').filter((line) => /^-(?!--)/.test(line))).toEqual([]);
  });
});
