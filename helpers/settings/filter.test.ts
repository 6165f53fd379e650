import { expect, test } from 'vitest';
import { fsapi } from '../fsapi/fsapi.js';
import { allIds, namedIds } from './filter.js';

const of = (...prefixes: string[]) => allIds(fsapi).filter((id) => prefixes.includes(id.split('-')[0] ?? ''));

test.each([
  ['cust-02,AUTH-01,auth-01', ['AUTH-01', 'CUST-02']],
  ['The Rest', of('AREA', 'RES', 'STATE', 'EVENT', 'ERR', 'LIMIT', 'VER')],
  ['VER-01,VER', of('VER')],
])('%s name ids in catalogue order and once, letter case aside', (names, ids) => {
  expect(namedIds(names.split(','), 'it', fsapi)).toEqual(ids);
});

test.each([
  ['AUTH-1', 'names "AUTH-1", which matches no requirement; the nearest is AUTH-01.'],
  ['AUHT', 'names "AUHT", which matches no requirement; the nearest is AUTH.'],
  ['custmers', 'names "custmers", which matches no requirement; the nearest is Customers.'],
])('%s is rejected', (name, message) => {
  expect(() => namedIds([name], '--only', fsapi)).toThrow(`--only ${message}`);
});
