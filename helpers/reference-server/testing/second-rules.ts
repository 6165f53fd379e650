/** Every fault that can be switched on, but for those that leave one field unchecked, with the requirements that it breaks. */
export const faults = {
  'customer-not-json': 'HTTP-03',
  'accounts-not-json': 'HTTP-03 ACCT-01',
  'json-labelled-html': 'HTTP-03 ACCT-01',
  'unauthorised-not-json': 'HTTP-04',
  'headers-case-sensitive': 'HTTP-06',
  'post-open': 'AUTH-01',
  'get-open': 'AUTH-02',
  'post-any-key': 'AUTH-03',
  'get-any-key': 'AUTH-04',
  'key-from-query': 'AUTH-05',
  'revoked-key-accepted': 'AUTH-09',
  'query-bypasses-guard': 'AUTH-05 AUTH-07',
  'content-type-before-auth': 'AUTH-06',
  'idempotency-before-auth': 'AUTH-06',
  'json-before-auth': 'AUTH-06',
  'fields-before-auth': 'AUTH-06',
  'unauthorised-shows-accounts': 'AUTH-07',
  'unauthorised-consumes-key': 'AUTH-08',
  'second-retry-creates-second': 'IDEM-01',
  'concurrent-creates-two': 'IDEM-02',
  'broken-try-creates-two': 'IDEM-03',
  'idempotency-first-8': 'IDEM-04',
  'idempotency-shared': 'IDEM-05',
  'duplicate-email-crosses': 'CUST-23',
  'malformed-json-accepted': 'HTTP-05',
  'post-500': 'CUST-01',
  'get-needs-idempotency-key': 'ACCT-01',
  'accounts-of-all': 'ACCT-02',
  'foreign-tenant-opened': 'ACCT-03',
  'unknown-tenant-opened': 'ACCT-04',
  'listing-grows': 'ACCT-05',
  'state-no-country': 'CUST-15',
} as const;

export type FaultName = keyof typeof faults | `lax-${keyof typeof customerRules | keyof typeof addressRules}`;

export type Fields = Record<string, unknown>;
type Rule = (value: unknown) => boolean;

const matches =
  (pattern: RegExp): Rule =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

const isText: Rule = (value) => typeof value === 'string' && value.trim() !== '' && !/\p{Cc}/u.test(value);

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmail(value: unknown): boolean {
  const [, local = '', domain = ''] = /^(.{1,64})@(.{4,253})$/u.exec(String(value)) ?? [];
  const labels = domain.split('.');
  return (
    isText(value) &&
    local.split('.').every((atom) => /^[^\s@"(),:;<>[\\\]]+$/u.test(atom)) &&
    labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label)) &&
    labels.length >= 2 &&
    /^(?!\d+$).{2,}$/u.test(labels.at(-1) ?? '')
  );
}

function isCalendarDate(value: unknown): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typeof value === 'string' ? value : '') ?? [];
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return year >= 1 && day >= 1 && day <= (lengths[month - 1] ?? 0);
}

const isState = matches(/^[A-Z]{2}-[A-Z0-9]{1,3}$/);
const needed: readonly string[] = ['first_name', 'last_name', 'email'];

export const customerRules = {
  first_name: isText,
  last_name: isText,
  middle_name: isText,
  email: isEmail,
  phone: matches(/^\+[1-9]\d{6,14}$/),
  type: isText,
  gender: matches(/^[a-z]+(?:[-_][a-z]+)*$/),
  date_of_birth: isCalendarDate,
  address: isObject,
};

const addressRules = {
  address_line1: isText,
  city: isText,
  country: matches(/^[A-Z]{2}$/),
  postal_code: isText,
  state: isState,
};

const isStateOfAnyCountry = matches(/^(?:[A-Z]{2}-)?[A-Z0-9]{1,3}$/);

/** Keeps the known fields of a body, in the order of the table, and notes those that break their rule. */
export function keepKnown(body: Fields, rules: Record<string, Rule>, wrong: string[], fault?: FaultName): Fields {
  const kept: Fields = {};
  for (const [name, ownRule] of Object.entries(rules)) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    const rule = name === 'state' && fault === 'state-no-country' ? isStateOfAnyCountry : ownRule;
    const isRight = value === undefined ? !needed.includes(name) : rule(value);
    if (!isRight && fault !== `lax-${name}`) wrong.push(name);
    kept[name] = name === 'address' && isObject(value) ? keepKnown(value, addressRules, wrong, fault) : value;
  }
  return kept;
}
