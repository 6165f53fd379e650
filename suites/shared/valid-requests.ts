import { randomBytes, randomUUID } from 'node:crypto';
import { context, perRun } from '../../helpers/client/context.js';
import type { BuiltRequest, RequestChange, Response } from '../../helpers/client/message.js';
import { isCreation, isRejection, isSuccess } from '../../helpers/client/response.js';
import { burst, send } from '../../helpers/client/send.js';
import { TransportError } from '../../helpers/client/transport-error.js';
import { Skipped } from '../../helpers/client/verdicts.js';
import { reportsRejection } from '../../helpers/identity/acceptance.js';
import { fixture, settled } from '../../helpers/runner/fixture.js';
import { createCustomer, type FsapiOperation, listAccounts } from '../../schemas/fsapi/operations.js';
import { type Operation, writes } from '../../schemas/operation.js';
import type { Customer } from '../../schemas/types.js';
import { freshCustomer, leaveUsedPhones } from './customer.js';
import { needsSecondTenant } from './tenants.js';

/** A success whose body reports no rejection. */
export const isTrueSuccess = (response: Response): boolean => isSuccess(response) && !reportsRejection(response);

export const isCreationOfCustomer = (response: Response): boolean => isCreation(response, createCustomer.resource);

export const customerIn = ({ operation, body }: BuiltRequest): Customer | undefined =>
  operation.body === createCustomer.body ? (body as Customer | undefined) : undefined;

export const createsCustomer = (operation: Operation): boolean => operation.name === createCustomer.name;

const lastOf = perRun(() => new Map<string, Promise<unknown>>());

/** Runs works of one name in the order of their calls. */
export function oneByOne<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const own = (lastOf().get(name) ?? Promise.resolve()).then(work);
  const ended = own.catch(() => undefined);
  lastOf().set(name, ended);
  return own;
}

export function againOf({ request: { body, idempotencyKey, change } }: Response): RequestChange {
  const { text } = change;
  return { ...(body === undefined && text !== undefined ? { text } : { body }), idempotencyKey };
}

/** A fresh Idempotency-Key. The specification defines no form; services of this kind accept UUIDs. */
export const freshKey = (length = 36): string =>
  `${randomUUID()}${randomBytes(length).toString('hex')}`.slice(0, length);

// Each sent once a run, whatever the response.

export const baselineListing = fixture('the baseline listing', () => send(listAccounts, { urgent: true }));

/** @throws Skipped without a second tenant */
export const secondListing = fixture('the second tenant’s listing', async () => {
  needsSecondTenant();
  return send(listAccounts, { caller: 'second', purpose: 'for the second tenant' });
});

/** @throws Skipped on live */
export const baselineCreation = fixture('the baseline customer', () => createValidCustomer({ urgent: true }));

/** The control beside every rejection. */
export const baselineOf = (operation: FsapiOperation): Promise<Response> =>
  writes(operation) ? baselineCreation() : baselineListing();

/** It shares nothing with any of the first tenant: no response to that one may show it. */
export const secondCustomer = fixture('a customer of the second tenant', () =>
  createValidCustomer({ caller: 'second', purpose: 'for the second tenant', urgent: true }),
);

/** Draws a customer again as `drawnAgain`. @param make changes each before it is sent */
export function createValidCustomer(change: RequestChange = {}, make?: (customer: Customer) => Customer) {
  let { idempotencyKey } = change;
  const draw = async () => {
    const chosenBody = make && { body: make(freshCustomer(change.purpose)) };
    const response = await send(createCustomer, { ...change, idempotencyKey, ...chosenBody });
    // A rejected body may stay bound to its key.
    idempotencyKey &&= freshKey(idempotencyKey.length);
    return response;
  };
  return change.body === undefined ? drawnAgain(draw) : settled(draw);
}

export const mostDraws = 5;

/** Repeats a probe while the service rejects its customer: an earlier run may have used the number. */
export async function drawnAgain(draw: () => Promise<Response>): Promise<Response> {
  const rejected: string[] = [];
  for (;;) {
    const response = await settled(draw);
    if (isSuccess(response)) for (const exchange of rejected) context().redrawn.add(exchange);
    rejected.push(response.exchange);
    if (!isRejection(response) || rejected.length >= mostDraws) return response;
    leaveUsedPhones();
  }
}

/** Sends requests at one moment. @throws Skipped if the configuration allows fewer at once, TransportError if one breaks */
export async function together(operation: FsapiOperation, changes: readonly RequestChange[]): Promise<Response[]> {
  const { length } = changes;
  if (context().gate.places < length)
    throw new Skipped(
      `This needs ${length} concurrent requests. Set \`--concurrency\` (and \`--rate\`) to that or more.`,
    );
  const marked = changes.map((change) => ({ ...change, circumstance: 'at the same time as others' }));
  const answers = await burst(operation, marked);
  // What broke among others may come alone.
  return Promise.all(
    answers.map((answer, at) => (answer instanceof TransportError ? send(operation, changes[at]) : answer)),
  );
}
