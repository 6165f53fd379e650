import type { Response } from '../../helpers/client/message.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import { wordsOf } from '../../helpers/json/member-names.js';
import type { Customer } from '../../schemas/types.js';
import { validator } from '../../schemas/validate.js';
import { customerIn } from '../creation.js';
import { memberAt, withMember } from './test-data/member.js';

function isWellFormed(pointer: string, value: unknown): boolean {
  return validator('customer')(withMember({ address: {} }, pointer, value));
}

/**
 * The valid value that a response shows in place of an invalid one: at the place where the control's response shows the
 * member, or under its own name; and either the value before the mutation, or the same letters and digits. Undefined
 * where the response does not show it.
 * @param valid the customer before the mutation
 */
export function normalisedValue(
  response: Response,
  control: Response,
  pointer: string,
  valid: Customer | undefined,
): string | undefined {
  const [sent, before] = [customerIn(response.request), valid].map((one) => memberAt(one ?? {}, pointer));
  const member = wordsOf(pointer.split('/').at(-1) ?? '').join('');
  const shownByControl = memberAt(customerIn(control.request) ?? {}, pointer);
  const places = new Set(
    leavesOf(control.json).flatMap((leaf) => (leaf.value === shownByControl ? [leaf.pointer] : [])),
  );
  const shown = leavesOf(response.json).find(
    (leaf) =>
      typeof leaf.value === 'string' &&
      (places.has(leaf.pointer) || wordsOf(leaf.names.at(-1) ?? '').join('') === member) &&
      leaf.value !== sent &&
      isWellFormed(pointer, leaf.value) &&
      (alike(leaf.value, String(before), pointer) || alike(leaf.value, String(sent), pointer)),
  );
  return typeof shown?.value === 'string' ? shown.value : undefined;
}

function alike(shown: string, sent: string, pointer: string): boolean {
  if (pointer === '/phone') return digits(shown) === digits(sent);
  return folded(shown) === folded(sent);
}

/** Letters and digits only, in lower case, without leading zeros: normalising may not change them. */
function folded(value: string): string {
  return value
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+/, '');
}

/** The digits of a number, letters as on a telephone's keypad (ITU-T E.161). */
function digits(value: string): string {
  const keypad = (letter: string) => '22233344455566677778889999'[letter.toLowerCase().charCodeAt(0) - 97] ?? '';
  return value.replace(/[a-z]/gi, keypad).replace(/\D/g, '').replace(/^0+/, '');
}
