import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { findingGroups } from '../../reports/model/finding-groups.js';
import { basisOf } from '../../reports/wording/verdict-labels.js';
import { runConformance } from './run-conformance.js';

type Body = Readonly<Record<string, unknown>>;
type IsInvalid = (customer: Body, address: Body) => boolean;

const texts = ['first_name', 'last_name', 'middle_name', 'type'];
const textsOfAddress = ['address_line1', 'city', 'postal_code'];
const isText = (value: unknown) => value === undefined || typeof value === 'string';
const hasTypes: IsInvalid = (customer, address) =>
  texts.every((name) => isText(customer[name])) && textsOfAddress.every((name) => isText(address[name]));

const formsOf: Readonly<Record<string, RegExp>> = {
  email: /^[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+$/,
  phone: /^\+[1-9]\d{6,14}$/,
  gender: /^[a-z]+$/,
};
const formsOfAddress = { country: /^[A-Z]{2}$/, state: /^[A-Z]{2}-[A-Z0-9]{1,3}$/ };
const isDate = (text: string) => new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
const has = (forms: Readonly<Record<string, RegExp>>, of: Body) =>
  Object.entries(forms).every(
    ([name, form]) => of[name] === undefined || (typeof of[name] === 'string' && form.test(of[name])),
  );
const areText = (names: readonly string[], of: Body) => names.every((name) => isText(of[name]));
const hasForms: IsInvalid = (customer, address) =>
  has(formsOf, customer) && has(formsOfAddress, address) && isDate(customer.date_of_birth as string);
const hasTextOfForms: IsInvalid = (customer, address) =>
  areText([...Object.keys(formsOf), 'date_of_birth'], customer) && areText(Object.keys(formsOfAddress), address);

/** A service that creates one customer for each key. @param isValid of a customer with an object as address */
function service(isValid: IsInvalid, crashes: IsInvalid = () => false): RequestListener {
  let made = 0;
  return (request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const answer = (status: number, body: Body) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.headers['api-key'] !== 'sk_mock_9c41f0a7d2b84e63') return answer(401, {});
      if (request.method !== 'POST') return answer(200, { data: [{ id: 'acc_1' }] });
      const customer = parsed(text);
      const address = customer?.address as Body;
      if (!customer) return answer(400, {});
      if (crashes(customer, address ?? {})) return answer(500, { error: 'internal server error' });
      if (typeof address !== 'object' || Array.isArray(address) || !isValid(customer, address)) return answer(422, {});
      made += 1;
      return answer(201, { id: `cus_${made}` });
    });
  };
}

function parsed(text: string): Body | undefined {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return undefined;
  }
}

const notText: IsInvalid = (customer) => !areText(['email', 'phone', 'gender'], customer);

test.each([
  [
    'no type is checked',
    service(hasForms),
    ['CUST-02 CUST-03 CUST-04 CUST-07 CUST-11 CUST-12 CUST-14'],
    /^Any value is/,
  ],
  [
    'no form is checked',
    service((customer, address) => hasTypes(customer, address) && hasTextOfForms(customer, address)),
    ['CUST-05 CUST-06 CUST-08 CUST-09 CUST-13 CUST-15'],
    /^Text of any form is accepted as `email`, /,
  ],
  [
    'an exception is mapped to no 4xx',
    service((customer, address) => hasTypes(customer, address) && hasForms(customer, address), notText),
    ['CUST-05 CUST-06 CUST-08'],
    /^The service breaks on invalid requests .* 500 in 15 checks\. Perhaps no handler/,
  ],
  [
    'one member is not checked',
    service((customer, address) => hasTypes({ ...customer, type: '' }, address) && hasForms(customer, address)),
    ['CUST-07'],
    undefined,
  ],
])(
  '%s: one cause',
  async (_, listener, groups, cause) => {
    const { report } = await runConformance({
      ...{ listener, apiKey: 'sk_mock_9c41f0a7d2b84e63', tenantId: 'tenant-4f0c7a91d2', profile: 'single-tenant' },
      ...{ only: ['CUST', 'HTTP-05'], seed: 1, observe: 'none', evidence: 'none' },
    });
    const found = findingGroups(report);
    expect(found.map(({ rows }) => rows.map(({ id }) => id).join(' '))).toEqual(groups);
    if (cause) expect(found[0]?.cause).toMatch(cause);
    else expect(found[0]?.cause).toBeUndefined();
    expect(report.summary.traits).toBeUndefined();
    const row = found[0]?.rows[0];
    const failed = row?.checks.find(({ verdict }) => verdict === 'fail');
    expect(row && [basisOf(row), basisOf(row, failed), basisOf(row, row.checks[0])]).toEqual([
      'Form stated, rejection inferred',
      'Form stated, rejection inferred',
      'Stated',
    ]);
  },
  60_000,
);
