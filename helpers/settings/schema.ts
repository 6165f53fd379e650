import { profileNames } from '../../schemas/profiles.js';

/** Formats of a report, in the order in which they are written; `json` is report.json, which is always written. */
export const formatNames = ['json', 'html', 'md', 'junit', 'har'] as const;

/** The name of a format. */
export type FormatName = (typeof formatNames)[number];

/** A member of the schema: JSON Schema 2020-12, and words of our own. */
export interface Property {
  readonly type: 'string' | 'boolean' | 'integer' | 'number' | 'array';
  /** One line, beginning in lower case, without a full stop. */
  readonly description: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly items?: Readonly<Record<string, unknown>>;
  /** The default in words, where it depends on something. */
  readonly usual?: string;
  /** What a value must be, in words, where the schema says it for machines alone. */
  readonly must?: string;
  /** What stands for the value in the help. */
  readonly takes?: string;
  /** `value`: a secret; `file`: the path of a file that holds some. */
  readonly secret?: 'value' | 'file';
  /** Whether it travels in a request header, or names a file or folder. */
  readonly is?: 'header' | 'path';
  /** The option and the variable, where they do not follow from the name. */
  readonly option?: string;
  readonly variable?: `CONFORMANCE_${string}`;
}

/** A kind of setting: gives a member of the schema. */
const kind =
  <const Kind extends object>(part: Kind) =>
  <const More extends object = object>(description: string, more?: More) =>
    ({ ...part, description, ...more }) as unknown as { readonly description: string } & Omit<Kind, keyof More> & More;

const flag = kind({ type: 'boolean', default: false });
const whole = kind({ type: 'integer', takes: 'N' });
const choice = <const Word extends string>(words: readonly Word[]) =>
  kind({ type: 'string', enum: words, takes: words.join('|') });
const line = kind({ type: 'string', pattern: '^\\P{Cc}+$', must: 'one line of text', takes: 'TEXT' });
const files = { type: 'string', is: 'path', pattern: '^[^\\r\\n\\0]+$', takes: 'FILE' } as const;
const path = kind({ ...files, must: 'the path of a file, not its content' });
const headers = { type: 'string', is: 'header', pattern: '^[!-~](?:[ -~]*[!-~])?$', takes: 'TEXT' } as const;
const header = kind({
  ...headers,
  must: 'printable ASCII without white space around it, since it travels in a header',
});
const pointers = { type: 'string', pattern: '^(?:/(?:[^~/]|~[01])*)+$', takes: 'POINTER' } as const;
const pointer = kind({ ...pointers, must: 'a JSON Pointer such as /data/id' });
/** Of an image, also at the end of its name, in the first group, or of a commit, in the second. */
export const digestForm = '^(?:(?:[^@]*@)?(?:sha256:)?([0-9a-fA-F]{64})|(?:gitCommit:)?([0-9a-fA-F]{40}))$';

const secret = { secret: 'value' } as const;

/** What is asked, by whom, and what may be done to it: variables without an option, since most of them are secrets. */
const ofTarget = {
  apiKey: header('Secret Key of the tenant; required with a base address', secret),
  tenantId: header('tenant id of that key; required with a base address'),
  otherTenantId: header('second tenant, not accessible with the first key; enables the isolation checks'),
  otherApiKey: header(
    'Secret Key of the second tenant; without it the first key is used for both, and checks that need two are skipped',
    secret,
  ),
  publicKey: header('Public Key of the tenant', secret),
  revokedKey: header('a key that was rotated out', secret),
  environment: choice(['sandbox', 'live', 'mock'])(
    'sandbox, live or mock; on live the suite creates no customer unless you allow it; only a mock may lack something',
    { usual: 'mock on loopback with --start; sandbox where the address says so; else required' },
  ),
  allowLiveWrites: flag('true lets a run against live create customers, which nobody can delete'),
  confirmSandbox: flag('true says that the target is a sandbox although its address or a key looks like live'),
  customer: path('JSON file merged over the generated customer; {fresh} becomes a new value each time'),
  customerIdPointer: pointer('JSON Pointer to the id of a created customer, if the suite cannot find it'),
  accountIdPointer: pointer('JSON Pointer to the id of an account, relative to one account of the listing'),
  ca: path('additional trusted certificates (PEM)', { variable: 'CONFORMANCE_CA_FILE' }),
  headers: path('headers that a gateway in front of the target wants, one Name: value a line; never printed', {
    secret: 'file',
    variable: 'CONFORMANCE_HEADERS_FILE',
  }),
  clientCert: path('client certificate for mutual TLS, with its chain (PEM)', {
    variable: 'CONFORMANCE_CLIENT_CERT_FILE',
  }),
  clientKey: path('private key of the client certificate (PEM); only its owner may read the file', {
    secret: 'file',
    variable: 'CONFORMANCE_CLIENT_KEY_FILE',
  }),
  allowInsecureHttp: flag('true sends keys over plain HTTP to a host that is not loopback'),
  allowKeyElsewhere: flag('true sends a valid key where services log or store it: query, path, body, other headers'),
  signingKeyFile: path('Ed25519 private key (PEM) that signs the report; only its owner may read the file'),
  operator: line('name of the operator; printed in the report'),
  classification: line('classification of the report; printed in it'),
};

/** The options of `run`, in the order of its help. Each is a variable too. */
const ofRun = {
  baseUrl: kind({ type: 'string', takes: 'URL' })('base URL of the target, including its version segment'),
  embedded: flag('demonstration: test the embedded reference server'),
  profile: choice(profileNames)('what to test; without a second tenant, full is inconclusive', {
    usual: 'full; read-only on live without writes',
  }),
  out: path('output directory; must be new or empty', { takes: 'DIR', usual: 'reports/runs/<run id>' }),
  only: kind({ type: 'array', items: { type: 'string' }, minItems: 1, takes: 'ID-or-area' })(
    'requirement ids or areas to test (repeatable or comma-separated)',
    { usual: 'all' },
  ),
  observe: choice(['none', 'cheap', 'all'])(
    'behaviour to observe beyond the checks; cheap sends only requests meant to create no customer',
    { usual: 'all on loopback, else cheap' },
  ),
  maxCustomers: whole('maximum customers that observations may create', {
    minimum: 0,
    maximum: 1_000_000,
    usual: 'none on loopback, else 35',
  }),
  concurrency: whole('maximum requests in flight', { minimum: 1, maximum: 256, default: 8 }),
  rate: kind({ type: 'number', takes: 'N' })('maximum requests per second', {
    minimum: 0.01,
    maximum: 10_000,
    usual: 'unlimited',
  }),
  timeoutMs: whole('request timeout in ms', {
    minimum: 1,
    maximum: 600_000,
    option: 'timeout',
    takes: 'MS',
    default: 10_000,
  }),
  deadlineSeconds: whole('time limit of the run in seconds', {
    minimum: 1,
    maximum: 86_400,
    option: 'deadline',
    takes: 'S',
    default: 300,
  }),
  seed: whole('seed for all drawn values', {
    minimum: 0,
    maximum: 2_147_483_647,
    usual: 'random, printed; always the same for a mock',
  }),
  decisionsFile: path('file with waivers, attestations, settled requirements and what a mock lacks', {
    option: 'decisions',
    usual: 'decisions.json if it is there',
  }),
  baseline: line('report.json or run folder to compare with; one of another target names every difference; or none', {
    takes: 'RUN',
    usual: 'the last complete run against the same target',
  }),
  failOnDrift: flag('exit 1 while a difference from the baseline is neither accepted nor settled'),
  formats: kind({ type: 'array', items: { enum: formatNames }, minItems: 1, takes: 'NAME,…' })(
    'comma-separated formats: html, md, junit, har; json for nothing but report.json, which is always written',
    { option: 'format', default: ['html', 'md', 'junit', 'har'] },
  ),
  evidence: choice(['full', 'shape', 'none'])(
    'evidence to keep; shape keeps the structure of bodies without their values',
    { usual: 'full on loopback, else shape' },
  ),
  subject: kind({ type: 'string', pattern: digestForm, takes: 'DIGEST' })(
    'digest of the image or commit under test: a subject of the attestation',
    { must: 'sha256: and 64 hexadecimal digits, as of an image, or the 40 of a commit' },
  ),
  start: line('shell command that starts the target before the run and is stopped after it', { takes: 'COMMAND' }),
  startTimeoutSeconds: whole('seconds that a started target has to respond', {
    minimum: 1,
    maximum: 3600,
    option: 'start-timeout',
    takes: 'S',
    default: 30,
  }),
  webhookPort: whole('port that receives webhooks during the run', { minimum: 1, maximum: 65_535 }),
  quiet: flag('print only the verdict'),
  envFile: path('file of variables to read instead of .env: one for each target', { usual: '.env' }),
};

const properties = { ...ofRun, ...ofTarget };

/** The settings of a run as one JSON Schema: Ajv, the options of `run` with their help, and .env.example read it. */
export const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties,
  dependentRequired: {
    // Without an accepted key, a service that answers 401 to everybody would look right.
    baseUrl: ['apiKey', 'tenantId'],
    // A pipeline that lost its base address must not turn green against the embedded server.
    ...Object.fromEntries(
      ['apiKey', 'tenantId', 'otherTenantId', 'publicKey', 'revokedKey', 'environment', 'headers', 'start'].map(
        (name) => [name, ['baseUrl']],
      ),
    ),
    otherApiKey: ['baseUrl', 'otherTenantId'],
    clientCert: ['baseUrl', 'clientKey'],
    clientKey: ['clientCert'],
  },
};

type Properties = typeof properties;

/** The name of any setting. */
export type SettingName = keyof Properties;

/** What a setting holds once it is read. */
type ValueOf<P> = P extends { enum: readonly (infer Word)[] }
  ? Word
  : P extends { type: 'boolean' }
    ? boolean
    : P extends { type: 'integer' | 'number' }
      ? number
      : P extends { items: { enum: readonly (infer Word)[] } }
        ? readonly Word[]
        : P extends { type: 'array' }
          ? readonly string[]
          : string;

type WithDefault = { [Name in SettingName]: Properties[Name] extends { default: unknown } ? Name : never }[SettingName];

/** What each setting holds once it is read, defaults included. */
export type Values = { readonly [Name in WithDefault]: ValueOf<Properties[Name]> } & {
  readonly [Name in Exclude<SettingName, WithDefault>]?: ValueOf<Properties[Name]>;
};

/** A setting with its names. */
export interface Setting extends Property {
  /** The member of the configuration that it becomes. */
  readonly name: SettingName;
  /** The environment variable, which may stand in `.env` too. */
  readonly variable: `CONFORMANCE_${string}`;
}

/** Every setting, in the order of the schema; `option` where it has one, without its hyphens. */
export const settings: readonly Setting[] = (Object.entries(properties) as [SettingName, Property][]).map(
  ([name, property]) => {
    const words = property.option ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const variable = `CONFORMANCE_${words.toUpperCase().replaceAll('-', '_')}` as const;
    return { variable, ...property, name, ...(name in ofRun && { option: words }) };
  },
);

/** The setting of a name; undefined for any other text. */
export const settingNamed = (name: string) => settings.find((setting) => setting.name === name);

/** Variables of others that are honoured; they are read from the environment alone, never from `.env`. */
export const honoured = ['HTTPS_PROXY', 'NO_PROXY'] as const;
