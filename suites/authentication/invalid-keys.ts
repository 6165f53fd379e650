import { context } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive } from '../../helpers/client/verdicts.js';
import {
  anotherCharacter,
  type InvalidKey,
  misreadKeys,
  misreadNames,
  nearMissKeys,
  nearMissNames,
  splice,
  spliced,
} from '../../helpers/redaction/near-miss-keys.js';
import { bracket, fixture } from '../../helpers/runner/fixture.js';
import { seededBytes } from '../../helpers/runner/seeded-random.js';
import type { Configuration } from '../../helpers/settings/settings.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { noSuchPath } from '../baselines.js';
import type { Variation } from '../variation.js';

/** A request without a valid key in the header for it. */
export interface Keyless extends Variation {
  /** The same with a random key in place of the valid one: what both get is not about the key. */
  readonly decoy?: Variation['change'];
  /** The service may reject what stands there before it looks at the key: any rejection will do that the decoy gets too. */
  readonly isLenient?: true;
  /** Something in front may reject the text of the key itself: another rejection than 401 is looked into. */
  readonly isOdd?: true;
}

const printable = String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 0x21 + at));

/** Keys that programs send by mistake, or that a look-up may misread. */
const mistakes: readonly InvalidKey[] = [
  { name: 'undefined', value: 'undefined' },
  { name: 'null', value: 'null' },
  { name: 'a well-known word', value: 'test' },
  ...[
    { name: 'every printable character', value: printable },
    { name: 'an SQL injection', value: "' OR '1'='1" },
    { name: 'a wildcard', value: '*', ofOther: true },
    { name: 'a template', value: '{{7*7}}' },
    // What a look-up takes for something else: built-in members of an object, patterns, values that a parser folds.
    ...['constructor', '__proto__', 'toString', '.*', '.+', '%', 'true', '0', '[]'].map((value) => ({
      name: `the text ${value}`,
      value,
      // Each kind of pattern is sent under either tenant's id: that of `*` and `%` under the first one's begins like its key.
      ofOther: ['.+', '%'].includes(value),
    })),
  ].map((key) => ({ ...key, shell: null, isOdd: true })),
];

const [random, ofTheTenant] = ['random, of the same shape', 'the tenant’s id'];
const odd: readonly string[] = [...misreadNames, ...mistakes.flatMap(({ name, isOdd }) => (isOdd ? [name] : []))];
const names = [...nearMissNames, ...misreadNames, random, spliced, ofTheTenant, ...mistakes.map(({ name }) => name)];

/** The invalid key of a name, for a run that is configured so; undefined where it would be a valid key, or none. */
function invalidKey(name: string, configuration: Configuration): InvalidKey | undefined {
  const { apiKey = '', otherApiKey, publicKey, tenantId = '' } = configuration;
  const key = [
    ...nearMissKeys(apiKey),
    ...misreadKeys(apiKey),
    { name: random, value: randomOfShape(apiKey, configuration) },
    splice(apiKey, otherApiKey ?? apiKey),
    { name: ofTheTenant, value: tenantId },
    ...mistakes,
  ].find((one) => one.name === name);
  return key && [apiKey, otherApiKey, publicKey].includes(key.value) ? undefined : key;
}

/** Every invalid key: which of them a run sends depends on its key. */
export const invalidKeys: readonly Keyless[] = names.map((name) => ({
  name: `an invalid key (${name})`,
  when: (configuration) => invalidKey(name, configuration) !== undefined,
  change: ({ configuration }) => {
    const { value, shell, ofOther } = invalidKey(name, configuration) as InvalidKey;
    const { otherTenantId } = configuration;
    const other = ofOther && otherTenantId !== undefined && { tenant: otherTenantId };
    return { apiKey: value, shellKey: shell, ...other };
  },
  ...(odd.includes(name) && { isOdd: true, front: true }),
}));

/** The key with another character at its end. */
export function almostTheKey(): string {
  const { apiKey } = context().configuration;
  return apiKey.slice(0, -1) + anotherCharacter(apiKey.at(-1) ?? '');
}

/** Letters for letters, digits for digits, the rest as it is: by the seed of the run, the same each time. */
export function randomOfShape(
  text: string,
  configuration: Pick<Configuration, 'seed'> = context().configuration,
): string {
  const bytes = seededBytes(configuration, text, text.length);
  const alphabets = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];
  return [...text]
    .map((character, at) => {
      const alphabet = alphabets.find((one) => one.includes(character));
      return alphabet === undefined ? character : alphabet[(bytes[at] ?? 0) % alphabet.length];
    })
    .join('');
}

/** The valid key after the invalid ones: a target may lock out a client that sent several. */
export const afterInvalidKeys: <R>(work: () => Promise<R>) => Promise<[R, Response]> = bracket(
  'the valid key after the invalid ones',
  () => send(listAccounts, { purpose: 'with the valid key, after the invalid ones' }),
);

const provoke401 = fixture('a rejection for a missing key', async () => {
  await send(listAccounts, { apiKey: null, purpose: 'without Api-Key' });
  await send(listAccounts, { apiKey: randomOfShape(context().configuration.apiKey), purpose: 'with a random Api-Key' });
});

/** Every 401 of this run; where it has none, as under a filter, two requests provoke one. @throws Inconclusive for none */
export async function all401(): Promise<Response[]> {
  // Of the operations only: another path or method may belong to a gateway.
  const seen = () =>
    context().responses.filter(
      ({ status, request: { raw: outgoing, operation, change } }) =>
        status === 401 && outgoing.method === operation.method && change.path !== noSuchPath,
    );
  if (seen().length === 0) await provoke401();
  if (seen().length === 0) throw new Inconclusive('No 401 was observed in this run, so there was none to inspect.');
  return seen();
}
