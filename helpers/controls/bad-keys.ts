import { listAccounts } from '../../schemas/operations.js';
import { bracket, fixture } from '../engine/fixture.js';
import { Undecided } from '../engine/outcome.js';
import type { Reply } from '../engine/reply.js';
import { run } from '../engine/run.js';
import { seededBytes } from '../engine/seeded.js';
import { send } from '../engine/send.js';
import { noSuchPath } from './unknown-path.js';

/** A key that is wrong, and what is wrong with it. */
export interface BadKey {
  readonly name: string;
  readonly value: string;
  /** A shell word that gives it, where there is one. */
  readonly shell?: string;
  /** Something in front of the service may answer it with any 4xx: only being let in, or a 5xx, is a contradiction. */
  readonly lenient?: boolean;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const variable = 'CONFORMANCE_API_KEY';

/**
 * Another character of the same kind, never the same letter in another case. It differs in the highest of the six bits
 * that base64 gives a character, so that spare bits at the end of a key do not make two spellings one key.
 */
export function anotherCharacter(character: string): string {
  if (/[0-9a-f]/.test(character)) return ((Number.parseInt(character, 16) + 8) % 16).toString(16);
  if (/[A-F]/.test(character)) return ((Number.parseInt(character, 16) + 8) % 16).toString(16).toUpperCase();
  const at = alphabet.indexOf(character);
  if (at < 0) return 'x';
  return alphabet[(at + 32) % 62] ?? 'x';
}

/** Whether two spellings may be one key: its longest part is hexadecimal or a UUID, which are read in either case. */
function isCaseless(key: string): boolean {
  if (/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i.test(key)) return true;
  const longest = key.split(/[^A-Za-z0-9]+/).reduce((a, b) => (b.length > a.length ? b : a), '');
  // Hexadecimal, or a ULID: Crockford's base32 is read in either case.
  return /^[0-9a-f]+$/i.test(longest) || /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i.test(longest);
}

function swapCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Every bad key that is nearly the right one, and such as programs send by mistake. All are registered as secrets. */
export function badKeys(): BadKey[] {
  const key = run().configuration.apiKey;
  const middle = Math.floor(key.length / 2);
  const last = key.length - 1;
  const cut = (at: number) => key.slice(0, at) + key.slice(at + 1);
  const longer = (at: number) => key.slice(0, at) + anotherCharacter(key[at] ?? key[last] ?? 'a') + key.slice(at);
  const changed = (at: number) => key.slice(0, at) + anotherCharacter(key[at] ?? 'a') + key.slice(at + 1);
  // The last sign of a padded key is its padding; what stands before it is the last that counts.
  const end = key.replace(/=+$/, '').length - 1;
  const near: BadKey[] = [
    { name: 'one character short at the front', value: cut(0), shell: `\${${variable}#?}` },
    { name: 'one character short in the middle', value: cut(middle) },
    { name: 'one character short at the end', value: cut(end), shell: end === last ? `\${${variable}%?}` : undefined },
    { name: 'one character longer at the front', value: longer(0), shell: `${longer(0)[0]}$${variable}` },
    { name: 'one character longer in the middle', value: longer(middle) },
    {
      // Before the padding: what follows it is passed over by many decoders.
      name: 'one character longer at the end',
      value: key.slice(0, end + 1) + anotherCharacter(key[end] ?? 'a') + key.slice(end + 1),
      shell: end === last ? `\${${variable}}${anotherCharacter(key[end] ?? 'a')}` : undefined,
    },
    { name: 'another character at the front', value: changed(0) },
    { name: 'another character in the middle', value: changed(middle) },
    { name: 'another character at the end', value: changed(end) },
    { name: 'reversed', value: [...key].reverse().join(''), shell: `$(printf %s "$${variable}" | rev)` },
    ...(isCaseless(key) ? [] : [{ name: 'letter case swapped', value: swapCase(key) }]),
  ];
  const printable = String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 0x21 + at));
  const others: BadKey[] = [
    { name: 'random, of the same shape', value: randomOfShape(key) },
    { name: 'undefined', value: 'undefined' },
    { name: 'null', value: 'null' },
    { name: 'a well-known word', value: 'test' },
    { name: 'every printable character', value: printable },
    { name: 'an SQL injection', value: "' OR '1'='1", lenient: true },
    { name: 'a wildcard', value: '*', lenient: true },
    { name: 'a template', value: '{{7*7}}', lenient: true },
  ];
  const { apiKey, otherApiKey, publicKey } = run().configuration;
  const good = [apiKey, otherApiKey, publicKey];
  const bad = [...near.filter(({ value }) => value !== ''), ...others].filter(({ value }) => !good.includes(value));
  for (const { name, value } of near)
    if (value.length >= 8) run().redactor.addSecret(value, `‹a nearly right key: ${name}›`);
  return bad;
}

/** Letters for letters, digits for digits, the rest as it is: by the seed of the run, the same each time. */
export function randomOfShape(text: string): string {
  const bytes = seededBytes(run(), text, text.length);
  return [...text]
    .map((character, at) => {
      const byte = bytes[at] ?? 0;
      if (/[0-9]/.test(character)) return String(byte % 10);
      if (/[a-f]/.test(character)) return 'abcdef'[byte % 6];
      if (/[g-z]/.test(character)) return 'ghijklmnopqrstuvwxyz'[byte % 20];
      if (/[A-F]/.test(character)) return 'ABCDEF'[byte % 6];
      if (/[G-Z]/.test(character)) return 'GHIJKLMNOPQRSTUVWXYZ'[byte % 20];
      return character;
    })
    .join('');
}

/** The right key after the bad ones: a target may lock out whoever sent several. */
export const afterBadKeys: <R>(work: () => Promise<R>) => Promise<[R, Reply]> = bracket(
  'the right key after the bad ones',
  () => send(listAccounts, { purpose: 'with the right key, after the bad ones' }),
);

const oneRefusal = fixture('a refusal for want of a key', async () => {
  await send(listAccounts, { apiKey: null, purpose: 'without Api-Key' });
  await send(listAccounts, { apiKey: randomOfShape(run().configuration.apiKey), purpose: 'with a random Api-Key' });
});

/** Every 401 that this run has seen; where it saw none, as under a filter, two are asked for. @throws Undecided for none */
export async function all401(): Promise<Reply[]> {
  // Of the two shown operations: what stands at another path, or behind another method, is not this service's alone.
  const seen = () =>
    run().replies.filter(
      ({ status, asked: { outgoing, operation, change } }) =>
        status === 401 && outgoing.method === operation.method && change.path !== noSuchPath,
    );
  if (seen().length === 0) await oneRefusal();
  if (seen().length === 0) throw new Undecided('No 401 was seen in this run, so there was none to look at.');
  return seen();
}
