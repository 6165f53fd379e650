import { context } from '../../helpers/client/context.js';
import type { RequestChange } from '../../helpers/client/message.js';
import { derived } from '../../helpers/json/json-leaves.js';
import type { Configuration } from '../../helpers/settings/schema.js';
import type { Variation } from '../shared/describe.js';
import { randomOfShape } from '../shared/near-misses.js';
import { type InvalidKey, misreadKeys, nearMissKeys, splice } from './near-miss-keys.js';

export interface BesideDecoy extends Variation {
  /** As odd, with a random key: a rejection that both get is not about the key. */
  readonly decoy: Variation;
}

/** Texts that a look-up takes for something else: a query, members of an object, patterns, values that a parser folds. */
const odd = (name: string, value: string): InvalidKey => ({ name, value, shell: null, isOdd: true });
const oddTexts: readonly InvalidKey[] = [
  odd('every printable character', String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 0x21 + at))),
  odd('an SQL injection', "' OR '1'='1"),
  odd('a wildcard', '*'),
  odd('a template', '{{7*7}}'),
  ...'constructor __proto__ toString .* .+ % true 0 []'.split(' ').map((text) => odd(`the text ${text}`, text)),
];

/** Patterns that are sent under the other tenant’s id, whose key a look-up may find first: one of each kind. */
const underOtherTenant: readonly string[] = ['*', '.+', '%'];

/** The invalid keys of a run with this configuration, by name: none is a valid one. */
const invalidKeysOf = derived((configuration: Configuration) => {
  const { apiKey = '', otherApiKey, publicKey, tenantId = '', otherTenantId } = configuration;
  const keys: readonly InvalidKey[] = [
    ...nearMissKeys(apiKey),
    ...misreadKeys(apiKey),
    { name: 'random, of the same shape', value: randomOfShape(apiKey, configuration) },
    splice(apiKey, otherApiKey ?? apiKey),
    { name: 'the tenant’s id', value: tenantId },
    // Keys that programs send by mistake.
    { name: 'undefined', value: 'undefined' },
    { name: 'null', value: 'null' },
    { name: 'a well-known word', value: 'test' },
    ...oddTexts,
  ];
  const invalid = keys.filter(({ value }) => ![apiKey, otherApiKey, publicKey].includes(value));
  const changes = invalid.map(({ name, value, shell: shellKey, isOdd }) => {
    const tenant = underOtherTenant.includes(value) ? otherTenantId : undefined;
    return [name, { isOdd, change: { apiKey: value, shellKey, tenant } }] as const;
  });
  return new Map(changes);
});

/** All invalid keys can be made from it. */
const sample = { apiKey: 'a_test key whose case counts', otherApiKey: 'another key', tenantId: 'a tenant', seed: 0 };

/** Every invalid key: a run’s own key decides which it sends. */
const all = [...invalidKeysOf(sample as Configuration)].map(([name, { isOdd }]) => ({ name, isOdd }));

const changeOf = (name: string, configuration: Configuration) =>
  invalidKeysOf(configuration).get(name)?.change as RequestChange;

const rowOf = (name: string): Variation => ({
  name: `an invalid key (${name})`,
  when: (configuration) => invalidKeysOf(configuration).has(name),
  change: ({ configuration }) => changeOf(name, configuration),
});

const oddTextBeside = (name: string): Variation => ({
  name: 'a random Api-Key, and an odd text in a header that nobody reads',
  mayBeDropped: true,
  change: ({ configuration }) => {
    const { apiKey: oddKey, tenant } = changeOf(name, configuration);
    const { apiKey = '' } = configuration;
    const random = randomOfShape(apiKey);
    // A valid key, or nearly one, stands in no other header: a random one in its place is as odd.
    const text = String(oddKey).replaceAll(apiKey, random).replaceAll(apiKey.slice(0, -1), random.slice(0, -1));
    return { apiKey: random, tenant, headers: [['X-Unread-Text', text]] };
  },
});

export const invalidKeys: readonly Variation[] = all.filter(({ isOdd }) => !isOdd).map(({ name }) => rowOf(name));

/** What a look-up may take for something else, and something in front of the service may reject. */
export const misreadableKeys: readonly BesideDecoy[] = all
  .filter(({ isOdd }) => isOdd)
  .map(({ name }) => ({ ...rowOf(name), mayBeDropped: true, decoy: oddTextBeside(name) }));

/** A near miss of the key, as secret as the key. */
export function almostTheKey(): string {
  const near = nearMissKeys(context().configuration.apiKey);
  return near.find(({ name }) => name === 'another character at the end')?.value ?? '';
}
