import type { Answer } from './answer.js';
import { isCreation, isListing, membersOf, operationOf } from './asked.js';
import { type Request, refusal } from './service.js';

export const succeeded = ({ status }: Answer): boolean => status >= 200 && status < 300;
/** Whether no requirement states the status of an answer, so that a variant may return another. */
export const unstated = (asked: Request, { status }: Answer): boolean =>
  status !== 401 && operationOf(asked)?.answers?.[status] === undefined;
/** Whether the honest service rejected with such a status. */
export const refused = (asked: Request, answer: Answer): boolean =>
  answer.status >= 400 && answer.status < 500 && unstated(asked, answer);
/** Whether the honest service had stored the answer under its Idempotency-Key. */
export const isRepeated = ({ headers }: Answer): boolean => headers?.['idempotency-replayed'] !== undefined;

/** When a customer was created, or its creation answered again. */
export const created = (asked: Request, answer: Answer): boolean => isCreation(asked) && succeeded(answer);
export const replayed = (asked: Request, answer: Answer): boolean => created(asked, answer) && isRepeated(answer);
export const listed = (asked: Request, answer: Answer): boolean => isListing(asked) && succeeded(answer);
export const unauthorized = (_: Request, answer: Answer): boolean => answer.status === 401;
/** When the accounts of a tenant were asked for that the key does not act for. */
export const listingForbidden = (asked: Request, { status }: Answer): boolean => isListing(asked) && status === 403;

export const crash = refusal(500, 'internal', 'Something went wrong here.');
export const keyNeeded = refusal(401, 'unauthorized', 'A valid Api-Key is needed.');

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
