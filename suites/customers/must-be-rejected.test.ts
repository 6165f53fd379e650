import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { Failed, Inconclusive, Skipped } from '../../helpers/client/verdicts.js';
import { created } from '../../helpers/identity/response.fixture.js';
import { repeatedAfterErrors } from '../../helpers/runner/server-errors.js';
import type { Customer } from '../../schemas/types.js';
import { withMember } from '../shared/customer.js';
import { probed } from '../shared/probed.fixture.js';
import { american } from './customers.fixture.js';
import { type Mutation, mutations } from './invalid-values.js';
import { mustBeRejected, showsNormalised } from './must-be-rejected.js';

type Sent = Readonly<Record<string, unknown>>;
/** What a service answers to a customer: a status, and members beside its id. It knows how many customers, and impossible dates, came so far. */
type Answer = (customer: Sent, all: number, impossible: number) => readonly [status: number, body?: Sent];

const impossibleDate: Mutation = {
  ...{ id: 'CUST-09', name: 'a day that does not exist', pointer: '/date_of_birth' },
  ...{ change: () => ['1990-02-30'], mayNormalise: false, neighbour: '1990-02-27' },
};
const numberForName: Mutation = {
  ...{ id: 'CUST-02', name: 'a number', pointer: '/first_name' },
  ...{ change: () => [4], mayNormalise: true },
};
const lineFeed: Mutation = {
  ...{ id: 'CUST-08', name: 'a line feed at its end', pointer: '/gender', change: (gender) => [`${gender}\n`] },
  ...{ mayNormalise: false, isJudgedAsShown: true },
};
const asSent: Answer = ({ gender }) => [201, { gender }];
const trimmed: Answer = ({ gender }) => [201, { gender: String(gender).trim(), input: { gender } }];
const two: Mutation = { ...impossibleDate, change: () => ['1990-02-30', '1990-02-31'] };
const many: Mutation = { ...impossibleDate, change: () => [0, 1, 2, 3].map((digit) => `1990-02-3${digit}`) };
const isImpossible = ({ date_of_birth: date }: Sent) => date === '1990-02-30';

/** A service that knows Idempotency-Keys, and gives each customer an id of its own. */
function serving(answer: Answer): RequestListener {
  const answers = new Map<unknown, readonly [status: number, body: Sent]>();
  let [all, impossible] = [0, 0];
  return async (request, response) => {
    const text = (await request.toArray()).join('');
    const key = request.headers['idempotency-key'];
    const newAnswer = (): readonly [number, Sent] => {
      if (!text.endsWith('}')) return [400, { error: 'no JSON' }];
      const customer: Sent = JSON.parse(text);
      all += 1;
      if (isImpossible(customer)) impossible += 1;
      const [status, body = {}] = answer(customer, all, impossible);
      return [status, status < 300 ? { id: `cus_${String(key).slice(0, 13)}`, ...body } : body];
    };
    const [status, body] = answers.get(key) ?? newAnswer();
    answers.set(key, [status, body]);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

async function ended(rows: readonly Mutation[], answer: Answer, host?: string): Promise<unknown[]> {
  const end = (row: Mutation) => repeatedAfterErrors(() => mustBeRejected(row)).catch((error: unknown) => error);
  return probed(serving(answer), () => Promise.all(rows.map(end)), {}, host);
}

const atFirst =
  (times: number): Answer =>
  (sent, _, impossible) => [isImpossible(sent) ? (impossible > times ? 422 : 500) : 201];
const afterAnError =
  (answer: Answer): Answer =>
  (...sent) =>
    sent[1] === 1 ? [500] : answer(...sent);
/** From the first impossible date on every customer gets this status. */
const lastingly =
  (status: number): Answer =>
  (_, __, impossible) => [impossible > 0 ? status : 201];
const always =
  (status: number, body?: Sent): Answer =>
  (sent) =>
    isImpossible(sent) ? [status, body] : [201, body && { success: true }];
const rejecting =
  (...dates: readonly string[]): Answer =>
  ({ date_of_birth: date }) => [dates.includes(String(date)) ? 422 : 201];
const redirecting: Answer = ({ date_of_birth: date }) => [date === '1990-02-30' ? 302 : 201];
/** Each impossible date is answered with a server error, and rejected from then on. */
function atFirstSight(): Answer {
  const seen = new Set<unknown>();
  return ({ date_of_birth: date }) => {
    if (!String(date).startsWith('1990-02-3')) return [201];
    return [seen.size < seen.add(date).size ? 500 : 422];
  };
}
const showing =
  (shown: (name: unknown) => unknown): Answer =>
  ({ first_name }) => [201, { first_name: shown(first_name) }];
const chance = 'by a service that has errors at times';

describe('an invalid value beside a valid one', () => {
  test.each<[name: string, answer: Answer, expected: unknown, mutation?: Mutation]>([
    ['rejected in a body of 200: pass', always(200, { success: false }), 'response'],
    ['accepted: fail', () => [201], Failed],
    ['answered with 501 each time: fail', always(501), Failed],
    ['answered with 500 twice: undecided', atFirst(2), Inconclusive],
    [`answered with 500 three times, ${chance}: undecided`, afterAnError(atFirst(3)), Inconclusive],
    [`answered with 500 each time, ${chance}: fail`, afterAnError(always(500)), Failed],
    ['answered with a redirect: undecided', always(302), Inconclusive],
    ['answered with 500, as every customer then is: undecided', lastingly(500), Inconclusive],
    ['rejected, as every customer then is: undecided', lastingly(422), Inconclusive],
    ['rejected, as every date near it is: skipped', rejecting('1990-02-30', '1990-02-27'), Skipped],
    ['rejected, as every customer is: undecided', () => [422], Inconclusive],
    ['a number, shown as a text: pass', showing(String), 'response', numberForName],
    ['a number, shown as a number: fail', showing(Number), Failed, numberForName],
    ['a line feed, shown: fail', asSent, Failed, lineFeed],
    ['a line feed, taken off beside what was sent: skipped', trimmed, Skipped, lineFeed],
    ['rejected as the next one is: pass', rejecting('1990-02-30', '1990-02-31'), 'response', two],
    ['undecided, and the next one accepted: fail', redirecting, Failed, two],
    ['and each of the next ones answered with 500 once: undecided', atFirstSight(), Inconclusive, many],
  ])('%s', async (_, answer, expected, mutation = impossibleDate) => {
    const [outcome] = await ended([mutation], answer);
    if (typeof expected === 'string') expect(outcome).toHaveProperty(expected);
    else expect(outcome).toBeInstanceOf(expected as typeof Failed);
  });

  test('the values come one after another until one is accepted, which the failure names', async () => {
    const dates: unknown[] = [];
    const answer: Answer = ({ date_of_birth: date }) => {
      if (String(date).startsWith('1990-02-3')) dates.push(date);
      return [date === '1990-02-30' ? 422 : 201];
    };
    const [outcome] = (await ended([many], answer)) as [Failed];
    expect(outcome.details.found).toContain('(a day that does not exist): `"1990-02-31"`');
    expect((outcome.details.response?.request.body as Customer)?.date_of_birth).toBe('1990-02-31');
    expect(dates).toEqual(['1990-02-30', '1990-02-31']);
  });

  test('a failure holds the rejected and the accepted request, each in the words of its own', async () => {
    const [outcome] = (await ended([numberForName], () => [201])) as [Failed];
    const { response, control, found } = outcome.details;
    expect((response?.request.body as Customer)?.first_name).toBe(4);
    expect(found).toContain('`4`');
    expect(control?.request).toContain(`\`"${(control?.response.request.body as Customer)?.first_name}"\``);
  });
});

test('off loopback a member stops at three accepted invalid values, and the finding says so', async () => {
  const accepted: Sent[] = [];
  const answer: Answer = (customer) => {
    if (typeof customer.first_name !== 'string') accepted.push(customer);
    return [201];
  };
  // It is this machine, and no loopback address.
  const endings = await ended(
    mutations.filter(({ id }) => id === 'CUST-02'),
    answer,
    '0.0.0.0',
  );
  expect(accepted).toHaveLength(3);
  expect(endings.filter((one) => one instanceof Failed)).toHaveLength(3);
  const [left] = endings.filter((one): one is Skipped => one instanceof Skipped);
  expect(left?.message).toMatch(/stored 3 invalid values of `first_name`/);
});

const control = created({ customer: american, body: { home: { land: 'US' }, phone: '+12015550123' } });
const country = ['/address/country', 'US', 'us'] as const;
const phone = (before: string, sent: string) => ['/phone', before, sent] as const;

type Before = readonly [pointer: string, before: string, sent: string];
test.each<[name: string, of: Before, body: object, expected: boolean]>([
  ['a country where it was sent', country, { address: { country: 'US' } }, true],
  ['a country somewhere else, in camel case or not', country, { data: { Country: 'US' } }, true],
  ['a country where the control shows it', country, { home: { land: 'US' } }, true],
  ['no country', country, { id: 1 }, false],
  ['the country as it was sent', country, { address: { country: 'us' } }, false],
  ['another country', country, { address: { country: 'FR' } }, false],
  ['00 read as a plus sign', phone('+12015550123', '0012015550123'), { phone: '+12015550123' }, true],
  ['the same, of a number drawn anew', phone('+12015559999', '0012015550123'), { phone: '+12015550123' }, true],
  ['letters of a keypad', phone('+12015550123', '+1201555CALL'), { phone: '+12015552255' }, true],
  ['another number', phone('+12015559999', '0012015550000'), { phone: '+12015550123' }, false],
])('a response that shows %s', (_, [pointer, before, sent], body, expected) => {
  const response = created({ customer: withMember(american, pointer, sent), body });
  expect(showsNormalised(response, control, pointer, withMember(american, pointer, before))).toBe(expected);
});
