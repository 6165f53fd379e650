import { Undecided } from '../engine/outcome.js';
import { isSuccess, type Reply } from '../engine/reply.js';
import { run } from '../engine/run.js';
import { cite } from '../engine/scope.js';

/** Exchanges that an observation names as its evidence: some, since all of the run would name none. */
const cited = 5;

/** The answers of the run that a condition holds for. Those few that stand for them become evidence. */
export function seen(condition: (reply: Reply) => boolean): Reply[] {
  const replies = run().replies.filter(condition);
  cite(replies.slice(0, cited).map((reply) => reply.exchange));
  return replies;
}

/** As `seen`. @throws Undecided where there is none */
export function someSeen(condition: (reply: Reply) => boolean, what: string): Reply[] {
  const replies = seen(condition);
  if (replies.length === 0) throw new Undecided(`${what} was not seen in this run.`);
  return replies;
}

/** Creations that were answered with success. */
export function isCreation(reply: Reply): boolean {
  return isSuccess(reply) && reply.asked.operation.name === 'create customer' && reply.asked.outgoing.method === 'POST';
}

/** Listings for the configured tenants that were answered with success. */
export function isListing(reply: Reply): boolean {
  const { operation, change, apiKey, outgoing } = reply.asked;
  return (
    isSuccess(reply) &&
    operation.name === 'list accounts' &&
    !change.guess &&
    apiKey !== null &&
    outgoing.method === 'GET'
  );
}

/** Statuses, each once, in order. */
export function statuses(replies: readonly Reply[]): number[] {
  return [...new Set(replies.map((reply) => reply.status))].sort((a, b) => a - b);
}

/** `201`, `200 or 201`, `400, 409 or 422`; `no status` for none. */
export function oneOf(words: readonly (string | number)[]): string {
  if (words.length === 0) return 'none';
  const last = words.at(-1);
  return words.length === 1 ? String(last) : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** `always`, `sometimes` or `never`: how often a header stood in answers. Fewer than three say nothing of always. */
export function howOften(replies: readonly Reply[], header: string): 'always' | 'sometimes' | 'never' {
  const having = replies.filter((reply) => reply.headers.has(header)).length;
  if (having === 0) return 'never';
  return having === replies.length && replies.length >= 3 ? 'always' : 'sometimes';
}

/** Names of the headers of any answer that a pattern matches, in order. */
export function headersLike(replies: readonly Reply[], pattern: RegExp): string[] {
  return [
    ...new Set(replies.flatMap((reply) => [...reply.headers.keys()].filter((name) => pattern.test(name)))),
  ].sort();
}
