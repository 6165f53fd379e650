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

export interface Journal {
  write(entry: JournalEntry): void;
  /** What was written so far. */
  readonly entries: readonly JournalEntry[];
}

/**
 * Opens a journal for the run. Entries must be redacted before they are written.
 * @param list writes created.json: hears each entry before it is written
 * @returns whose `write` throws StorageError where created.json cannot be written
 */
export function createJournal(list?: (entry: JournalEntry) => void): Journal {
  const entries: JournalEntry[] = [];
  return {
    entries,
    write: (entry) => {
      list?.(entry);
      entries.push(entry);
    },
  };
}

/** The evidence in the journal of a run. */
export interface Evidence {
  readonly exchanges: readonly Exchange[];
  readonly created: Report['created'];
  readonly certificate?: Report['target']['certificate'];
  readonly retried: number;
  /** Ids of exchanges whose response was read in part. */
  readonly inPart: readonly string[];
  readonly stopped?: string;
  /** Ids of exchanges whose response may belong to another request. */
  readonly doubtful: ReadonlySet<string>;
}

/** `x0999` before `x10000`. */
const inNumericOrder = new Intl.Collator('en', { numeric: true });

/** Reads the entries of a journal into evidence. Pure. */
export function evidenceOf(entries: readonly JournalEntry[]): Evidence {
  const exchanges = entries.flatMap((entry) => {
    if (entry.entry !== 'exchange') return [];
    const { entry: _, ...exchange } = entry;
    return [exchange];
  });
  const end = entries.findLast((entry) => entry.entry === 'end');
  const isDisordered = entries.some((entry) => entry.entry === 'disorder');
  const identities = identitiesIn(entries);
  const letters = lettersOf(identities);
  return {
    doubtful: new Set(exchanges.filter(({ response }) => isDisordered && response?.reused).map(({ id }) => id)),
    exchanges: exchanges
      .map((exchange) => {
        const customer = letters.get(exchange.id);
        return customer === undefined ? exchange : { ...exchange, customer };
      })
      .sort((a, b) => inNumericOrder.compare(a.id, b.id)),
    created: createdBy(exchanges, identities, end === undefined),
    certificate: entries.find((entry) => entry.entry === 'certificate')?.certificate as Report['target']['certificate'],
    retried: entries.filter((entry) => entry.entry === 'retried').length,
    inPart: entries.flatMap((entry) => (entry.entry === 'in part' ? [entry.exchange] : [])),
    stopped: end?.stopped,
  };
}

/** The identity in each response to a write, by the write and its exchange. */
type Identities = ReadonlyMap<string, ReadonlyMap<string, string>>;

function identitiesIn(entries: readonly JournalEntry[]): Identities {
  const writes = new Map<string, Map<string, string>>();
  for (const entry of entries) {
    if (entry.entry !== 'identity') continue;
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
  // Identities of one kind of thing say nothing about another.
  const identified = new Set(
    exchanges.flatMap(({ wrote, id }) => (wrote && identities.has(nameOf(wrote, id)) ? [wrote.resource] : [])),
  );
  const writes = new Map<string, NonNullable<Exchange['wrote']>>();
  for (const { wrote, id } of exchanges) {
    if (wrote && !writes.has(nameOf(wrote, id))) writes.set(nameOf(wrote, id), wrote);
  }
  return [...writes].flatMap(([write, wrote]) => {
    const own = new Set(identities.get(write)?.values());
    if (own.size === 0) return isCut || !identified.has(wrote.resource) ? [wrote] : [];
    return [...own].map((identity) => ({ ...wrote, identity }));
  });
}

/** A write: its tenant, its key and what it makes. Without a key every request is a write of its own. */
function nameOf(write: { tenant: string; idempotencyKey: string; resource?: string }, exchange: string): string {
  return `${write.tenant} ${write.idempotencyKey || exchange} ${write.resource}`;
}
