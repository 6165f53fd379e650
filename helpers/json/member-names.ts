import { type Leaf, wordsOf } from './json-leaves.js';

export const setOf = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));

/** Members of a response whose parts are about the response itself. */
const partsOfTheAnswer = setOf(
  'request req trace tracing span correlation meta metadata event audit log error errors warning warnings debug server',
);

/** About the response rather than the resource. */
const ofTheAnswer = setOf(
  'request requestid req response transaction operation message session attempt retry idempotency',
  'trace traceid span correlation correlationid event audit log error ray',
  'nonce signature sig csrf etag hash checksum digest fingerprint version revision',
  'server node instance host hostname pod worker region duration took elapsed latency length',
);

/** They contain any result. */
export const containers = setOf(
  'data content contents response payload body result results value values embedded',
  'items list records entries rows elements edges nodes resources collection objects',
);

/** Values that many things share. */
const shared = setOf(
  'currency currencies country bank bic swift sort routing branch locale language',
  'product type kind status state name title label scheme plan tier category description note',
  'tenant organization organisation org business merchant owner holder client partner program programme',
  'total count limit offset page size balance amount available rate number_of',
  'created updated modified opened closed at on date time timestamp expires',
);

const identifiers = setOf('id ids uuid guid uid urn arn oid pk identifier');
const references = setOf(
  'ref reference number no num code key iban account bban nuban handle href self url uri link slug sku',
);
const addresses = setOf('href self url uri link');
/** Jobs that a write may start: their ids do not identify what it creates. */
const aboutWork = setOf('job jobs task tasks operation operations process queue ticket transaction workflow command');

/** Words that member names have for a resource. */
export interface Words {
  /** `customer`, `client`, `person`. */
  readonly about: ReadonlySet<string>;
  /** Its own name, one and many, which speaks of nothing else. */
  readonly own: ReadonlySet<string>;
}

/** Whether it has a word of a vocabulary that is none for the resource alone. */
const has = (name: string, vocabulary: ReadonlySet<string>, own?: ReadonlySet<string>) =>
  wordsOf(name).some((word) => vocabulary.has(word) && !own?.has(word));

/** Whether a leaf is about the response itself. */
export function belongsToAnswer({ names }: Leaf, { own }: Pick<Words, 'own'>): boolean {
  const above = names.slice(0, -1).filter((name) => name !== 'header');
  return above.some((name) => has(name, partsOfTheAnswer, own)) || has(names.at(-1) ?? '', ofTheAnswer, own);
}

/** Whether a leaf is the id or the address of a job. */
export function belongsToWork({ names, value }: Leaf, { own }: Pick<Words, 'own'>): boolean {
  const address = names[0] === 'header' ? [String(value)] : [];
  return [...names, ...address].some((name) => has(name, aboutWork, own));
}

export const isAbout = ({ names }: Leaf, { about }: Words) => names.some((name) => has(name, about));

/** Names of a thing's own address, and those above: with another word it leads elsewhere. */
const ofOwnAddress = setOf('href self url uri link links canonical resource data result attributes');

/** `…/customers` for a resource's own address `…/customers/17`, `cus::tenant` for `cus:17:tenant`; otherwise undefined. */
export function collectionOf({ names, value }: Leaf, { about, own }: Words): string | undefined {
  const above = String(value).replace(/\/$/, '').split('/').slice(0, -1);
  const vocabularies = [ofOwnAddress, containers, references, own];
  const isOwn = names.flatMap(wordsOf).every((word) => vocabularies.some((words) => words.has(word)));
  const [, kind, tenant] = /^([a-z]{3,}):\d+(:\S*)?$/i.exec(String(value)) ?? [];
  if (isOwn && kind && [...own].some((word) => word.startsWith(kind.toLowerCase()))) return `${kind}:${tenant}`;
  return isOwn && wordsOf(above.at(-1) ?? '').some((word) => about.has(word)) ? above.join('/') : undefined;
}

/** How clearly a leaf's names say that it identifies a resource: 3 at most, 0 for not at all. */
export function rankOf(leaf: Leaf, spoken: Words): 0 | 1 | 2 | 3 {
  const last = leaf.names.at(-1);
  if (last === undefined || last === '{}') return 3;
  if (leaf.names[0] !== 'header') return rankOfMember(leaf, last, spoken);
  // Gateways put ids of their own into headers: only a name about the resource counts.
  return /location$/.test(leaf.names[1] ?? '') || isAbout(leaf, spoken) ? 3 : 0;
}

function rankOfMember(leaf: Leaf, name: string, spoken: Words): 0 | 1 | 2 | 3 {
  const isSpokenOf = isAbout(leaf, spoken);
  const isId = has(name, identifiers);
  const isReference = has(name, references);
  if (isId && (wordsOf(name).length === 1 || has(name, spoken.about))) return 3;
  if (isReference && isSpokenOf && !has(name, addresses)) return 3;
  if (isId || isReference) return 2;
  if (has(name, shared)) return 0;
  // A bare number under any other name is a count or a quota.
  return typeof leaf.value === 'number' && !isSpokenOf ? 0 : 1;
}

/** Things that an account belongs to or is made of: their ids are not its own. */
const ofOthers = setOf(
  'customer owner holder user person client party tenant merchant institution bank branch',
  'product currency currencies parent type links limits',
);

const bankNumbers = setOf('iban bban nuban');
const numbersOfAccounts = setOf('number no ref reference code key');
const otherHandles = setOf('number reference ref handle key');

/** How clearly names say that it identifies an account: 6 at most, 0 for not at all. */
export function accountRank(names: readonly string[]): number {
  const last = names.at(-1);
  if (last === undefined) return 6;
  if (last === '{}') return 1;
  // HAL and JSON:API put the account's own address among its links.
  if (names.at(-2) === 'self' || last === 'self') return 2;
  if (names.slice(0, -1).some((name) => has(name, ofOthers))) return 0;
  const rank = accountRankOfName(last);
  return names.length > 1 && rank > 0 ? rank - 0.5 : rank;
}

function accountRankOfName(name: string): number {
  const words = wordsOf(name);
  const isOneWord = words.length === 1;
  const saysAccount = words.some((word) => /^(sub)?accounts?$|^wallets?$|^resource$/.test(word));
  if (has(name, identifiers) && isOneWord) return 6;
  if (has(name, identifiers)) return saysAccount ? 5 : 0;
  const isAccountNumber = saysAccount && (isOneWord || has(name, numbersOfAccounts));
  if (has(name, bankNumbers) || isAccountNumber) return 4;
  if (has(name, shared)) return 0;
  if (has(name, otherHandles)) return 3;
  return has(name, addresses) ? 2 : 0;
}

const moments = setOf('at on time timestamp ts date created updated modified expire expires iat exp now');

/** Whether a value is a moment in time: an ISO 8601 or HTTP date, or an epoch under a name that says so. */
export function isMoment({ names, value }: Leaf): boolean {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d([T ]\d\d:|$)/.test(value)) return true;
  if (typeof value === 'string' && /^(mon|tue|wed|thu|fri|sat|sun), \d\d? /i.test(value)) return true;
  return has(names.at(-1) ?? '', moments) && /^\d{9,19}(\.\d+)?$/.test(String(value));
}

/** Whether work on a thing has not ended: `in review`, `verified: false`. */
export function saysUnfinished({ names, value }: Leaf): boolean {
  if (value === false) return /verif|complet|approv|confirm|valid|final|active|ready|check/i.test(names.at(-1) ?? '');
  const words =
    /pending|process|queue|submit|receiv|review|valid|verif|check|screen|progress|wait|draft|schedul|provision|onboard/i;
  return typeof value === 'string' && (words.test(value) || /^(new|open|created?|init\w*|registered)$/i.test(value));
}
