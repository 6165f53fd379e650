import { expect, test } from 'vitest';
import { consistent, lines } from '../../reports/integrity/sealed.fixture.js';
import { checkReferences } from './references.js';

test('where no customer has an identity, every write is listed', () => {
  const { report, evidence } = consistent();
  const created = report.created.map(({ identity: _, ...rest }) => rest);
  const wrote = evidence.filter(({ wrote }) => wrote).map(({ id }) => id);
  expect(created.length).toBeGreaterThan(2);
  expect(lines(checkReferences({ ...report, created }, evidence))).toEqual([]);
  expect(lines(checkReferences({ ...report, created: created.slice(1) }, evidence))).toEqual([
    `report.json /created lacks the customer that ${wrote[0]} created`,
  ]);
});

test('an answer without an identity created nothing, where answers carry them', () => {
  const { report, evidence } = consistent();
  expect(lines(checkReferences({ ...report, created: report.created.slice(1) }, evidence))).toEqual([]);
});
