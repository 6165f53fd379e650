import { byKey } from '../../schemas/common/by-key.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';

export type ValidOutcome = Readonly<{
  caller: 'first' | 'second';
  operation: string;
  /** Undefined without a response. */
  status: number | undefined;
  /** A clause: `GET /accounts returned 401`, `the connection was refused`. */
  became: string;
}>;

/** What a run learns besides its verdicts, redacted. */
export interface Journal {
  readonly exchanges: Exchange[];
  /** What responses identify, by write and exchange. */
  readonly identities: (Omit<Write, 'email'> & { readonly exchange: string; readonly identity: string })[];
  certificate?: Report['target']['certificate'];
  readonly valid: ValidOutcome[];
  /** Why no request could be sent at all, as a sentence. */
  unreached?: string;
  retried: number;
  inPart: number;
  /** The checks have ended, and identities were looked for. */
  isOver: boolean;
}

export function emptyJournal(): Journal {
  return { exchanges: [], identities: [], valid: [], retried: 0, inPart: 0, isOver: false };
}

export type Evidence = ReturnType<typeof evidenceOf>;

/** A copy in order. @param isDisordered whether responses over reused connections are doubtful */
export function evidenceOf(
  { exchanges, valid, unreached, retried, inPart, certificate, ...journal }: Journal,
  isDisordered = false,
) {
  return {
    exchanges: exchanges.toSorted((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1)),
    created: createdBy(exchanges, journal),
    valid: [...valid],
    unreached,
    certificate,
    retried,
    inPart,
    doubtful: new Set(exchanges.filter(({ response }) => isDisordered && response?.reused).map(({ id }) => id)),
  };
}

type Write = NonNullable<Exchange['wrote']>;

/** Tenant, key and resource of a write. Without a key every request is a write of its own. */
export function nameOf({ tenant, idempotencyKey, resource }: Omit<Write, 'email'>, exchange: string) {
  return `${tenant} ${idempotencyKey || `of ${exchange}`} ${resource}`;
}

/**
 * Every created customer that responses show, one for each identity under each key. If responses carry identities, a
 * success without one created nothing; if they carry none, or were not searched yet, each key counts once.
 */
function createdBy(
  exchanges: readonly Exchange[],
  { identities, isOver }: Pick<Journal, 'identities' | 'isOver'>,
): Report['created'] {
  const byWrite = byKey(identities.map((write) => [nameOf(write, write.exchange), write.identity]));
  const writes = byKey(exchanges.flatMap(({ wrote, id }) => (wrote ? [[nameOf(wrote, id), wrote] as const] : [])));
  // Identities of one resource say nothing about another.
  const identified = new Set(identities.map(({ resource }) => resource));
  return [...writes].flatMap(([name, [wrote]]) => {
    const own = byWrite.get(name);
    if (own) return Array.from(new Set(own), (identity) => ({ ...(wrote as Write), identity }));
    return wrote && (!isOver || !identified.has(wrote.resource)) ? [wrote] : [];
  });
}
