import { expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { assemble } from '../model/assemble.js';
import { settledCheck } from '../model/decide.js';
import { materialOf } from './findings-of.js';
import { sample } from './sample.js';

const whole = assemble(materialOf(sample({ 'AUTH-03': 'inconclusive' }).report, fsapi));

test('a report is made again of what it holds, decisions included', () => {
  expect(assemble(materialOf(whole, fsapi))).toEqual(whole);
  const silent = { ...whole, history: whole.history.map((night) => ({ ...night, unreached: true as const })) };
  const again = assemble(materialOf(silent, fsapi));
  expect(assemble(materialOf(again, fsapi))).toEqual(again);
});

test('what decisions added to it is not among its findings', () => {
  const { findings, run } = materialOf(whole, fsapi);
  expect(findings.filter(({ name }) => name === settledCheck)).toEqual([]);
  expect(findings.filter(({ verdict }) => verdict === 'waived')).toEqual([]);
  expect(run).not.toHaveProperty('notices');
});

test('what a filter left out was not asked', () => {
  const requirements = whole.requirements.map((row) =>
    row.id === 'VER-01' ? { ...row, leftOut: 'filter' as const } : row,
  );
  expect(materialOf(whole, fsapi).asked).toContain('VER-01');
  expect(materialOf({ ...whole, requirements }, fsapi).asked).not.toContain('VER-01');
});
