/** What a request of an operation does to the resource at its path. */
type Effect = 'creates' | 'changes' | 'removes' | 'reads' | 'lists';

/** An operation as a specification shows it. Sending, counting, checks and documents read this. */
export interface Operation {
  /** Part of the names of checks, to which waivers refer. Unique, and never renamed. */
  readonly name: string;
  /** `Create a customer`: a sentence without its full stop. */
  readonly title: string;
  /** `creating a customer`: what a run did, in a sentence. */
  readonly activity: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base address, with parameters in braces: `/customers/{id}`. */
  readonly path: `/${string}`;
  readonly effect: Effect;
  /** What it is about, in one word: `customer`. */
  readonly resource: string;
  /** The schema of the JSON body, by its name in the specification. Without it the operation has no body. */
  readonly body?: string;
  /** The requirement that fails where its valid request does. */
  readonly success?: string;
  /** Statuses that a requirement states, beside 401, in words: `{ 404: 'The customer is another tenant’s.' }`. */
  readonly answers?: Readonly<Record<number, string>>;
  /**
   * The requirements that it returns 401 without a key and with an invalid one. Null while the catalogue has none: then
   * the authentication suites omit the operation.
   */
  readonly unauthorized: { readonly missingKey: string; readonly invalidKey: string } | null;
}

/** Whether it changes anything in the service. */
export function writes({ effect }: Pick<Operation, 'effect'>): boolean {
  return effect !== 'reads' && effect !== 'lists';
}

/** Whether its success leaves something new behind: what budgets count, and the owner has to purge. */
export function creates({ effect }: Pick<Operation, 'effect'>): boolean {
  return effect === 'creates';
}

/** Whether its requests carry an idempotency key, where the API has one (Idempotent POST). */
export function isIdempotentByKey({ method }: Pick<Operation, 'method'>): boolean {
  return method === 'POST';
}

export function pathParameters({ path }: Pick<Operation, 'path'>): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}

/** An operation that reads, and needs nothing to be known: with it a run sees whether the target responds at all. */
export function plainReading<O extends Operation>(operations: readonly O[]): O | undefined {
  return operations.find((operation) => !writes(operation) && pathParameters(operation).length === 0);
}
