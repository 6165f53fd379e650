import { test } from 'vitest';
import { expectFoundNested, expectUntouched } from './nested.fixture.js';

test(
  'twenty thousand secrets are found in any form within any other',
  () => expectFoundNested(20_261_123, 20_000),
  600_000,
);
test('five thousand texts without a secret stay as they are', () => expectUntouched(20_261_124, 5000), 600_000);
