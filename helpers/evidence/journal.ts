import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';

/** What the suites learn beside verdicts. */
export type JournalEntry =
  | ({ readonly entry: 'exchange' } & Exchange)
  | { readonly entry: 'certificate'; readonly certificate: Record<string, string> }
  | {
      readonly entry: 'identity';
      readonly tenant: 'first' | 'second';
      readonly idempotencyKey: string;
      /** Distinguishes customers without a key. */
      readonly exchange: string;
      readonly identity: string;
      /** Distinguishes what two operations made under one key. */
      readonly resource?: string;
    }
  | { readonly entry: 'retried' }
  /** A response that is nested too deep, or holds too many values, to be read whole. */
  | { readonly entry: 'in part'; readonly exchange: string }
  /** The target sent data over an idle connection: responses over reused connections may belong to other requests. */
  | { readonly entry: 'disorder' }
  /** The suites ended; `stopped` says why they ended early. */
  | { readonly entry: 'end'; readonly stopped?: string };

export type Journal = ReturnType<typeof createJournal>;

/**
 * Opens a journal for the run. Entries must be redacted before they are written.
 * @param hear is given each entry before it is written, so that created.json is there first
 * @returns whose `write` throws what `hear` does
 */
export function createJournal(hear?: (entry: JournalEntry) => void) {
  const entries: JournalEntry[] = [];
  return {
    /** What was written so far. */
    entries: entries as readonly JournalEntry[],
    write: (entry: JournalEntry): void => {
      hear?.(entry);
      entries.push(entry);
    },
  };
}

/** The evidence in the journal of a run. */
export type Evidence = ReturnType<typeof evidenceOf>;

type Kind = JournalEntry['entry'];
type Entry<K extends Kind> = Extract<JournalEntry, { entry: K }>;

/** The entries of one kind. */
function ofKind<K extends Kind>(kind: K, entries: readonly JournalEntry[]): Entry<K>[] {
  return entries.filter((one): one is Entry<K> => one.entry === kind);
}

/** `x0999` before `x10000`. */
const inNumericOrder = new Intl.Collator('en', { numeric: true });

/** Reads the entries of a journal into evidence. Pure. */
export function evidenceOf(entries: readonly JournalEntry[]) {
  const exchanges = ofKind('exchange', entries).map(({ entry: _, ...exchange }): Exchange => exchange);
  const end = ofKind('end', entries).at(-1);
  const isDisordered = ofKind('disorder', entries).length > 0;
  const identities = identitiesIn(ofKind('identity', entries));
  const letters = lettersOf(identities);
  return {
    exchanges: exchanges
      .map((exchange) => {
        const customer = letters.get(exchange.id);
        return customer === undefined ? exchange : { ...exchange, customer };
      })
      .sort((a, b) => inNumericOrder.compare(a.id, b.id)),
    created: createdBy(exchanges, identities, end === undefined),
    certificate: ofKind('certificate', entries)[0]?.certificate as Report['target']['certificate'],
    retried: ofKind('retried', entries).length,
    /** Ids of exchanges whose response was read in part. */
    inPart: ofKind('in part', entries).map(({ exchange }) => exchange),
    /** Why the suites ended early. */
    stopped: end?.stopped,
    /** Ids of exchanges whose response may belong to another request. */
    doubtful: new Set(exchanges.filter(({ response }) => isDisordered && response?.reused).map(({ id }) => id)),
  };
}

/** The identity in each response to a write, by the write and its exchange. */
type Identities = ReadonlyMap<string, ReadonlyMap<string, string>>;

function identitiesIn(entries: readonly Entry<'identity'>[]): Identities {
  const writes = new Map<string, Map<string, string>>();
  for (const entry of entries) {
    const write = nameOf(entry, entry.exchange);
    writes.set(write, (writes.get(write) ?? new Map()).set(entry.exchange, entry.identity));
  }
  return writes;
}

/**
 * A letter for the customer in each response of several to one write: the same letter for the same identity, which
 * itself stays out. `A`, `B` … `Z`, `27`.
 */
function lettersOf(identities: Identities): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const responses of [...identities.values()].filter(({ size }) => size > 1)) {
    const customers = [...new Set(responses.values())];
    for (const [exchange, identity] of responses) {
      const at = customers.indexOf(identity);
      letters.set(exchange, at < 26 ? String.fromCharCode(65 + at) : String(at + 1));
    }
  }
  return letters;
}

/**
 * Every created customer, as far as the responses show: one for each identity under each key. Where responses carry
 * identities, a success without one created nothing; where they carry none, or the run was cut short before it looked for
 * them, each key counts once.
 */
function createdBy(exchanges: readonly Exchange[], identities: Identities, isCut: boolean): Report['created'] {
  const writes = exchanges.flatMap(({ wrote, id }) => (wrote ? [[nameOf(wrote, id), wrote] as const] : []));
  // Identities of one kind of thing say nothing about another.
  const identified = new Set(writes.flatMap(([write, { resource }]) => (identities.has(write) ? [resource] : [])));
  const first = writes.filter(([write], at) => writes.findIndex(([one]) => one === write) === at);
  return first.flatMap(([write, wrote]) => {
    const own = new Set(identities.get(write)?.values());
    if (own.size === 0) return isCut || !identified.has(wrote.resource) ? [wrote] : [];
    return [...own].map((identity) => ({ ...wrote, identity }));
  });
}

/** A write: its tenant, its key and what it makes. Without a key every request is a write of its own. */
function nameOf(write: { tenant: string; idempotencyKey: string; resource?: string }, exchange: string): string {
  return `${write.tenant} ${write.idempotencyKey || exchange} ${write.resource}`;
}
