import jsonld from 'jsonld';
import { expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { allHostile, poisoned } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { renderEarl } from './earl.js';

const earl = 'http://www.w3.org/ns/earl#';
const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const { report } = sample();

interface Quad {
  readonly subject: { readonly value: string };
  readonly predicate: { readonly value: string };
  readonly object: { readonly value: string };
}

/** The triples of a document by a processor that is not ours. Safe mode refuses whatever would be lost; no network is there to ask. */
async function triples(text: string): Promise<readonly Quad[]> {
  const documentLoader = async (url: string) => {
    throw new Error(`it asked for ${url}`);
  };
  return (await jsonld.toRDF(JSON.parse(text), { safe: true, documentLoader } as object)) as readonly Quad[];
}

const quads = await triples(renderEarl(report, [], fsapi));
const objectsOf = (subject: string, predicate: string) =>
  quads
    .filter((quad) => quad.subject.value === subject && quad.predicate.value === predicate)
    .map((quad) => quad.object.value);

/** The outcome and mode of the assertion about a requirement. */
function assertionOf(id: string) {
  const about = quads.find(({ predicate, object }) => {
    return predicate.value === `${earl}test` && object.value === `urn:fsapi-conformance:requirement:${id}`;
  })?.subject.value;
  const [result] = objectsOf(about ?? '', `${earl}result`);
  const short = (values: readonly string[]) => values.map((value) => value.replace(earl, '')).join();
  return {
    by: objectsOf(about ?? '', `${earl}assertedBy`)[0] ?? '',
    mode: short(objectsOf(about ?? '', `${earl}mode`)),
    outcome: short(objectsOf(result ?? '', `${earl}outcome`)),
  };
}

test('it is one assertion for each requirement, complete as EARL asks for', () => {
  const assertions = quads.filter(
    ({ predicate, object }) => predicate.value === type && object.value === `${earl}Assertion`,
  );
  expect(assertions).toHaveLength(report.requirements.length);
  for (const { subject } of assertions)
    for (const property of ['assertedBy', 'subject', 'test', 'result', 'mode'])
      expect(objectsOf(subject.value, `${earl}${property}`), property).toHaveLength(1);
});

test.each([
  ['AUTH-01', 'passed', 'automatic'],
  ['CUST-09', 'failed', 'automatic'],
  ['CUST-15', 'failed', 'automatic'],
  ['ACCT-02', 'cantTell', 'automatic'],
  ['AUTH-09', 'untested', 'automatic'],
  ['ERR-02', 'untested', 'automatic'],
  ['AUTH-11', 'passed', 'manual'],
])('%s is %s', (id, outcome, mode) => {
  expect(assertionOf(id)).toMatchObject({ outcome, mode });
});

test('a waiver of what could not be decided leaves it so', async () => {
  const waived = sample().report;
  const row = waived.requirements.find(({ id }) => id === 'ACCT-02');
  if (!row) throw new Error('no row');
  row.verdict = 'waived';
  for (const check of row.checks) check.verdict = 'waived';
  const outcome = JSON.parse(renderEarl(waived, [], fsapi))['@graph'].find(
    (node: { test?: string; result?: object }) => node.test?.endsWith('ACCT-02') && node.result,
  ).result.outcome;
  expect(outcome).toBe('earl:cantTell');
});

test('who attests is the one who asserts', () => {
  const { by } = assertionOf('AUTH-11');
  expect(objectsOf(by, 'http://xmlns.com/foaf/0.1/name')).toEqual(['the head of platform security']);
  expect(assertionOf('AUTH-01').by).not.toBe(by);
});

test('what a target sends changes no triple but for its words', async () => {
  const kinds = (list: readonly Quad[]) => list.map(({ predicate }) => predicate.value).sort();
  const plain = await triples(renderEarl(poisoned('x').report, [], fsapi));
  expect(kinds(await triples(renderEarl(poisoned(allHostile).report, [], fsapi)))).toEqual(kinds(plain));
});
