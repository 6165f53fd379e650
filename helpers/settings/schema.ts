import type { Header } from '../../schemas/exchange.js';
import { profileNames } from '../../schemas/profiles.js';

const formatNames = ['json', 'html', 'md', 'junit', 'har'] as const;

type FormatName = (typeof formatNames)[number];

/** A member of the schema: JSON Schema 2020-12 with words of our own. `Value`: what the setting holds once read. */
type Property<Value = unknown> = Readonly<{
  type: 'string' | 'boolean' | 'integer' | 'number' | 'array';
  /** A phrase without a full stop. */
  description: string;
  default?: Value;
  enum?: readonly string[];
  items?: { readonly type: 'string'; readonly enum?: readonly string[] };
  minItems?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  /** The default in words, if it depends on something. */
  usual?: string;
  /** What a value must be, in words. */
  must?: string;
  /** Stands for the value in the help. */
  takes?: string;
  /** `value`: a secret; `file`: the path of a file that holds some. */
  secret?: 'value' | 'file';
  /** Whether it travels in a request header, or names a file or folder. */
  is?: 'header' | 'path';
  /** Names option and variable, if `name` does not. */
  words?: string;
}>;

type More<Value> = Partial<Property<Value>>;

const usually = <Value>(value: Value, property: Property<Value>) => ({ ...property, default: value });
const flag = (description: string) => usually<boolean>(false, { type: 'boolean', description });
const choice = <Word extends string>(words: readonly Word[], description: string, usual: string): Property<Word> => {
  return { type: 'string', enum: words, takes: words.join('|'), description, usual };
};
const number = (description: string, minimum: number, maximum: number, more?: More<number>): Property<number> => {
  return { type: 'integer', takes: 'N', minimum, maximum, description, ...more };
};
const seconds = (value: number, description: string, most: number, words: string) =>
  usually(value, number(description, 1, most, { words, takes: 'S' }));
const list = <Item>(description: string, more: More<readonly Item[]>): Property<readonly Item[]> => {
  return { type: 'array', items: { type: 'string' }, minItems: 1, description, ...more };
};
const text = (form: More<string>) => {
  const usual = { type: 'string', ...form } as const;
  return (description: string, more?: More<string>): Property<string> => ({ ...usual, description, ...more });
};
const line = text({ pattern: '^\\P{Cc}+$', must: 'one line of text', takes: 'TEXT' });
const path = text({
  is: 'path',
  pattern: '^[^\\r\\n\\0]+$',
  must: 'the path of a file, not its content',
  takes: 'FILE',
});
const pointer = text({ pattern: '^(?:/(?:[^~/]|~[01])*)+$', must: 'a JSON Pointer such as /data/id' });
const header = text({
  is: 'header',
  pattern: '^(?![\'"`])[!-~](?:[ -~]*[!-~])?(?<![\'"`])$',
  must: 'printable ASCII without white space or quotation marks around it, since it travels in a header',
});
const secret = { secret: 'value' } as const;

/** The digest of an image, also after its name (group 1), or of a commit (group 2). */
export const digestForm = '^(?:(?:[^@]*@)?(?:sha256:)?([0-9a-fA-F]{64})|(?:gitCommit:)?([0-9a-fA-F]{40}))$';

/** Variables without an option. */
const ofTarget = {
  apiKey: header('Secret Key of the tenant; required with a base address', secret),
  tenantId: header('tenant id of that key; required with a base address'),
  otherTenantId: header('second tenant, not accessible with the first key; enables the isolation checks'),
  otherApiKey: header('Secret Key of the second tenant; without it the first key is used for both', secret),
  publicKey: header('Public Key of the tenant', secret),
  revokedKey: header('a key that was rotated out', secret),
  environment: choice(
    ['sandbox', 'live', 'mock'],
    'sandbox, live or mock; on live the suite creates no customer unless you allow it; only a mock may lack something',
    'mock on loopback with --start; sandbox where the address says so; else required',
  ),
  allowLiveWrites: flag('true lets a run against live create customers, which nobody can delete'),
  confirmSandbox: flag('true says that the target is a sandbox although its address or a key looks like live'),
  customer: path('JSON file merged over the generated customer; {fresh} becomes a new value each time'),
  customerIdPointer: pointer('JSON Pointer to the id of a created customer, if the suite cannot find it'),
  accountIdPointer: pointer('JSON Pointer to the id of an account, relative to one account of the listing'),
  ca: path('additional trusted certificates (PEM)', { words: 'ca-file' }),
  headers: path('headers that a gateway requires, one Name: value a line', { secret: 'file', words: 'headers-file' }),
  clientCert: path('client certificate for mutual TLS, with its chain (PEM)', { words: 'client-cert-file' }),
  clientKey: path('private key of that certificate (PEM, mode 600)', { secret: 'file', words: 'client-key-file' }),
  allowInsecureHttp: flag('true sends keys over plain HTTP to a host that is not loopback'),
  allowKeyElsewhere: flag('true sends a valid key where services log or store it: query, path, body, other headers'),
  signingKeyFile: path('Ed25519 private key that signs the report (PEM, mode 600)'),
  operator: line('name of the operator; printed in the report'),
  classification: line('classification of the report; printed in it'),
};

/** The options of `run`, in the order of its help. Each is a variable too. */
const ofRun = {
  baseUrl: text({ takes: 'URL' })('base URL of the target, including its version segment'),
  embedded: flag('demonstration: test the embedded reference server'),
  profile: choice(
    profileNames,
    'what to test; without a second tenant, full is inconclusive',
    'full; read-only on live without writes',
  ),
  out: path('output directory; must be new or empty', { takes: 'DIR', usual: 'reports/runs/<run id>' }),
  only: list<string>('ids or areas to test (repeatable or with commas)', { takes: 'ID-or-area', usual: 'all' }),
  observe: choice(
    ['none', 'cheap', 'all'],
    'what to observe beyond the checks; cheap: only what is meant to create no customer',
    'all on loopback, else cheap',
  ),
  maxCustomers: number('customers that observations may create', 0, 1e6, { usual: 'no limit on loopback, else 35' }),
  concurrency: usually(8, number('maximum requests in flight', 1, 256)),
  rate: number('maximum requests per second', 0.01, 10_000, { type: 'number', usual: 'unlimited' }),
  timeoutMs: usually(10_000, number('request timeout in ms', 1, 600_000, { words: 'timeout', takes: 'MS' })),
  deadlineSeconds: seconds(300, 'time limit of the run in seconds', 86_400, 'deadline'),
  seed: number('seed for all drawn values', 0, 2 ** 31 - 1, { usual: 'random, printed; always the same for a mock' }),
  decisionsFile: path('file with waivers, attestations, settled requirements and what a mock lacks', {
    words: 'decisions',
    usual: 'decisions.json if it is there',
  }),
  baseline: line('report.json or run folder to compare with, or none; it may be of another target', {
    takes: 'RUN',
    usual: 'the last complete run against the same target',
  }),
  failOnDrift: flag('exit 1 while a difference from the baseline is neither accepted nor settled'),
  formats: usually(
    ['html', 'md', 'junit', 'har'],
    list<FormatName>('comma-separated formats; json for nothing but report.json, which is always written', {
      words: 'format',
      takes: 'NAME,…',
      items: { type: 'string', enum: formatNames },
    }),
  ),
  evidence: choice(['full', 'shape', 'none'], 'shape keeps no value of a body', 'full on loopback, else shape'),
  subject: text({ pattern: digestForm, takes: 'DIGEST' })(
    'digest of the image or commit under test: a subject of the attestation',
    { must: 'sha256: and 64 hexadecimal digits, as of an image, or the 40 of a commit' },
  ),
  start: line('shell command that starts the target before the run and is stopped after it', { takes: 'COMMAND' }),
  startTimeoutSeconds: seconds(30, 'seconds within which a started target must respond', 3600, 'start-timeout'),
  webhookPort: number('port that receives webhooks during the run', 1, 65_535),
  quiet: flag('print only the verdict'),
  envFile: path('file of variables to read instead of .env: one for each target', { usual: '.env' }),
};

const properties = { ...ofRun, ...ofTarget };
const needAddress = 'apiKey tenantId otherTenantId publicKey revokedKey environment headers start'.split(' ');

/** The settings of a run as one JSON Schema. */
export const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties,
  dependentRequired: {
    // A pipeline that lost its base address must not turn green against the embedded server.
    ...Object.fromEntries(needAddress.map((name) => [name, ['baseUrl']])),
    baseUrl: ['apiKey', 'tenantId'],
    otherApiKey: ['baseUrl', 'otherTenantId'],
    clientCert: ['baseUrl', 'clientKey'],
    clientKey: ['clientCert'],
  },
};

type Properties = typeof properties;

export type SettingName = keyof Properties;

type ValueOf<P> = P extends Property<infer Value> ? Value : never;
type WithDefault = { [Name in SettingName]: Properties[Name] extends { default: unknown } ? Name : never }[SettingName];

/** Settings with their defaults. */
export type Values = { readonly [Name in WithDefault]: ValueOf<Properties[Name]> } & {
  readonly [Name in Exclude<SettingName, WithDefault>]?: ValueOf<Properties[Name]>;
};

export interface Setting extends Property {
  readonly name: SettingName;
  /** May stand in `.env` too. */
  readonly variable: `CONFORMANCE_${string}`;
  /** Without its hyphens. */
  readonly option?: string;
}

export const settings: readonly Setting[] = (Object.entries(properties) as [SettingName, Property][]).map(
  ([name, property]) => {
    const { words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) } = property;
    const variable = `CONFORMANCE_${words.toUpperCase().replaceAll('-', '_')}` as const;
    return { ...property, name, variable, ...(name in ofRun && { option: words }) };
  },
);

export const settingNamed = (name: string) => settings.find((setting) => setting.name === name);

export const variableOf = (name: SettingName) => (settingNamed(name) as Setting).variable;

/** The settings that are set and `isMeant`, by their variables. */
export function variablesOf(
  values: Readonly<Partial<Record<SettingName, unknown>>>,
  isMeant: (setting: Setting) => boolean = () => true,
): Record<string, string> {
  const meant = settings.filter((setting) => values[setting.name] !== undefined && isMeant(setting));
  return Object.fromEntries(meant.map(({ name, variable }) => [variable, String(values[name])]));
}

/** Read from the environment alone, never from `.env`. */
export const honoured = ['HTTPS_PROXY', 'NO_PROXY'] as const;

export const keyNames = ['apiKey', 'otherApiKey', 'publicKey', 'revokedKey'] as const satisfies readonly SettingName[];

/** Always set: `only` with all ids, in catalogue order, unless given. */
type Chosen = Required<Pick<Values, 'only' | 'profile' | 'environment' | 'observe' | 'evidence' | 'seed'>>;

interface Resolved extends Chosen {
  readonly customer?: Readonly<Record<string, unknown>>;
  readonly headers?: readonly Header[];
  /** Keys of a mock that no report can hide. */
  readonly publicKeys?: readonly (typeof keyNames)[number][];
}

/** Checked, with absolute paths. It holds keys, so it is never written. */
export type Configuration = Omit<Values, keyof Resolved> & Resolved;
