import type { Response } from '../client/message.js';
import { leavesOf } from '../json/json-leaves.js';

/** Characters from which on a value is taken for one thing's own: shorter ones turn up by chance. */
export const telling = 6;

/**
 * Those of the values that stand in an answer, as whole words, however they are escaped there, and are not made from
 * what its own request held. Values shorter than `telling` are passed over.
 */
export function disclosed(response: Response, values: readonly string[]): string[] {
  const leaves = leavesOf(response.json).map(({ value }) => String(value));
  const came = [...[...response.headers].map(([name, value]) => `${name}: ${value}`), ...leaves, response.text].join(
    '\n',
  );
  const decoded = `${came}\n${came.replace(/%[0-9a-f]{2}/gi, (sign) => decodedSign(sign))}`;
  return values.filter((value) => value.length >= telling && holdsWord(decoded, value) && !isMadeFrom(value, response));
}

function decodedSign(sign: string): string {
  const code = Number.parseInt(sign.slice(1), 16);
  return code < 0x80 ? String.fromCharCode(code) : sign;
}

/** Whether a value holds something that a request held: an identity may be made from a key or an e-mail address. */
function isMadeFrom(value: string, { request: asked }: Response): boolean {
  const { raw: outgoing, customer, idempotencyKey } = asked;
  const sent = [outgoing.path, outgoing.body ?? '', ...outgoing.headers.map(([, one]) => one)].join('\n');
  const own = [idempotencyKey, customer?.email, customer?.phone].filter((one) => typeof one === 'string' && one !== '');
  const plain = folded(value);
  return holdsWord(sent, value) || own.some((one) => plain.includes(folded(String(one))));
}

function folded(value: string): string {
  return value
    .toLowerCase()
    .replace(/%40/g, '')
    .replace(/[^a-z0-9]/g, '');
}

/** Whether a text holds a value that is not a part of a longer word or number. */
export function holdsWord(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + value.length] ?? ' ';
    const joinsBefore = /[A-Za-z0-9]/.test(value[0] ?? '') && /[A-Za-z0-9]/.test(before);
    const joinsAfter = /[A-Za-z0-9]/.test(value.at(-1) ?? '') && /[A-Za-z0-9]/.test(after);
    if (!joinsBefore && !joinsAfter) return true;
  }
  return false;
}
