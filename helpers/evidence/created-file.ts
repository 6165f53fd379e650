import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { escapedJson } from '../../schemas/escaped-json.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import type { JournalEntry } from './journal.js';
import { linesOf } from './lines-of.js';
import { stored } from './storage-error.js';

/** The file of a run's folder that lists every customer it created: there after every end of a run. */
export const createdFileName = 'created.json';

/** Whose customers they are. */
export interface CreatedBy {
  readonly run: string;
  /** Base URL of the target. */
  readonly target?: string;
}

/** What the list ends with: each write puts it behind the new entry, so that the file is JSON at any time. */
const ending = '\n  ]\n}\n';

/** created.json: an identity is the target's text, so nothing unseen is in it. @param customers as report.json has them under `created` */
export function renderCreated(by: CreatedBy, customers: readonly object[]): string {
  const head = JSON.stringify(by, null, 2).replace(/\n}$/, ',\n  "customers": [');
  return `${head}${customers.map((one) => `\n    ${escapedJson(one)}`).join(',')}${ending}`;
}

/** Whether a created.json lists these customers, and after them others only where there may be `more`. */
export function isCreatedOf(
  text: string,
  { by, customers, more }: { by: CreatedBy; customers: readonly object[]; more: boolean },
): boolean {
  const whole = renderCreated(by, customers);
  return text === whole || (more && text.startsWith(whole.slice(0, -ending.length)));
}

/** The customers in a created.json, each as its JSON; none where there is no file. */
function* customersIn(file: string): Generator<string> {
  if (!existsSync(file)) return;
  for (const line of linesOf(file)) if (line.startsWith('    {')) yield line.slice(4).replace(/,$/, '');
}

/** Number of customers in a created.json; 0 where there is none. */
export function countCreated(file: string): number {
  let count = 0;
  for (const _ of customersIn(file)) count += 1;
  return count;
}

/**
 * The customers in a created.json that `created` of its report leaves out, each as its JSON: those of generated cases
 * without evidence. Where customers have identities, a success without one created nothing.
 */
export function* listedAlone(file: string, created: Report['created']): Generator<string> {
  const named = new Set(created.flatMap(({ identity, resource }) => (identity === undefined ? [] : [resource])));
  const known = new Set(created.map(nameOf));
  for (const customer of customersIn(file)) {
    const one = JSON.parse(customer) as Report['created'][number];
    if ((!named.has(one.resource) || one.identity !== undefined) && !known.has(nameOf(one))) yield customer;
  }
}

const nameOf = ({ tenant, idempotencyKey, email }: Report['created'][number]) => `${tenant} ${idempotencyKey} ${email}`;

/** The pieces of a created.json that lists these and, after them, more that come as JSON. */
export function* piecesOfCreated(
  by: CreatedBy,
  customers: Report['created'],
  more: Iterable<string>,
): Generator<string> {
  let piece = renderCreated(by, customers).slice(0, -ending.length);
  let isFirst = customers.length === 0;
  for (const one of more) {
    piece += `${isFirst ? '' : ','}\n    ${one}`;
    isFirst = false;
    if (piece.length < 64 * 1024) continue;
    yield piece;
    piece = '';
  }
  yield piece + ending;
}

/** Writes a text at the place of the ending, whole; where there is no room for it, the list stays as it was. */
function append(descriptor: number, text: string, at: number): void {
  const bytes = Buffer.from(text);
  try {
    for (let done = 0; done < bytes.length; )
      done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
  } catch (error) {
    ftruncateSync(descriptor, at + ending.length);
    writeSync(descriptor, ending, at);
    throw error;
  }
}

/**
 * Writes created.json while a run goes on: each customer before anything else is written about it, so that a run that is
 * killed leaves the list. A repeat under one key counts as the same customer; two operations may share a key.
 * @returns what hears the entries of the journal, redacted
 * @throws StorageError
 */
export function createdFile(file: string, by: CreatedBy): (entry: JournalEntry) => void {
  const known = new Set<string>();
  let inode: number | undefined;
  const add = (customer: object) => {
    if (inode === undefined) {
      writeFileSync(file, renderCreated(by, [customer]));
      inode = statSync(file).ino;
      return;
    }
    const descriptor = openSync(file, 'r+');
    try {
      const { ino, size } = fstatSync(descriptor);
      // The list that was published is sealed: nothing that comes after it is added.
      if (ino !== inode) return;
      const at = size - ending.length;
      append(descriptor, `,\n    ${escapedJson(customer)}${ending}`, at);
    } finally {
      closeSync(descriptor);
    }
  };
  const isKnown = ({ tenant, idempotencyKey, resource }: NonNullable<Exchange['wrote']>) =>
    idempotencyKey !== '' && known.size === known.add(`${tenant} ${idempotencyKey} ${resource}`).size;
  return (entry) => {
    if (entry.entry !== 'exchange' && entry.entry !== 'unkept') return;
    const { wrote } = entry;
    // A generated case has a key of its own: what would be remembered of it would only grow.
    if (!wrote || (entry.entry === 'exchange' && isKnown(wrote))) return;
    const customer = { ...wrote, ...(entry.entry === 'unkept' && { identity: entry.identity }) };
    stored('The list of created customers could not be written, so the run stopped', () => add(customer));
  };
}
