import { describe, expect, test } from 'vitest';
import { created } from '../../helpers/identity/response.fixture.js';
import { withMember } from './customer.js';
import { american } from './customers.fixture.js';
import { normalisedValue } from './must-be-rejected.js';

const control = created({ customer: american, body: { home: { land: 'US' }, phone: '+12015550123' } });

/** The valid value that a response shows of a member whose valid value was changed into an invalid one. */
function shown(pointer: string, [before, sent]: readonly [string, string], body: unknown): string | undefined {
  const response = created({ customer: withMember(american, pointer, sent), body });
  return normalisedValue(response, control, pointer, withMember(american, pointer, before));
}

describe('a lower-case country that the response shows normalised', () => {
  test.each([
    ['where it was sent', { address: { country: 'US' } }, 'US'],
    ['somewhere else, in camel case or not', { data: { Country: 'US' } }, 'US'],
    ['where the control shows it', { home: { land: 'US' } }, 'US'],
    ['not at all', { id: 1 }, undefined],
    ['as it was sent', { address: { country: 'us' } }, undefined],
    ['as something else', { address: { country: 'FR' } }, undefined],
  ])('%s', (_, body, expected) => {
    expect(shown('/address/country', ['US', 'us'], body)).toBe(expected);
  });
});

test.each<[name: string, before: string, sent: string, phone: string, isNormalised: boolean]>([
  ['00 read as a plus sign', '+12015550123', '0012015550123', '+12015550123', true],
  ['the same, of a number that was drawn anew', '+12015559999', '0012015550123', '+12015550123', true],
  ['letters of a keypad', '+12015550123', '+1201555CALL', '+12015552255', true],
  ['another number', '+12015559999', '0012015550000', '+12015550123', false],
])('a phone: %s', (_, before, sent, phone, isNormalised) => {
  expect(shown('/phone', [before, sent], { phone })).toBe(isNormalised ? phone : undefined);
});
