import { expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { fsapi } from '../fsapi/fsapi.js';
import { allIds, namedIds } from './filter.js';

const of = (...prefixes: string[]) => allIds(fsapi).filter((id) => prefixes.includes(id.split('-')[0] ?? ''));

test('all ids are the catalogue in its order', () => {
  expect(allIds(fsapi)).toEqual(catalogue.map(({ id }) => id));
});

test('ids and areas, letter case aside, come out in catalogue order and once', () => {
  expect(namedIds(['cust-02', 'AUTH-01', 'auth-01'], 'it', fsapi)).toEqual(['AUTH-01', 'CUST-02']);
  expect(namedIds(['ver'], 'it', fsapi)).toEqual(of('VER'));
  expect(namedIds(['idempotency'], 'it', fsapi)).toEqual(of('IDEM'));
  expect(namedIds(['The Rest'], 'it', fsapi)).toEqual(of('AREA', 'RES', 'STATE', 'EVENT', 'ERR', 'LIMIT', 'VER'));
  expect(namedIds(['VER-01', 'VER'], 'it', fsapi)).toEqual(of('VER'));
});

test.each(['HTTP', 'AUTH', 'IDEM', 'CUST', 'ACCT', 'AREA', 'RES', 'STATE', 'EVENT', 'ERR', 'LIMIT', 'VER'])(
  'the prefix %s is an area',
  (prefix) => {
    expect(namedIds([prefix], 'it', fsapi)).toEqual(of(prefix));
    expect(of(prefix)).not.toHaveLength(0);
  },
);

test('names between spaces are to be separated by commas', () => {
  expect(() => namedIds(['CUST-09 IDEM-01'], '--only', fsapi)).toThrow(
    '--only has a space between two names: separate them by commas.',
  );
});

test.each([
  ['AUTH-1', 'AUTH-01'],
  ['AUHT', 'AUTH'],
  ['custmers', 'Customers'],
])('%s matches nothing; the nearest is %s', (name, guess) => {
  expect(() => namedIds([name], '--only', fsapi)).toThrow(
    `--only names "${name}", which matches no requirement; the nearest is ${guess}.`,
  );
});
