import { createHash } from 'node:crypto';
import { created, listed, reshaped, withAnswerBody } from './answered.js';
import type { Middleware } from './middleware.js';
import { type Members, membersOf, type Request } from './request.js';
import { afterwards } from './rewrite.js';
import type { Account, Answer, Customer, State, Tenant } from './state.js';

/** Shows a customer in another shape, when it is created and when that is answered again. */
export const creationAs = (shape: (customer: Customer, asked: Request) => unknown): Middleware =>
  afterwards(
    (asked, answer) => created(asked, answer) && answer.body !== undefined,
    (answer, asked) => reshaped(answer, shape(membersOf(answer.body) as Customer, asked)),
  );

/** Shows the accounts of a listing in another shape. */
export const listingAs = (shape: (accounts: readonly Account[], asked: Request, world: State) => unknown): Middleware =>
  afterwards(listed, (answer, asked, world) => reshaped(answer, shape(accountsOf(answer), asked, world)));

/** Lists an account for each customer of some tenants, in place of their accounts. */
export const listingOf = (tenants: (asked: Request, world: State) => readonly (Tenant | undefined)[]): Middleware =>
  listingAs((_, asked, world) => ({
    data: tenants(asked, world).flatMap((tenant) =>
      [...(tenant?.customers.keys() ?? [])].map((id) => ({ id: `acc_${id}`, currency: 'EUR' })),
    ),
  }));

/** The accounts of the honest service's listing; of another one, what it has in their place, if anything. */
export const accountsOf = (answer: Answer): readonly Account[] =>
  (membersOf(answer.body)?.data ?? []) as readonly Account[];

/** Adds to the JSON object of every answer, whatever it answers. */
export const everyObject = (change: (body: Members) => unknown): Middleware =>
  afterwards(
    (_, { body }) => membersOf(body) !== undefined,
    (answer) => withAnswerBody(answer, change(membersOf(answer.body) ?? {})),
  );

/** What an answer of the honest service says to people about a rejection. */
export const messageOf = (answer: Answer): string =>
  (membersOf(answer.body) as { error?: { message?: string } } | undefined)?.error?.message ?? 'Refused.';

/** A number of so many digits that stands for an identity, always the same one. */
export const digitsOf = (id: string, length: number): string => {
  const number = BigInt(`0x${createHash('sha256').update(id).digest('hex')}`).toString();
  // Never a zero in front: that is no number in JSON.
  return `7${number.slice(0, length - 1)}`;
};

export function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (value === null || typeof value !== 'object') return value;
  const camel = (name: string) => name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [camel(name), camelCased(item)]));
}
