/** Answers: how they are told apart, and changed. */

import { membersOf, type Request } from './request.js';
import { type Account, type Answer, rejection, withAnswerBody } from './state.js';

export const succeeded = ({ status }: Answer): boolean => status >= 200 && status < 300;
/** Whether the honest service rejected with a status that no requirement states, so that a variant may change it. */
export const rejected = (_: Request, { status }: Answer): boolean => status >= 400 && status < 500 && status !== 401;
export const isRepeated = ({ headers }: Answer): boolean => headers?.['idempotency-replayed'] !== undefined;

export const created = (asked: Request, answer: Answer): boolean => asked.isCreation && succeeded(answer);
export const replayed = (asked: Request, answer: Answer): boolean => created(asked, answer) && isRepeated(answer);
export const listed = (asked: Request, answer: Answer): boolean => asked.isListing && succeeded(answer);
export const unauthorized = (_: Request, answer: Answer): boolean => answer.status === 401;

export const crash = rejection(500, 'internal', 'Something went wrong here.');

function withoutAnswerHeader({ headers = {}, ...answer }: Answer, name: string): Answer {
  return { ...answer, headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)) };
}

export const withMembers = (answer: Answer, members: object): Answer =>
  withAnswerBody(answer, { ...membersOf(answer.body), ...members });

/** Another JSON body, without the Location that would still tell the honest identity. */
export const reshaped = (answer: Answer, body: unknown): Answer =>
  withoutAnswerHeader(withAnswerBody(answer, body), 'location');

export const withoutBody = ({ body: _, ...answer }: Answer): Answer => withoutAnswerHeader(answer, 'content-type');

/** The accounts of the honest listing; of another one, what stands in their place. */
export const accountsOf = (answer: Answer): readonly Account[] =>
  (membersOf(answer.body)?.data ?? []) as readonly Account[];

export const messageOf = (answer: Answer): string =>
  (membersOf(answer.body) as { error?: { message?: string } } | undefined)?.error?.message ?? 'Refused.';
