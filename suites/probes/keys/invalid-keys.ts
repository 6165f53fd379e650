import { context } from '../../../helpers/client/context.js';
import type { Response } from '../../../helpers/client/message.js';
import { send } from '../../../helpers/client/send.js';
import { Inconclusive } from '../../../helpers/client/verdicts.js';
import type { Configuration } from '../../../helpers/configuration/settings.js';
import {
  type InvalidKey,
  misreadKeys,
  misreadNames,
  nearMissKeys,
  nearMissNames,
  splice,
  spliced,
} from '../../../helpers/redaction/near-miss-keys.js';
import { bracket, fixture } from '../../../helpers/runner/fixture.js';
import { seededBytes } from '../../../helpers/runner/seeded-random.js';
import { listAccounts } from '../../../schemas/fsapi/operations.js';
import { noSuchPath } from '../unknown-path.js';

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
  ].map((key) => ({ ...key, shell: null, lenient: true })),
];

const tenantId = 'the tenant’s id';

/** The names that an invalid key may have: which of them a run sends depends on its key. */
export const invalidKeyNames: readonly string[] = [
  ...nearMissNames,
  ...misreadNames,
  'random, of the same shape',
  spliced,
  tenantId,
  ...mistakes.map(({ name }) => name),
];

/** The invalid key of a name, for a run that is configured so; undefined where it would be a valid key, or none. */
export function invalidKey(name: string, configuration: Configuration): InvalidKey | undefined {
  const { apiKey = '', otherApiKey, publicKey, tenantId: ofTheTenant = '' } = configuration;
  const random = { name: 'random, of the same shape', value: randomOfShape(apiKey, configuration) };
  const known = { name: tenantId, value: ofTheTenant };
  const key = [
    ...nearMissKeys(apiKey),
    ...misreadKeys(apiKey),
    random,
    splice(apiKey, otherApiKey ?? apiKey),
    known,
    ...mistakes,
  ].find((one) => one.name === name);
  return key && [apiKey, otherApiKey, publicKey].includes(key.value) ? undefined : key;
}

/** Letters for letters, digits for digits, the rest as it is: by the seed of the run, the same each time. */
export function randomOfShape(
  text: string,
  configuration: Pick<Configuration, 'seed'> = context().configuration,
): string {
  const bytes = seededBytes(configuration, text, text.length);
  return [...text]
    .map((character, at) => {
      const byte = bytes[at] ?? 0;
      if (/[0-9]/.test(character)) return String(byte % 10);
      if (/[a-f]/.test(character)) return 'abcdef'[byte % 6];
      if (/[g-z]/.test(character)) return 'ghijklmnopqrstuvwxyz'[byte % 20];
      if (/[A-F]/.test(character)) return 'ABCDEF'[byte % 6];
      if (/[G-Z]/.test(character)) return 'GHIJKLMNOPQRSTUVWXYZ'[byte % 20];
      return character;
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
