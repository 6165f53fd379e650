import { createHash } from 'node:crypto';
import { membersOf, type Request } from './request.js';
import { rejection } from './service.js';
import type { Account, Answer } from './state.js';

export const succeeded = ({ status }: Answer): boolean => status >= 200 && status < 300;
/** Whether the honest service rejected with a status that no requirement states, so that a variant may return another. */
export const rejected = (_: Request, { status }: Answer): boolean => status >= 400 && status < 500 && status !== 401;
/** Whether the honest service had stored the answer under its Idempotency-Key. */
export const isRepeated = ({ headers }: Answer): boolean => headers?.['idempotency-replayed'] !== undefined;

/** When a customer was created, or its creation answered again. */
export const created = (asked: Request, answer: Answer): boolean => asked.isCreation && succeeded(answer);
export const replayed = (asked: Request, answer: Answer): boolean => created(asked, answer) && isRepeated(answer);
export const listed = (asked: Request, answer: Answer): boolean => asked.isListing && succeeded(answer);
export const unauthorized = (_: Request, answer: Answer): boolean => answer.status === 401;

export const crash = rejection(500, 'internal', 'Something went wrong here.');

export const withAnswerHeaders = (answer: Answer, headers: Record<string, string>): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
});

function withoutAnswerHeader({ headers = {}, ...answer }: Answer, name: string): Answer {
  return { ...answer, headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)) };
}

export const withAnswerBody = (answer: Answer, body: unknown): Answer => ({ ...answer, body: JSON.stringify(body) });

/** The same answer with members added to its JSON object, or set in it. */
export const withMembers = (answer: Answer, members: object): Answer =>
  withAnswerBody(answer, { ...membersOf(answer.body), ...members });

/** The same answer with another JSON body, and without the Location that would still tell the honest identity. */
export const reshaped = (answer: Answer, body: unknown): Answer =>
  withoutAnswerHeader(withAnswerBody(answer, body), 'location');

/** The same answer without a body, and without the headers that speak of one. */
export const withoutBody = ({ body: _, ...answer }: Answer): Answer => withoutAnswerHeader(answer, 'content-type');

/** The accounts of the honest service's listing; of another one, what it has in their place, if anything. */
export const accountsOf = (answer: Answer): readonly Account[] =>
  (membersOf(answer.body)?.data ?? []) as readonly Account[];

/** What an answer of the honest service says to people about a rejection. */
export const messageOf = (answer: Answer): string =>
  (membersOf(answer.body) as { error?: { message?: string } } | undefined)?.error?.message ?? 'Refused.';

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A number of so many digits that stands for an identity, always the same one, without a zero in front. */
export const digitsOf = (id: string, length: number): string =>
  `7${BigInt(`0x${hashOf(id).toString('hex')}`)}`.slice(0, length);
