import { test } from 'vitest';
import { expectFoundNested, expectUntouched } from './nested.fixture.js';

test(
  'ten thousand secrets are found in any form within any other',
  () => expectFoundNested(20_261_123, 10_000),
  600_000,
);
test('two thousand texts without a secret stay as they are', () => expectUntouched(20_261_124, 2000), 600_000);
