import { membersOf, type Request } from './request.js';
import { rejection } from './service.js';
import type { Answer } from './state.js';

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
export const rejectedListing = (asked: Request, answer: Answer): boolean => asked.isListing && rejected(asked, answer);

export const crash = rejection(500, 'internal', 'Something went wrong here.');

export const withAnswerHeaders = (answer: Answer, headers: Record<string, string>): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
});

export function withoutAnswerHeader({ headers = {}, ...answer }: Answer, name: string): Answer {
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
