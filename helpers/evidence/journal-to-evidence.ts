import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import type { JournalEntry } from './journal.js';

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
  const certificate = entries.find((entry) => entry.entry === 'certificate')?.certificate;
  const stopped = entries.findLast((entry) => entry.entry === 'end')?.stopped;
  const isDisordered = entries.some((entry) => entry.entry === 'disorder');
  return {
    doubtful: new Set(exchanges.filter(({ response }) => isDisordered && response?.reused).map(({ id }) => id)),
    exchanges: withCustomers(exchanges, entries).sort((a, b) => inNumericOrder.compare(a.id, b.id)),
    created: createdBy(exchanges, entries),
    ...(certificate && { certificate: certificate as Report['target']['certificate'] }),
    retried: entries.filter((entry) => entry.entry === 'retried').length,
    inPart: entries.flatMap((entry) => (entry.entry === 'in part' ? [entry.exchange] : [])),
    ...(stopped !== undefined && { stopped }),
  };
}

/**
 * Exchanges under one idempotency key, each with a letter for the customer in its response: the same letter for the same
 * identity, which itself stays out.
 */
function withCustomers(exchanges: readonly Exchange[], entries: readonly JournalEntry[]): Exchange[] {
  const answers = new Map<string, Map<string, string>>();
  for (const entry of entries) {
    if (entry.entry !== 'identity') continue;
    const write = nameOf(entry, entry.exchange);
    answers.set(write, (answers.get(write) ?? new Map()).set(entry.exchange, entry.identity));
  }
  const letters = new Map<string, string>();
  for (const answered of [...answers.values()].filter(({ size }) => size > 1)) {
    const identities = [...new Set(answered.values())];
    for (const [exchange, identity] of answered) letters.set(exchange, letter(identities.indexOf(identity)));
  }
  return exchanges.map((exchange) => {
    const customer = letters.get(exchange.id);
    return customer === undefined ? exchange : { ...exchange, customer };
  });
}

/** `A`, `B` … `Z`, `27`. */
function letter(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
}

/**
 * Every created customer, as far as the responses show: one for each identity under each key. Where responses carry
 * identities, a success without one created nothing; where they carry none, or the run was cut short before it looked for
 * them, each key counts once.
 */
function createdBy(exchanges: readonly Exchange[], entries: readonly JournalEntry[]): Report['created'] {
  const identities = new Map<string, Set<string>>();
  for (const entry of entries) {
    if (entry.entry !== 'identity') continue;
    const write = nameOf(entry, entry.exchange);
    identities.set(write, (identities.get(write) ?? new Set()).add(entry.identity));
  }
  const isCut = !entries.some(({ entry }) => entry === 'end');
  // Identities of one kind of thing say nothing about another.
  const identified = new Set(
    exchanges.flatMap(({ wrote, id }) => (wrote && identities.has(nameOf(wrote, id)) ? [wrote.resource] : [])),
  );
  const seen = new Set<string>();
  const created: Report['created'] = [];
  for (const { wrote, id } of exchanges) {
    if (!wrote) continue;
    const write = nameOf(wrote, id);
    if (seen.has(write)) continue;
    seen.add(write);
    const own = [...(identities.get(write) ?? [])];
    if (own.length === 0 && (isCut || !identified.has(wrote.resource))) created.push(wrote);
    for (const identity of own) created.push({ ...wrote, identity });
  }
  return created;
}

/** A write: its tenant, its key and what it makes. Without a key every request is a write of its own. */
function nameOf(write: { tenant: string; idempotencyKey: string; resource?: string }, exchange: string): string {
  return `${write.tenant} ${write.idempotencyKey || exchange} ${write.resource}`;
}
