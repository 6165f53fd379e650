import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, text as textOf } from '../helpers/sources.fixture.js';
import { skipWithout } from '../reports/testing/system-tools.js';
import { type Clause, citation, clauseOf, sections } from './clauses.js';
import { catalogue } from './fsapi/catalogue.js';
import { readSpecification } from './testing/specification-sentences.js';

const all = sections.flatMap((section) => section.clauses.map((clause) => ({ section, clause })));
const placesOf = (wrong: (clause: Clause) => boolean) =>
  all.filter(({ clause }) => wrong(clause)).map(({ section, clause }) => citation(section.cited, [clause.at]));

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
