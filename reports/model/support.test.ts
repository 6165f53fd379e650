import { describe, expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { formats } from '../formats/formats.js';
import { sample } from '../testing/sample.js';
import { supportedBy, supportedItems, supports } from './support.js';

const failing = { 'AUTH-01': 'fail', 'AUTH-02': 'waived', 'AUTH-03': 'inconclusive', 'AUTH-05': 'skipped' } as const;

test('a requirement supports nothing unless it passed', () => {
  const rows = sample(failing).report.requirements;
  for (const row of rows) expect(supportedBy(row)).toEqual(row.verdict === 'pass' ? (row.supports ?? []) : []);
  expect(rows.filter((row) => supports(row) !== undefined).length).toBeGreaterThan(5);
});

test('an item names those that passed and counts those that bear on it', () => {
  const { report } = sample(failing);
  const item = supportedItems(report).find(({ id }) => id === 'API2:2023');
  const bearing = report.requirements.filter((row) => row.supports?.includes('API2:2023'));
  expect(item).toMatchObject({ name: 'Broken Authentication', of: bearing.length });
  expect(item?.by).toEqual(bearing.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id));
  expect(item?.against).toEqual(expect.arrayContaining(['AUTH-01']));
  expect(supportedItems(report).map(({ id }) => id)).toEqual([
    'API1:2023',
    'API2:2023',
    'API3:2023',
    'API5:2023',
    'API8:2023',
  ]);
});

// Questions judge nothing.
describe.each(formats.filter(({ name }) => !['har', 'json', 'pdf', 'questions'].includes(name)))(
  '$name',
  ({ render }) => {
    test('names what passes support, as support and not as proof', () => {
      const { report, evidence } = sample();
      const text = render(report, evidence, fsapi);
      expect(text).toContain('API2:2023');
      expect(text).toMatch(/a pass supports(?: an item)?(?: but|, it) does not prove/i);
    });

    test('names no item where no requirement that bears on it passed', () => {
      const none = Object.fromEntries(
        sample().report.requirements.flatMap(({ id, supports: items }) => (items ? [[id, 'fail' as const]] : [])),
      );
      const { report, evidence } = sample(none);
      expect(render(report, evidence, fsapi)).not.toMatch(/API\d+:2023/);
    });
  },
);
