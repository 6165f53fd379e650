import { context } from '../../helpers/client/context.js';
import type { RequestChange } from '../../helpers/client/message.js';
import { send } from '../../helpers/client/send.js';
import { type InvalidKey, misreadKeys, nearMissKeys, splice } from '../../helpers/redaction/near-miss-keys.js';
import { bracket } from '../../helpers/runner/fixture.js';
import { seededBytes } from '../../helpers/runner/seeded-random.js';
import type { Configuration } from '../../helpers/settings/schema.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import type { Variation } from '../variation.js';

/** A request without a valid key in the header for it. */
export interface Keyless extends Variation {
  /** The same with a random key in place of the valid one, or of the odd one: what both get is not about the key. */
  readonly decoy?: Variation;
  /** The service may reject what stands there before it looks at the key: any rejection will do that the decoy gets too. */
  readonly isLenient?: true;
  /** Something in front may reject the text of the key itself: another rejection than 401 is looked into. */
  readonly isOdd?: true;
}

/** Texts that a look-up takes for something else: a query, built-in members of an object, patterns, values that a parser folds. */
const oddTexts: readonly (readonly [name: string, value: string])[] = [
  ['every printable character', String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 0x21 + at))],
  ['an SQL injection', "' OR '1'='1"],
  ['a wildcard', '*'],
  ['a template', '{{7*7}}'],
  ...['constructor', '__proto__', 'toString', '.*', '.+', '%', 'true', '0', '[]'].map(
    (value) => [`the text ${value}`, value] as const,
  ),
];

/** Patterns of each kind that are sent under the other tenant’s id, whose key a look-up may find first. */
const ofOther: readonly string[] = ['*', '.+', '%'];

/** The invalid keys of a run that is configured so: none is a valid one. */
function invalidKeysOf(configuration: Configuration): readonly (InvalidKey & Pick<RequestChange, 'tenant'>)[] {
  const { apiKey = '', otherApiKey, publicKey, tenantId = '', otherTenantId } = configuration;
  const tenantFor = (text: string) =>
    ofOther.includes(text) && otherTenantId !== undefined && { tenant: otherTenantId };
  const made = [
    ...nearMissKeys(apiKey),
    ...misreadKeys(apiKey),
    { name: 'random, of the same shape', value: randomOfShape(apiKey, configuration) },
    splice(apiKey, otherApiKey ?? apiKey),
    { name: 'the tenant’s id', value: tenantId },
    // Keys that programs send by mistake.
    { name: 'undefined', value: 'undefined' },
    { name: 'null', value: 'null' },
    { name: 'a well-known word', value: 'test' },
    ...oddTexts.map(([name, value]) => ({ name, value, shell: null, isOdd: true, ...tenantFor(value) })),
  ];
  return made.filter(({ value }) => ![apiKey, otherApiKey, publicKey].includes(value));
}

/** Of such a configuration all of them can be made. */
const sample = { apiKey: 'a_test key whose case counts', otherApiKey: 'another key', tenantId: 'a tenant', seed: 0 };

/** Every invalid key: which of them a run sends depends on its key. */
export const invalidKeys: readonly Keyless[] = invalidKeysOf(sample as Configuration).map(({ name, isOdd }) => {
  const keyOf = (configuration: Configuration) => invalidKeysOf(configuration).find((one) => one.name === name);
  const changeOf = (configuration: Configuration): RequestChange => {
    const { value, shell, tenant } = keyOf(configuration) as ReturnType<typeof invalidKeysOf>[number];
    return { apiKey: value, shellKey: shell, ...(tenant && { tenant }) };
  };
  const decoy: Variation = {
    name: 'a random Api-Key, and an odd text in a header that nobody reads',
    front: true,
    change: ({ configuration }) => {
      const { apiKey: odd, shellKey: _, ...change } = changeOf(configuration);
      const { apiKey = '' } = configuration;
      const random = randomOfShape(apiKey);
      // A valid key, or nearly one, stands in no other header: a random one in its place is as odd.
      const text = String(odd).replaceAll(apiKey, random).replaceAll(apiKey.slice(0, -1), random.slice(0, -1));
      return { ...change, apiKey: random, headers: [['X-Unread-Text', text]] };
    },
  };
  return {
    name: `an invalid key (${name})`,
    when: (configuration) => keyOf(configuration) !== undefined,
    change: ({ configuration }) => changeOf(configuration),
    ...(isOdd && { isOdd: true, front: true, decoy }),
  };
});

/** The key with another character at its end: one of its near misses, which are as secret as the key. */
export function almostTheKey(): string {
  const near = nearMissKeys(context().configuration.apiKey);
  return near.find(({ name }) => name === 'another character at the end')?.value ?? '';
}

/** Letters for letters, digits for digits, the rest as it is: by the seed of the run, the same each time. */
export function randomOfShape(text: string, configuration: Configuration = context().configuration): string {
  const bytes = seededBytes(configuration, text, text.length);
  const alphabets = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];
  return text.replace(/[0-9a-z]/gi, (character, at: number) => {
    const alphabet = alphabets.find((one) => one.includes(character)) ?? '';
    return alphabet[(bytes[at] ?? 0) % alphabet.length] ?? character;
  });
}

/** The valid key after the invalid ones: a target may lock out a client that sent several. */
export const afterInvalidKeys = bracket('the valid key after the invalid ones', () =>
  send(listAccounts, { purpose: 'with the valid key, after the invalid ones' }),
);
