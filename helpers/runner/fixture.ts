import { context, currentScope, inScope, perRun, sleep, type Target } from '../client/context.js';
import type { Response } from '../client/message.js';
import { isServerError } from '../client/response.js';
import { noteRetry } from '../client/send.js';
import { TransportError } from '../client/transport-error.js';
import { Failed, Inconclusive, NoResponse, Skipped, UnclearResponse } from '../client/verdicts.js';

/**
 * A step that several checks share, such as a control: it runs once, for the first check that needs it. Its exchanges are
 * evidence of every check that uses it. @throws to each of them what `make` throws
 */
export function fixture<T>(name: string, make: (target: Target) => Promise<T>): () => Promise<T> {
  const step = perRun(() => inScope(name, async (scope) => ({ scope, result: settled(() => make(scope.run)) })));
  return async () => {
    const { scope, result } = await step();
    const { exchanges } = currentScope();
    return result.finally(() => exchanges.push(...scope.exchanges.filter((id) => !exchanges.includes(id))));
  };
}

/** Runs a `fixture` once for each key, which is the name unless given. */
export function fixtures<T>(): (name: string, make: (target: Target) => Promise<T>, key?: unknown) => Promise<T> {
  const byKey = perRun(() => new Map<unknown, () => Promise<T>>());
  return (name, make, key = name) => {
    const step = byKey().get(key) ?? fixture(name, make);
    byKey().set(key, step);
    return step();
  };
}

/** Works that share one control, sent after them. */
function openBracket<T>(name: string, sendControl: () => Promise<T>) {
  const bracket = {
    works: [] as Promise<unknown>[],
    isClosed: false,
    /** Waits until all works have ended, and sends the control: once, whoever calls. @throws as `sendControl` */
    close: fixture(name, async () => {
      // Works that join meanwhile are waited for, too.
      for (const work of bracket.works) await Promise.allSettled([work]);
      bracket.isClosed = true;
      return sendControl();
    }),
  };
  return bracket;
}

/**
 * Returns what runs a work in the open bracket of the run, and gives its result with the closing control. A work that
 * throws needs no control: none is sent if all do. Later works get a new bracket.
 */
export function bracket<T>(name: string, sendControl: () => Promise<T>) {
  const current = perRun(() => ({ open: openBracket(name, sendControl) }));
  return async <R>(work: () => Promise<R>): Promise<[result: R, closing: T]> => {
    const brackets = current();
    if (brackets.open.isClosed) brackets.open = openBracket(name, sendControl);
    const { works, close } = brackets.open;
    const result = work();
    works.push(result);
    return [await result, await close()];
  };
}

/** Restarts after transport errors, beyond the retries of `send`. */
const mostRestarts = 5;

/** Server errors in a row that count as the response. */
export const provingErrors = 3;
/** As many as count once errors come by chance: three of those may meet one check. */
export const provingAmongChance = 6;

/** Server errors seen before responses, and whether they come by chance. */
export const serverErrors = perRun(() => ({
  /** Those before a response that `settled` returned, by its exchange. */
  before: new Map<string, readonly Response[]>(),
  areChance: false,
}));

/**
 * Returns a response, a reading or a proof. It makes it again, with everything fresh, after transport errors, and after a
 * server error until three in a row are the answer. @throws NoResponse after too many transport errors; else as `make`
 */
export async function settled<T>(make: () => Promise<T>): Promise<T> {
  const seen = serverErrors();
  let errors: Response[] = [];
  for (let restarts = 0; ; ) {
    const outcome = await make().catch((error: unknown) => {
      if (error instanceof UnclearResponse || error instanceof TransportError) return error;
      throw error;
    });
    if (outcome instanceof TransportError) {
      requireRestart(outcome, restarts);
      restarts += 1;
      errors = [];
      continue;
    }
    const response = outcome instanceof UnclearResponse ? outcome.response : outcome;
    const isError = isResponse(response) && isServerError(response);
    seen.areChance ||= errors.length > 0 && !isError;
    // A fixture within `make` may have settled it already.
    if (isResponse(response) && !seen.before.has(response.exchange)) {
      if (errors.length > 0) seen.before.set(response.exchange, [...errors]);
      if (isError) errors.push(response);
      if (isError && errors.length < provingErrors) {
        await sleep(100 * 2 ** errors.length);
        continue;
      }
    }
    if (outcome instanceof UnclearResponse) throw outcome;
    return outcome;
  }
}

/** Notes a retry. @throws NoResponse if there is to be none; `send` has waited for Retry-After already */
function requireRestart({ message, request, retryAfterMs }: TransportError, restarts: number): void {
  const run = context();
  const { stopped } = run;
  if (restarts >= mostRestarts || retryAfterMs !== undefined || stopped !== undefined) {
    const to = request === undefined ? '' : ` to ${request}`;
    throw new NoResponse(stopped ?? `No conclusive response was received${to}: ${message}.`);
  }
  noteRetry(run);
}

const isResponse = (value: unknown): value is Response =>
  value !== null && typeof value === 'object' && 'exchange' in value && 'request' in value && 'status' in value;

/** A proposition about the target that verdicts rest on, established by exchanges of its own. */
export type Fact = Readonly<{
  /** A clause: `two customers differ`. */
  name: string;
  /** The requirement that fails if the target refutes the fact. */
  owner?: string;
  /** It may change in the course of a run, so it is established each time. */
  changes?: true;
  /**
   * Returns the responses that show it. @param explained the failure that it may explain, if it is one of `unless`
   * @throws Failed if exchanges refute it, Inconclusive if they do not show it, Skipped if the configuration excludes it
   */
  establish: (target: Target, explained?: Failed) => Promise<readonly Response[]>;
}>;

export type Rests = Readonly<{
  /** Without these a request would be impossible or meaningless: established before the check, once a run. */
  given?: readonly Fact[];
  /** Without these a pass is withheld: a target that returns the same to everybody agrees with most rules. */
  shown?: readonly Fact[];
  /** Causes that belong to another requirement: established anew after a failure, since causes come and go. */
  unless?: readonly Fact[];
}>;

const established = fixtures<readonly Response[]>();

/** Establishes a fact once a run, for all checks that rest on it. @throws as the fact */
export function establishOnce(fact: Fact): Promise<readonly Response[]> {
  if (fact.changes) return fact.establish(context());
  return established(`fact: ${fact.name}`, (target) => fact.establish(target), fact);
}

/** The first of some facts that the target refutes now, with its failure; undefined if it refutes none. */
export async function refuted(facts: readonly Fact[], explained: Failed) {
  for (const fact of facts) {
    const outcome = await fact.establish(context(), explained).catch((error: unknown) => error);
    if (outcome instanceof Failed) return { fact, failure: outcome };
    const isUndecided = [Inconclusive, Skipped, TransportError].some((kind) => outcome instanceof kind);
    if (outcome instanceof Error && !isUndecided) throw outcome;
  }
  return undefined;
}
