import { test } from 'vitest';
import { expectFoundNested, expectUntouched } from './nested.fixture.js';

test('a secret is found in any form within any other', () => expectFoundNested(7, 600));
test('a text without a secret stays as it is', () => expectUntouched(8, 200));
