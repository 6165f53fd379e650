/** What the specification leaves open about requests: the form of keys, rules about customers, and what is kept of them. */

import { randomBytes, randomUUID } from 'node:crypto';
import { listAccounts } from '../../../schemas/fsapi/operations.js';
import { isObject } from '../../../schemas/is-object.js';
import {
  caller,
  customerWith,
  isCreation,
  isUsed,
  type Members,
  membersOf,
  ofItsKey,
  withBody,
  withHeader,
  withValues,
} from '../asked.js';
import type { Middleware, ServerShape, Variant } from '../middleware.js';
import { afterwards, all, beforehand, instead } from '../rewrite.js';
import { addressMemberNames, json, memberNames, type Request, rejection } from '../service.js';
import type { State } from '../state.js';

export interface Freedom {
  readonly middleware?: Middleware;
  readonly server?: ServerShape;
  /** Requirements that cannot be decided where a service is so. */
  readonly undecided?: Variant['undecided'];
  /** Whether creations show nothing of a customer but which one it is. */
  readonly isTerse?: true;
  /** Whether invalid values are put right: only a response that shows them can say so. */
  readonly mends?: true;
}

export const same: Freedom = {};
export const does = (middleware: Middleware, more: Omit<Freedom, 'middleware'> = {}): Freedom => ({
  middleware,
  ...more,
});
export const is = (server: ServerShape, middleware?: Middleware): Freedom => ({
  server,
  ...(middleware && { middleware }),
});

const readsKey = (read: (key: string) => string) =>
  beforehand((asked) =>
    withHeader(asked, 'api-key', asked.headers.get('api-key') && read(asked.headers.get('api-key') ?? '')),
  );

/** The form of a key is not shown, nor what an unknown x-tenant-id gets. */
export const keys: Readonly<Record<string, Freedom>> = {
  'opaque, 403 for another tenant': same,
  'hexadecimal in either letter case': is(
    { secretKey: () => `sk_test_${randomBytes(24).toString('hex')}` },
    readsKey((key) => key.toLowerCase()),
  ),
  'a UUID, and the tenant is taken from it': is(
    { secretKey: randomUUID },
    all(
      readsKey((key) => key.toLowerCase()),
      beforehand(ofItsKey),
    ),
  ),
  'base64, and another tenant is not found': is(
    { secretKey: () => randomBytes(32).toString('base64') },
    all(
      afterwards((_, { status }) => status === 403, rejection(404, 'tenant_not_found', 'There is no such tenant.')),
      readsKey((key) => (/^[A-Za-z0-9+/]{43}=$/.test(key) ? Buffer.from(key, 'base64').toString('base64') : key)),
    ),
  ),
  'many signs, and another tenant lists nothing': is(
    { secretKey: () => `k~${randomBytes(3).toString('hex')}!#$&'*+.^|${randomBytes(10).toString('hex')}:/?=@` },
    afterwards((asked, { status }) => status === 403 && asked.path === listAccounts.path, json(200, { data: [] })),
  ),
};

type Rule = (customer: Members, address: Members, asked: Request, world: State) => boolean;

/** A rule that a new customer has to keep; what a known key repeats has kept it before. */
export const rule = (isBroken: Rule, status = 422): Middleware =>
  instead(
    (asked, world) => {
      const customer = membersOf(asked.body);
      if (!isCreation(asked) || !caller(asked, world) || !customer || isUsed(asked, world)) return false;
      return isBroken(customer, isObject(customer.address) ? customer.address : {}, asked, world);
    },
    rejection(status, 'rule', 'This customer is not one that is taken here.'),
  );

const yearsSince = (date: unknown): number => (Date.now() - Date.parse(String(date))) / 31_556_952_000;

/** Rules about customers are not shown. */
export const rules: Readonly<Record<string, Freedom>> = {
  none: same,
  'adults only': does(rule(({ date_of_birth: born }) => yearsSince(born) < 18 || yearsSince(born) > 100)),
  'one e-mail address each': does(
    rule((sent, _, asked, world) => {
      const own = sent.email === undefined ? undefined : caller(asked, world);
      return own !== undefined && customerWith('email', asked, own) !== undefined;
    }, 409),
  ),
  'all members required': does(
    rule(
      (customer, address) =>
        memberNames.some((name) => customer[name] === undefined) ||
        addressMemberNames.some((name) => address[name] === undefined),
    ),
  ),
  'no unknown members': does(rule((customer) => Object.keys(customer).some((name) => !memberNames.includes(name)))),
  'a state of its country': does(
    rule(
      (_, { state, country }) =>
        country !== undefined && state !== undefined && !String(state).startsWith(`${country}-`),
    ),
  ),
};

/** Changes customers before the honest service sees them, which shows them as they were kept. */
export const keeps = (change: (value: unknown, name: string) => unknown): Middleware =>
  beforehand((asked) => {
    const customer = membersOf(asked.body);
    return isCreation(asked) && customer ? withBody(asked, withValues(customer, change)) : asked;
  });

const keepsTexts = (change: (text: string, name: string) => string, more: Omit<Freedom, 'middleware'> = {}) =>
  does(
    keeps((value, name) => (typeof value === 'string' ? change(value, name) : value)),
    more,
  );

/** What an invalid value gets, and what a response repeats of a customer, is not shown. */
export const kept: Readonly<Record<string, Freedom>> = {
  'as it was sent': same,
  trimmed: keepsTexts((text) => text.trim()),
  'codes in upper case': keepsTexts(
    (text, name) => (['country', 'state'].includes(name) ? text.toUpperCase().replace('_', '-') : text),
    { mends: true },
  ),
  'phones with their plus sign': keepsTexts(
    (text, name) => (name === 'phone' ? text.replace(/^00|^(?=[1-9]\d{10,14}$)/, '+') : text),
    {
      mends: true,
    },
  ),
  'e-mail addresses in lower case': keepsTexts((text, name) => (name === 'email' ? text.toLowerCase() : text)),
};
