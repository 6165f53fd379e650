import { createHash } from 'node:crypto';
import { context } from '../../helpers/client/context.js';
import type { RequestChange } from '../../helpers/client/message.js';
import type { Configuration } from '../../helpers/settings/schema.js';
import { type FsapiOperation, listAccounts } from '../../schemas/fsapi/operations.js';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Another character of the same kind. It differs in base64’s highest bit: the lowest may be spare at the end of a key. */
export function anotherCharacter(character: string): string {
  if (/[0-9a-f]/i.test(character)) return ((Number.parseInt(character, 16) + 8) % 16).toString(16);
  const at = alphabet.indexOf(character);
  if (at < 0) return 'x';
  return alphabet[(at + 32) % 62] ?? 'x';
}

/** Other letters and digits, the same for each seed. A UUID keeps version and variant (RFC 9562, 4). */
export function randomOfShape(text: string, configuration: Configuration = context().configuration): string {
  const bytes = seededBytes(configuration, text, text.length);
  const uuid = text.search(/[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/i);
  const alphabets = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];
  return text.replace(/[0-9a-z]/gi, (character, at: number) => {
    if (uuid >= 0 && [uuid + 14, uuid + 19].includes(at)) return character;
    const alphabet = alphabets.find((letters) => letters.includes(character)) ?? '';
    const step = 1 + ((bytes[at] ?? 0) % (alphabet.length - 1));
    return alphabet[(alphabet.indexOf(character) + step) % alphabet.length] ?? character;
  });
}

/** Nobody's key, of the shape of the valid one. */
export const randomKey = (): string => randomOfShape(context().configuration.apiKey);

export type Changes<Change = RequestChange> = Readonly<Record<string, Change>>;

/** What looks static, so that a guard may skip it, and an edge may keep it. */
const extensions = ['.json', '.png', '.ico', '.css', '.js', '.csv', '.xml'];

/** Other spellings of an operation's address, and other things for which a filter may let a request pass. */
export function otherSpellings({ path: address }: FsapiOperation): Changes {
  const path = address.slice(1);
  return {
    'a slash at the end': { path: `${path}/` },
    'a doubled slash': { path: address },
    'the path in capitals': { path: path.toUpperCase() },
    'the path capitalised': { path: path.slice(0, 1).toUpperCase() + path.slice(1) },
    'an encoded letter': { path: `%${path.charCodeAt(0).toString(16)}${path.slice(1)}` },
    'an encoded slash at the end': { path: `${path}%2F` },
    'a matrix parameter': { path: `${path};v=1` },
    'a semicolon at the end': { path: `${path};` },
    ...Object.fromEntries(extensions.map((end) => [`the extension ${end}`, { path: path + end }])),
    'a segment at the end': { path: `${path}/x` },
    'a style sheet at the end': { path: `${path}/x.css` },
    'a query': { query: 'limit=100' },
    'a query that ends in .css': { query: 'v=1.css' },
    'headers that name this machine': { headers: ['X-Forwarded-For', 'X-Real-IP'].map((name) => [name, '127.0.0.1']) },
  };
}

/** Ways to a listing that a filter for keys, or for tenants, may miss: other methods, addresses and forms. */
export const waysToListings: Changes = {
  'the method HEAD': { method: 'HEAD' },
  'the method OPTIONS': { method: 'OPTIONS' },
  ...otherSpellings(listAccounts),
  'a listing for spreadsheets': { headers: [['Accept', 'text/csv']] },
  'a method override': { method: 'POST', headers: [['X-HTTP-Method-Override', 'GET']] },
  'a method override on a GET': { headers: [['X-HTTP-Method-Override', 'HEAD']] },
};

/** They look random, and are the same in every run of one seed. @param what their purpose: each has others */
export const seededBytes = ({ seed }: Pick<Configuration, 'seed'>, what: string, length: number): Buffer =>
  createHash('shake256', { outputLength: length }).update(`${seed}\n${what}`).digest();
