import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { currentScope } from '../../helpers/client/context.js';
import { Failed, Inconclusive, Skipped } from '../../helpers/client/verdicts.js';
import { repeatedAfterErrors } from '../../helpers/runner/server-errors.js';
import type { CheckDefinition } from '../../helpers/runner/suite.js';
import { targetOf } from '../../helpers/runner/target.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import type { Customer } from '../../schemas/types.js';
import { area } from '../area.js';
import { probed } from '../asked.fixture.js';
import { invalidMember, invalidValuesOf, type Mutation } from './invalid-member.js';
import { closingOf, mustBeRejected } from './must-be-rejected.js';

type Sent = Readonly<Record<string, unknown>>;
/** What a service answers to a customer: a status, and members beside its id. */
type Answer = (customer: Sent) => readonly [status: number, body?: Sent];

const impossibleDate: Mutation = {
  id: 'CUST-09',
  name: 'a day that does not exist',
  pointer: '/date_of_birth',
  change: () => '1990-02-30',
  keyword: 'format',
  mayNormalise: false,
  neighbour: '1990-02-27',
};
const numberForName: Mutation = {
  id: 'CUST-02',
  name: 'a number',
  pointer: '/first_name',
  change: () => 4,
  keyword: 'type',
  mayNormalise: true,
};
const isImpossible = ({ date_of_birth: date }: Sent) => date === '1990-02-30';

async function read(request: IncomingMessage): Promise<Sent | undefined> {
  let text = '';
  for await (const chunk of request) text += chunk;
  try {
    return JSON.parse(text) as Sent;
  } catch {
    return undefined;
  }
}

/** How the probe ends against a service that knows Idempotency-Keys, and gives each customer an id of its own. */
function ended(mutation: Mutation, answer: Answer): Promise<unknown> {
  const known = new Map<unknown, readonly [number, Sent]>();
  const { each, definitions } = area();
  each(
    mutation.id,
    createCustomer,
    [invalidMember(mutation)],
    { closing: closingOf(mutation.pointer) },
    mustBeRejected,
  );
  const [definition] = definitions as [CheckDefinition];
  const asked = probed(
    async (request, response) => {
      const customer = await read(request);
      const key = request.headers['idempotency-key'];
      const made = (): readonly [number, Sent] => {
        if (!customer) return [400, { error: 'no JSON' }];
        const [status, body = {}] = answer(customer);
        return [status, status < 300 ? { id: `cus_${String(key).slice(0, 13)}`, ...body } : body];
      };
      const [status, body] = known.get(key) ?? made();
      known.set(key, [status, body]);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    },
    () => repeatedAfterErrors(() => definition.probe(targetOf(currentScope()))),
  );
  return asked.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Impossible dates get one status so many times, then another. */
function atFirst(status: number, then: number, times = 1): Answer {
  let left = times;
  return (sent) => {
    if (!isImpossible(sent)) return [201];
    left -= 1;
    return [left >= 0 ? status : then];
  };
}

/** The first customer of all gets a 500. */
function afterAnError(answer: Answer): Answer {
  let isFirst = true;
  return (sent) => {
    if (!isFirst) return answer(sent);
    isFirst = false;
    return [500];
  };
}

/** From the first impossible date on every customer gets this status. */
function lastingly(status: number): Answer {
  let isBroken = false;
  return (sent) => {
    isBroken ||= isImpossible(sent);
    return [isBroken ? status : 201];
  };
}

describe('an invalid value beside a valid one', () => {
  test.each<[name: string, mutation: Mutation, answer: Answer, expected: unknown]>([
    ['rejected with 422: pass', impossibleDate, (sent) => [isImpossible(sent) ? 422 : 201], undefined],
    ['rejected with 400: pass', impossibleDate, (sent) => [isImpossible(sent) ? 400 : 201], undefined],
    [
      'rejected in a body of 200: pass',
      impossibleDate,
      (sent) => (isImpossible(sent) ? [200, { success: false }] : [200, { success: true }]),
      undefined,
    ],
    ['accepted: fail', impossibleDate, () => [201], Failed],
    ['answered with 500 each time: fail', impossibleDate, (sent) => [isImpossible(sent) ? 500 : 201], Failed],
    ['answered with 501 each time: fail', impossibleDate, (sent) => [isImpossible(sent) ? 501 : 201], Failed],
    ['answered with 500 at first: undecided', impossibleDate, atFirst(500, 422), Inconclusive],
    ['answered with 500 twice: undecided', impossibleDate, atFirst(500, 422, 2), Inconclusive],
    [
      'answered with 500 three times, by a service that does so at times: undecided',
      impossibleDate,
      afterAnError(atFirst(500, 422, 3)),
      Inconclusive,
    ],
    [
      'answered with 500 each time, by a service that does so at times: fail',
      impossibleDate,
      afterAnError((sent) => [isImpossible(sent) ? 500 : 201]),
      Failed,
    ],
    ['answered with a redirect: undecided', impossibleDate, (sent) => [isImpossible(sent) ? 302 : 201], Inconclusive],
    ['answered with 500, as every customer then is: undecided', impossibleDate, lastingly(500), Inconclusive],
    [
      'rejected, as every date near it is: undecided',
      impossibleDate,
      ({ date_of_birth: date }) => [['1990-02-30', '1990-02-27'].includes(String(date)) ? 422 : 201],
      Skipped,
    ],
    ['rejected, as every customer is: undecided', impossibleDate, () => [422], Inconclusive],
    [
      'a number for a name, shown as a text: pass',
      numberForName,
      ({ first_name: name }) => [201, { first_name: String(name) }],
      undefined,
    ],
    [
      'a number for a name, shown as a number: fail',
      numberForName,
      ({ first_name: name }) => [201, { first_name: name }],
      Failed,
    ],
    ['a number for a name, not shown: fail', numberForName, () => [201], Failed],
  ])('%s', async (_, mutation, answer, expected) => {
    const outcome = await ended(mutation, answer);
    if (expected) expect(outcome).toBeInstanceOf(expected);
    else expect(outcome).toBeUndefined();
  });

  const withDraw: Mutation = {
    ...impossibleDate,
    change: (_, { pick }) => pick(['1990-02-30', '1990-02-31', '1990-02-31']),
  };
  const rejecting =
    (...dates: readonly string[]): Answer =>
    ({ date_of_birth: date }) => [dates.includes(String(date)) ? 422 : 201];

  test('a drawn value that the service accepts fails the check, and the failure names value and seed', async () => {
    const outcome = (await ended(withDraw, rejecting('1990-02-30'))) as Failed;
    expect(outcome).toBeInstanceOf(Failed);
    expect(outcome.details.found).toMatch(/\(drawn by seed \d+, like: a day that does not exist\): `"1990-02-31"`/);
    expect((outcome.details.response?.request.body as Customer)?.date_of_birth).toBe('1990-02-31');
  });

  test('a drawn value that is rejected as well passes', async () => {
    expect(await ended(withDraw, rejecting('1990-02-30', '1990-02-31'))).toBeUndefined();
  });

  test('a failure holds the rejected and the accepted request', async () => {
    const outcome = (await ended(impossibleDate, () => [201])) as Failed;
    const { response, control } = outcome.details;
    expect((response?.request.body as Customer)?.date_of_birth).toBe('1990-02-30');
    expect((control?.response.request.body as Customer)?.date_of_birth).not.toBe('1990-02-30');
    expect(outcome.details.found).toContain('1990-02-30');
  });

  test('a control says what its own request had', async () => {
    const outcome = (await ended(numberForName, () => [201])) as Failed;
    const { control } = outcome.details;
    expect(control?.request).toContain(`\`"${(control?.response.request.body as Customer)?.first_name}"\``);
  });

  test('one invalid request locks the valid customer out: undecided', async () => {
    let isLocked = false;
    const outcome = await ended(impossibleDate, (sent) => {
      isLocked ||= isImpossible(sent);
      return [isLocked ? 422 : 201];
    });
    expect(outcome).toBeInstanceOf(Inconclusive);
  });
});

test('off loopback a member stops at three accepted invalid values, and the finding says so', async () => {
  const { each, definitions } = area();
  const rows = invalidValuesOf('CUST-02');
  each('CUST-02', createCustomer, rows, { closing: closingOf('/first_name') }, mustBeRejected);
  const accepted: unknown[] = [];
  const endings = await probed(
    async (request, response) => {
      const customer = await read(request);
      if (customer && typeof customer.first_name !== 'string') accepted.push(customer);
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: `cus_${String(request.headers['idempotency-key']).slice(0, 13)}` }));
    },
    () =>
      Promise.all(
        (definitions as CheckDefinition[]).map((one) => one.probe(targetOf(currentScope())).catch((error) => error)),
      ),
    {},
    // It is this machine, and no loopback address.
    '0.0.0.0',
  );
  expect(accepted).toHaveLength(3);
  expect(endings.filter((one) => one instanceof Failed)).toHaveLength(3);
  const [left] = endings.filter((one): one is Skipped => one instanceof Skipped);
  expect(left?.message).toMatch(/accepted 3 invalid values of `first_name` and stored/);
});
