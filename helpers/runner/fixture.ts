import { context, currentScope, inScope, perRun, sleep, type Target } from '../client/context.js';
import type { Response } from '../client/message.js';
import { isServerError } from '../client/response.js';
import { noteRetry } from '../client/send.js';
import { TransportError } from '../client/transport-error.js';
import { Failed, Inconclusive, NoResponse, Skipped, UnclearResponse } from '../client/verdicts.js';

/**
 * A step that several checks share, such as a control: it runs once, for the first check that needs it. Its exchanges are
 * evidence of every check that uses it; where it is inconclusive or skipped, so are they.
 */
export function fixture<T>(name: string, make: (target: Target) => Promise<T>): () => Promise<T> {
  const madeOnce = perRun(() => inScope(name, async (scope) => ({ scope, made: settled(() => make(scope.run)) })));
  return async () => {
    const { scope, made } = await madeOnce();
    const { exchanges } = currentScope();
    return made.finally(() => exchanges.push(...scope.exchanges.filter((id) => !exchanges.includes(id))));
  };
}

/** As `fixture`, one for each key: the name, unless several have it. */
export function fixtures<T>(): (name: string, make: (target: Target) => Promise<T>, key?: unknown) => Promise<T> {
  const known = perRun(() => new Map<unknown, () => Promise<T>>());
  return (name, make, key = name) => {
    const made = known().get(key) ?? fixture(name, make);
    known().set(key, made);
    return made();
  };
}

/**
 * Brackets requests between a control before and one after them, the closing control: sent once for all who send within
 * the bracket, when all have sent, unless each of them ends in a finding of its own.
 */
export function bracket<T>(name: string, closing: () => Promise<T>) {
  const rounds = perRun((): { works: Promise<unknown>[]; closed?: (() => Promise<T>) | undefined } => ({ works: [] }));
  return async <R>(work: () => Promise<R>): Promise<[result: R, closing: T]> => {
    const round = rounds();
    const { works } = round;
    const sent = work();
    works.push(sent);
    round.closed ??= fixture(name, async () => {
      // Others may begin while some are waited for.
      for (let ended = 0; ended < works.length; await Promise.allSettled(works)) ended = works.length;
      if (round.works === works) Object.assign(round, { works: [], closed: undefined });
      return closing();
    });
    const { closed } = round;
    return [await sent, await closed()];
  };
}

/** Times that something is made again after transport errors, beyond the retries of `send`. */
const mostRestarts = 5;

/** Server errors in a row that count as the response; and where they come by chance: of many, three may meet one check. */
export const [provingErrors, provingAmongChance] = [3, 6];

/** The server errors that did not stay. */
export const serverErrors = perRun(() => ({
  /** Those before a response that `settled` gave, by its exchange. */
  before: new Map<string, readonly Response[]>(),
  /** Whether a repeat of one got another response. */
  areChance: false,
}));

/**
 * Makes a response, a reading or a probe again, with everything fresh: after transport errors, and after a server error
 * until three in a row are the answer. @throws NoResponse after too many transport errors
 */
export async function settled<T>(make: () => Promise<T>): Promise<T> {
  const known = serverErrors();
  let errors: Response[] = [];
  for (let restarts = 0; ; ) {
    const made = await make().catch((error: unknown) => {
      if (error instanceof UnclearResponse || error instanceof TransportError) return error;
      throw error;
    });
    if (made instanceof TransportError) {
      const { message, request, retryAfterMs } = made;
      const { stopped } = context();
      // `send` has waited for Retry-After already.
      if (restarts >= mostRestarts || retryAfterMs !== undefined || stopped !== undefined) {
        const to = request === undefined ? '' : ` to ${request}`;
        throw new NoResponse(stopped ?? `No conclusive response was received${to}: ${message}.`);
      }
      noteRetry(context());
      restarts += 1;
      errors = [];
      continue;
    }
    const response = made instanceof UnclearResponse ? made.response : made;
    const isOpen = isResponse(response) && isServerError(response);
    known.areChance ||= errors.length > 0 && !isOpen;
    // What it is made of may have settled already.
    if (isResponse(response) && !known.before.has(response.exchange)) {
      if (errors.length > 0) known.before.set(response.exchange, [...errors]);
      if (isOpen && errors.push(response) < provingErrors) {
        await sleep(100 * 2 ** errors.length);
        continue;
      }
    }
    if (made instanceof UnclearResponse) throw made;
    return made;
  }
}

function isResponse(made: unknown): made is Response {
  return made !== null && typeof made === 'object' && 'exchange' in made && 'request' in made && 'status' in made;
}

/** A proposition about the target that verdicts rest on, established by exchanges of its own. */
export interface Fact {
  /** As a clause: `two customers differ`. */
  readonly name: string;
  /** The requirement whose failure says the same where the target refutes it. */
  readonly owner?: string;
  /** Its answer may change in the course of a run: it is established each time. */
  readonly changes?: true;
  /**
   * Returns the responses that show it.
   * @param explained the failure that it may explain, as one of `unless` alone
   * @throws Failed where exchanges refute it, Inconclusive where they do not show it, Skipped where the configuration
   *   lacks what it needs
   */
  readonly establish: (target: Target, explained?: Failed) => Promise<readonly Response[]>;
}

export interface Rests {
  /** Without these a request would be impossible or meaningless: established before the check, once a run. */
  readonly given?: readonly Fact[];
  /** Without these a pass is withheld: a target that returns the same to everybody agrees with most rules. */
  readonly shown?: readonly Fact[];
  /** Causes that belong to another requirement: established anew after a failure, since causes come and go. */
  readonly unless?: readonly Fact[];
}

const established = fixtures<readonly Response[]>();

/** Establishes a fact once a run, for all checks that rest on it. @throws as the fact */
export function establishOnce(fact: Fact): Promise<readonly Response[]> {
  if (fact.changes) return fact.establish(context());
  return established(`fact: ${fact.name}`, (target) => fact.establish(target), fact);
}

/** The first of some facts that the target refutes now, with its failure; undefined where it refutes none. */
export async function refuted(facts: readonly Fact[], explained: Failed) {
  for (const fact of facts) {
    const ended = await fact.establish(context(), explained).catch((error: unknown) => error);
    if (ended instanceof Failed) return { fact, failure: ended };
    const isUnknown = [Inconclusive, Skipped, TransportError].some((kind) => ended instanceof kind);
    if (ended instanceof Error && !isUnknown) throw ended;
  }
  return undefined;
}
