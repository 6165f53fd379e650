import type { Header } from '../../schemas/exchange.js';
import { profileNames } from '../../schemas/profiles.js';
import {
  choice,
  file,
  flag,
  header,
  list,
  number,
  passphrase,
  pointer,
  type Row,
  secret,
  secretFile,
  text,
  url,
} from './setting.js';
import { type FormatName, formatHelp } from './values/formats.js';
import type { Shard } from './values/shard.js';

/**
 * The options of `run` in the order in which the help tells them. Each is a variable too: `baseUrl` is `--base-url` and
 * CONFORMANCE_BASE_URL.
 */
const runSettings = {
  baseUrl: url('base URL of the target, including the /v1/ segment'),
  embedded: flag('demonstration: test the embedded reference server'),
  profile: choice(profileNames, 'what to test; without a second tenant, full is inconclusive', {
    otherwise: 'full; read-only on live without writes',
  }),
  out: file('output directory; must be new or empty', { placeholder: 'DIR', otherwise: 'reports/runs/<run id>' }),
  only: list('requirement ids or areas to test (repeatable or comma-separated)', { otherwise: 'all' }),
  lastFailed: flag('test only what failed or was inconclusive when it was last tested against this target'),
  require: list('requirements that must not be skipped (repeatable or comma-separated)', { otherwise: 'none' }),
  observe: choice(
    ['none', 'cheap', 'all'],
    'behaviour to observe beyond the checks; cheap sends only requests meant to create no customer',
    {
      otherwise: 'all on loopback, else cheap',
    },
  ),
  maxCustomers: number([0, 1_000_000], 'maximum customers that observations and valid generated cases may create', {
    otherwise: 'none on loopback, else 25 plus those of --cases',
  }),
  concurrency: number([1, 256], 'maximum requests in flight', { fallback: '8' }),
  rate: number([0.01, 10_000], 'maximum requests per second', { otherwise: 'unlimited' }),
  timeoutMs: number([1, 600_000], 'request timeout in ms', { option: 'timeout', placeholder: 'MS', fallback: '10000' }),
  deadlineSeconds: number([1, 86_400], 'time limit of the run in seconds', {
    option: 'deadline',
    placeholder: 'S',
    fallback: '300',
  }),
  cases: number([0, 1_000_000], 'generated valid and invalid customers for each member of the schema', {
    fallback: '0',
  }),
  repeat: number(
    [1, 100],
    'run each check N times; one that fails once fails, and any other change of verdict makes it inconclusive',
    { fallback: '1' },
  ),
  shard: text(
    'share of the generated cases for this machine; the checks run in shard 1; auto or auto/n on a pipeline’s node',
    { placeholder: 'i/n', otherwise: 'none' },
  ),
  seed: number([0, 2_147_483_647], 'seed for all generated values', { otherwise: 'random, printed' }),
  resume: file(
    'folder of a run that was cut short: sends only the generated cases that it left, and every check again',
    { placeholder: 'RUN' },
  ),
  decisionsFile: file('file with waivers, attestations and settled requirements', {
    option: 'decisions',
    otherwise: 'decisions.json if it is there',
  }),
  baseline: text('report.json or run folder to compare with; none to compare with nothing', {
    placeholder: 'FILE',
    otherwise: 'for each requirement the last run that observed it',
  }),
  failOnDrift: flag('exit 1 while a changed observation is neither accepted nor settled'),
  strictWaivers: flag('exit 1 if a waiver covers no failure'),
  formats: list(formatHelp, { option: 'format', placeholder: 'NAME,…', fallback: 'html,md,junit,questions,har' }),
  evidence: choice(
    ['full', 'shape', 'none'],
    'evidence to keep; shape keeps the structure of bodies without their values',
    {
      otherwise: 'full on loopback, else shape',
    },
  ),
  start: text('shell command that starts the target before the run and is stopped after it', {
    placeholder: 'COMMAND',
    otherwise: 'none',
  }),
  startEnv: list(
    'environment variables that the command of --start gets besides PATH, HOME, locale, PORT and its keys',
    { placeholder: 'NAME,…', otherwise: 'none' },
  ),
  startTimeoutSeconds: number([1, 3600], 'seconds that a started target has to respond', {
    option: 'start-timeout',
    placeholder: 'S',
    fallback: '30',
  }),
  webhookPort: number([1, 65_535], 'port that receives webhooks during the run', { otherwise: 'none' }),
  bail: flag('stop after the first failure that is not waived'),
  watch: flag('run again when a file changes or the target restarts; stop with Ctrl-C'),
  quiet: flag('print only the verdict'),
  json: flag('print report.json on stdout, and everything else on stderr'),
  envFile: file('file of variables to read instead of .env: one for each target', { otherwise: '.env' }),
};

/**
 * What is asked, by whom, and what may be done to it: variables that have no option, since most of them are secrets.
 * `apiKey` is CONFORMANCE_API_KEY.
 */
const targetSettings = {
  apiKey: secret('Secret Key of the tenant; required with a base address'),
  tenantId: header('x-tenant-id of the tenant; required with a base address'),
  otherTenantId: header('second tenant, not accessible with the first key; enables the isolation checks'),
  otherApiKey: secret(
    'Secret Key of the second tenant; without it the first key is used for both, and ACCT-03 is skipped',
  ),
  publicKey: secret('Public Key of the tenant (AUTH-13)'),
  revokedKey: secret('a revoked key (AUTH-09)'),
  environment: choice(
    ['sandbox', 'live'],
    'sandbox or live; on live the suite creates no customer unless you allow it',
    {
      otherwise: 'sandbox where the address says so, else required',
    },
  ),
  allowLiveWrites: flag('true allows a run against live to create customers'),
  confirmSandbox: flag('true confirms that the target is a sandbox although its address or a key looks like live'),
  keysArePublic: flag('true for a mock on loopback whose keys are no secrets: reports may contain them'),
  customer: file('JSON file merged over the generated customer; {fresh} becomes a new value each time'),
  customerIdPointer: pointer('JSON Pointer to the id of a created customer, if the suite cannot find it'),
  accountIdPointer: pointer('JSON Pointer to the id of an account, relative to one account of the listing'),
  ca: file('additional trusted certificates (PEM)', { variable: 'CONFORMANCE_CA_FILE' }),
  headers: secretFile(
    'headers that a proxy or gateway in front of the target wants, one Name: value a line; never printed',
    { variable: 'CONFORMANCE_HEADERS_FILE' },
  ),
  clientCert: file('client certificate for mutual TLS, with its chain (PEM)', {
    variable: 'CONFORMANCE_CLIENT_CERT_FILE',
  }),
  clientKey: secretFile('private key of the client certificate (PEM); only its owner may read the file', {
    variable: 'CONFORMANCE_CLIENT_KEY_FILE',
  }),
  clientKeyPassphrase: passphrase('passphrase of the private key'),
  allowInsecureHttp: flag('true sends keys over plain HTTP to a host that is not loopback'),
  allowGuesses: flag('true sends variations of a short tenant id, which may belong to another tenant'),
  allowKeyInQuery: flag('true sends a valid key in a query string, which may end up in access logs'),
  signingKeyFile: file('Ed25519 private key, PEM, that signs the report bundle'),
  operator: text('name of the operator; printed in the report'),
  classification: text('classification of the report; printed in it'),
};

type Table = typeof runSettings & typeof targetSettings;

/** Variables of others that are honoured; they are read from the environment alone, never from `.env`. */
export const honoured = ['HTTPS_PROXY', 'NO_PROXY'] as const;

/** The name of any setting. */
export type SettingName = keyof Table;

/** A setting. */
export interface Setting extends Row {
  /** The member of the configuration that it becomes. */
  readonly name: SettingName;
  /** The environment variable, which may stand in `.env` too. */
  readonly variable: `CONFORMANCE_${string}`;
}

/** The one table of settings. Parsing, the help and the check of `.env.example` all read it. */
export const settings: readonly Setting[] = [
  ...rowsOf(runSettings).map(([name, row]) => settingOf(name, { option: kebab(name), ...row })),
  ...rowsOf(targetSettings).map(([name, row]) => settingOf(name, row)),
];

function rowsOf(rows: Readonly<Record<string, Row>>) {
  return Object.entries(rows) as [SettingName, Row][];
}

/** `baseUrl` becomes CONFORMANCE_BASE_URL. */
function settingOf(name: SettingName, row: Row): Setting {
  const words = row.option ?? kebab(name);
  return { variable: `CONFORMANCE_${words.toUpperCase().replaceAll('-', '_')}`, ...row, name };
}

/** `baseUrl` becomes base-url. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

type Parsed<R extends Row> = ReturnType<R['parse']>;

/** What each setting holds once it is parsed, defaults included; `undefined` where there is neither. */
export type Values = {
  readonly [Name in SettingName]: Table[Name] extends { kind: 'flag' } | { fallback: string }
    ? Parsed<Table[Name]>
    : Parsed<Table[Name]> | undefined;
};

/** Settings whose value is read from a file, resolved against the catalogue, or chosen where nothing is given. */
interface Resolved {
  /** Merged over every generated customer; `{fresh}` in a value stands for something new each time. */
  readonly customer: Readonly<Record<string, unknown>> | undefined;
  /** Headers for what stands in front of the target. */
  readonly headers: readonly Header[] | undefined;
  /** The private key of `clientCert`, PEM, without a passphrase. */
  readonly clientKey: string | undefined;
  readonly clientKeyPassphrase: undefined;
  /** Ids in the order of the catalogue: all of them where no filter was given. */
  readonly only: readonly string[];
  readonly profile: NonNullable<Values['profile']>;
  readonly require: readonly string[];
  /** Without a target of one's own, and where the address says so: sandbox. */
  readonly environment: NonNullable<Values['environment']>;
  readonly observe: NonNullable<Values['observe']>;
  readonly evidence: NonNullable<Values['evidence']>;
  readonly seed: number;
  /** `json`, which is report.json, comes first. */
  readonly formats: readonly FormatName[];
  readonly shard: Shard | undefined;
}

type Complete = Omit<Values, keyof Resolved> & Resolved;

/**
 * The configuration of one run: all sources merged, checked against each other, defaults filled in, files read. Paths
 * are absolute. It holds keys, so it is never written anywhere.
 */
export type Configuration = {
  readonly [Name in keyof Complete as undefined extends Complete[Name] ? never : Name]: Complete[Name];
} & {
  readonly [Name in keyof Complete as undefined extends Complete[Name] ? Name : never]?: Exclude<
    Complete[Name],
    undefined
  >;
};
