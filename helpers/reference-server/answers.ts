import { membersOf, type Request } from './request.js';
import { type Account, type Answer, rejection, withAnswerBody } from './state.js';

export type Kind = (asked: Request, answer: Answer) => boolean;

export const succeeded = ({ status }: Answer) => status >= 200 && status < 300;
/** A rejection with a status that no requirement states, so that a variant may change it. */
export const rejected: Kind = (_, { status }) => status >= 400 && status < 500 && status !== 401;
export const isRepeated = ({ headers }: Answer) => headers?.['idempotency-replayed'] !== undefined;

export const created: Kind = (asked, answer) => asked.isCreation && succeeded(answer);
export const replayed: Kind = (asked, answer) => created(asked, answer) && isRepeated(answer);
export const stored: Kind = (asked, answer) => created(asked, answer) && !isRepeated(answer);
export const listed: Kind = (asked, answer) => asked.isListing && succeeded(answer);
export const unauthorized: Kind = (_, { status }) => status === 401;
export const forbidden: Kind = (_, { status }) => status === 403;
/** For a tenant that the key does not serve. */
export const forbiddenListing: Kind = (asked, answer) => asked.isListing && forbidden(asked, answer);

export const withStatus = (status: number) => (answer: Answer) => ({ ...answer, status });

export const crash = rejection(500, 'internal', 'Something went wrong here.');

function withoutAnswerHeader({ headers = {}, ...answer }: Answer, name: string): Answer {
  return { ...answer, headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)) };
}

export const withMembers = (answer: Answer, members: object): Answer =>
  withAnswerBody(answer, { ...membersOf(answer.body), ...members });

/** An answer with another JSON body, and without the Location, which shows the honest identity. */
export const reshaped = (answer: Answer, body: unknown): Answer =>
  withoutAnswerHeader(withAnswerBody(answer, body), 'location');

export const withoutBody = ({ body: _, ...answer }: Answer): Answer => withoutAnswerHeader(answer, 'content-type');

/** The accounts of a listing; of a changed one, what stands in their place. */
export const accountsOf = (answer: Answer) => (membersOf(answer.body)?.data ?? []) as readonly Account[];

export const messageOf = (answer: Answer) =>
  (membersOf(answer.body) as { error?: { message?: string } } | undefined)?.error?.message ?? 'Refused.';
