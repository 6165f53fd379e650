import { expect, test } from 'vitest';
import { sample } from '../testing/sample.js';
import { derivedId } from './for-programs.js';

const { report } = sample();

test('it is a UUID of version 5, the same for the same part of the same run', () => {
  const id = derivedId(report, 'finding', 'AUTH-01');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(derivedId(sample().report, 'finding', 'AUTH-01')).toBe(id);
});

test('another part, another run and another target have another one', () => {
  const other = sample().report;
  other.run.seed += 1;
  const elsewhere = sample().report;
  elsewhere.target.baseUrl = 'https://live.payments.example/v1/';
  const ids = [
    derivedId(report, 'finding', 'AUTH-01'),
    derivedId(report, 'finding', 'AUTH-02'),
    derivedId(report, 'finding,AUTH-01'),
    derivedId(other, 'finding', 'AUTH-01'),
    derivedId(elsewhere, 'finding', 'AUTH-01'),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});
