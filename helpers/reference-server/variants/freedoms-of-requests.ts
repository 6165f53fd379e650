/** Dimensions in which the specification is silent about requests. */

import { randomBytes, randomUUID } from 'node:crypto';
import { isObject } from '../../../schemas/common/is-object.js';
import { forbidden, forbiddenListing } from '../answers.js';
import type { Change, Freedoms, Middleware } from '../changes.js';
import { afterwards, all, beforehand, instead, takenFor } from '../middleware.js';
import { customerWith, type Members, type Request, withValues } from '../request.js';
import { addressMemberNames, memberNames } from '../service.js';
import { json, rejection, type State } from '../state.js';

export const asIs: Change = {};

const readsKey = (read: (key: string) => string): Middleware =>
  beforehand((asked) => asked.withHeader('api-key', asked.apiKey && read(asked.apiKey)));
const readsKeyInLowerCase = readsKey((key) => key.toLowerCase());

export const takenForOwner = takenFor(({ owner }) => owner);

export const keys: Freedoms = {
  'opaque, 403 for another tenant': asIs,
  'hexadecimal in either letter case': {
    server: { secretKey: () => `sk_test_${randomBytes(24).toString('hex')}` },
    middleware: readsKeyInLowerCase,
  },
  'a UUID, and the tenant is taken from it': {
    server: { secretKey: randomUUID },
    middleware: all(readsKeyInLowerCase, takenForOwner),
  },
  'base64, and another tenant is not found': {
    server: { secretKey: () => randomBytes(32).toString('base64') },
    middleware: all(
      afterwards(forbidden, rejection(404, 'tenant_not_found', 'There is no such tenant.')),
      readsKey((key) => (/^[A-Za-z0-9+/]{43}=$/.test(key) ? Buffer.from(key, 'base64').toString('base64') : key)),
    ),
  },
  'many signs, and another tenant lists nothing': {
    server: { secretKey: () => `k~${randomBytes(3).toString('hex')}!#$&'*+.^|${randomBytes(10).toString('hex')}:/?=@` },
    middleware: afterwards(forbiddenListing, json(200, { data: [] })),
  },
};

type Rule = (customer: Members, address: Members, asked: Request, world: State) => boolean;

/** A rule for new customers; a repeat has kept it. */
export const rule = (isBroken: Rule, status = 422): Middleware =>
  instead(
    (asked, world) => {
      const customer = asked.members;
      if (!asked.isCreation || !asked.caller || !customer || asked.earlierWrite()) return false;
      return isBroken(customer, isObject(customer.address) ? customer.address : {}, asked, world);
    },
    rejection(status, 'rule', 'This customer is not one that is taken here.'),
  );

export const unique = (member: string): Middleware =>
  rule((_, __, asked) => asked.caller !== undefined && customerWith(member, asked, asked.caller) !== undefined, 409);

const yearsSince = (date: unknown) => (Date.now() - Date.parse(String(date))) / 31_556_952_000;
const lacks = (members: Members, names: readonly string[]) => names.some((name) => members[name] === undefined);

export const rules: Freedoms = {
  none: asIs,
  'adults only': rule(({ date_of_birth: born }) => yearsSince(born) < 18 || yearsSince(born) > 100),
  'one e-mail address each': unique('email'),
  'all members required': rule((sent, address) => lacks(sent, memberNames) || lacks(address, addressMemberNames)),
  'no unknown members': rule((customer) => Object.keys(customer).some((name) => !memberNames.includes(name))),
  'a state of its country': rule(
    (_, address) => !lacks(address, ['country', 'state']) && !String(address.state).startsWith(`${address.country}-`),
  ),
};

export const keeps = (change: (value: unknown, name: string) => unknown): Middleware =>
  beforehand((asked) => {
    const customer = asked.members;
    return asked.isCreation && customer ? asked.withBody(withValues(customer, change)) : asked;
  });

export const keepsTexts = (change: (text: string, name: string) => string): Middleware =>
  keeps((value, name) => (typeof value === 'string' ? change(value, name) : value));

export const kept: Freedoms = {
  'as it was sent': asIs,
  trimmed: keepsTexts((text) => text.trim()),
  'e-mail addresses in lower case': keepsTexts((text, name) => (name === 'email' ? text.toLowerCase() : text)),
};
