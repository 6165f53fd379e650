import { expect, test } from 'vitest';
import { caseSummary } from './finding.js';

const none = { planned: 1000, asked: 1000, letIn: 0, refused: 0, putRight: 0, open: 0 };

test.each([
  [{ ...none, refused: 997, putRight: 3 }, '1,000 sent, 997 rejected, 3 normalised'],
  [{ ...none, asked: 40, letIn: 39, open: 1 }, '40 of 1,000 sent, 39 accepted, 1 undecided'],
  [undefined, undefined],
])('%j', (cases, described) => {
  expect(caseSummary({ cases } as Parameters<typeof caseSummary>[0])).toBe(described);
});
