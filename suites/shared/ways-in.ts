import type { RequestChange } from '../../helpers/client/message.js';
import { type FsapiOperation, listAccounts } from '../../schemas/fsapi/operations.js';

export type Changes<Change = RequestChange> = Readonly<Record<string, Change>>;

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
    'the extension .json': { path: `${path}.json` },
    'a query': { query: 'limit=100' },
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
