import { expect, test } from 'vitest';
import { alteredReferences } from './references.js';
import { consistent, lines } from './sealed.fixture.js';

test('where no customer has an identity, every write is listed', () => {
  const { report, evidence } = consistent();
  const created = report.created.map(({ identity: _, ...rest }) => rest);
  const wrote = evidence.filter(({ wrote }) => wrote).map(({ id }) => id);
  expect(created.length).toBeGreaterThan(2);
  expect(lines(alteredReferences({ ...report, created }, evidence))).toEqual([]);
  expect(lines(alteredReferences({ ...report, created: created.slice(1) }, evidence))).toEqual([
    `report.json /created lacks the customer of ${wrote[0]}`,
  ]);
});

test('an answer without an identity created nothing, where answers carry them', () => {
  const { report, evidence } = consistent();
  expect(lines(alteredReferences({ ...report, created: report.created.slice(1) }, evidence))).toEqual([]);
});
