import { profileNames } from '../../schemas/profiles.js';
import { baseAddress } from './values/base-address.js';
import { formatHelp } from './values/formats.js';
import * as values from './values/value.js';

/** What a row may say beside its kind and help. */
interface More {
  /** The option of `run`, without its hyphens, where it does not follow from the name. */
  readonly option?: string;
  /** The variable, where it does not follow from the name. */
  readonly variable?: `CONFORMANCE_${string}`;
  /** What stands for the value in the help, where its kind does not say it. */
  readonly placeholder?: string;
  /** Taken where nothing is given; in the form in which it could be given. */
  readonly fallback?: string;
  /** What the help calls the default, where it is not simply `fallback`. */
  readonly otherwise?: string;
}

/** A row of a table of settings, under its name. */
export interface Row extends More {
  readonly kind: string;
  /** One line, beginning in lower case, without a full stop. */
  readonly help: string;
  /** The value of a text. @throws UsageError for a text that is none */
  parse(text: string, sourceName: string, cwd: string): unknown;
}

/** What was given for a setting: one text, or several for a list, and what a message calls the place. */
export interface Given {
  readonly texts: readonly string[];
  readonly sourceName: string;
  /** True where it comes from `.env`. */
  readonly isFiled?: true;
}

/** A kind of setting: gives a row of it. */
function kindOf<const Kind extends string, T>(
  kind: Kind,
  placeholder: string,
  parse: (text: string, sourceName: string, cwd: string) => T,
) {
  return <const Extra extends More = object>(help: string, more?: Extra) => ({
    ...{ kind, placeholder, parse, help },
    ...(more as Extra),
  });
}

const text = kindOf('text', '', values.line);
/** Travels in a request header. */
const header = kindOf('header', '', values.headerValue);
/** Travels in a request header, and is never an option and never printed. */
const secret = kindOf('secret', '', values.headerValue);
/** Opens a file; a secret that never leaves this process. */
const passphrase = kindOf('passphrase', '', (given) => given);
const digest = kindOf('digest', 'DIGEST', values.digest);
const url = kindOf('url', 'URL', baseAddress);
const flag = kindOf('flag', '', values.flag);
const file = kindOf('file', 'FILE', values.path);
/** The path of a file whose content is a secret. */
const secretFile = kindOf('secret-file', 'FILE', values.path);
const pointer = kindOf('pointer', '', values.pointer);
/** Names between commas, and repeatable as an option. */
const list = kindOf('list', 'ID-or-area', values.list);
/** A whole number of a range, or any number where the range begins within 1; both ends are allowed. */
const number = (least: number, most: number) =>
  kindOf('number', 'N', (given, sourceName) => values.number(given, sourceName, least, most));
const choice = <const Choice extends string>(choices: readonly Choice[]) =>
  kindOf('choice', choices.join('|'), (given, sourceName) => values.choice(given, sourceName, choices));

/**
 * The options of `run` in the order in which the help tells them. Each is a variable too: `baseUrl` is `--base-url` and
 * CONFORMANCE_BASE_URL.
 */
export const runSettings = {
  baseUrl: url('base URL of the target, including its version segment'),
  embedded: flag('demonstration: test the embedded reference server'),
  profile: choice(profileNames)('what to test; without a second tenant, full is inconclusive', {
    otherwise: 'full; read-only on live without writes',
  }),
  out: file('output directory; must be new or empty', { placeholder: 'DIR', otherwise: 'reports/runs/<run id>' }),
  only: list('requirement ids or areas to test (repeatable or comma-separated)', { otherwise: 'all' }),
  lastFailed: flag('test only what failed or was inconclusive when it was last tested against this target'),
  require: list('requirements that must not be skipped (repeatable or comma-separated)', { otherwise: 'none' }),
  observe: choice(['none', 'cheap', 'all'])(
    'behaviour to observe beyond the checks; cheap sends only requests meant to create no customer',
    { otherwise: 'all on loopback, else cheap' },
  ),
  maxCustomers: number(0, 1_000_000)('maximum customers that observations and valid generated cases may create', {
    otherwise: 'none on loopback, else 25 plus those of --cases',
  }),
  concurrency: number(1, 256)('maximum requests in flight', { fallback: '8' }),
  rate: number(0.01, 10_000)('maximum requests per second', { otherwise: 'unlimited' }),
  timeoutMs: number(1, 600_000)('request timeout in ms', { option: 'timeout', placeholder: 'MS', fallback: '10000' }),
  deadlineSeconds: number(1, 86_400)('time limit of the run in seconds', {
    option: 'deadline',
    placeholder: 'S',
    fallback: '300',
  }),
  cases: number(0, 1_000_000)('generated valid and invalid customers for each member of the schema', {
    fallback: '0',
  }),
  seed: number(0, 2_147_483_647)('seed for all generated values', { otherwise: 'random, printed' }),
  decisionsFile: file('file with waivers, attestations, settled requirements and what a mock lacks', {
    option: 'decisions',
    otherwise: 'decisions.json if it is there',
  }),
  baseline: text('report.json or run folder to compare with; none to compare with nothing', {
    placeholder: 'FILE',
    otherwise: 'for each requirement the last run that observed it',
  }),
  like: text('report.json or run folder of another target, usually Sandbox, to resemble: differences are named', {
    placeholder: 'RUN',
    otherwise: 'none',
  }),
  failOnDrift: flag('exit 1 while a changed observation, or a difference with --like, is neither accepted nor settled'),
  strictWaivers: flag('exit 1 if a waiver covers no failure, or what is declared lacking passes'),
  formats: list(formatHelp, { option: 'format', placeholder: 'NAME,…', fallback: 'html,md,junit,questions,har' }),
  evidence: choice(['full', 'shape', 'none'])(
    'evidence to keep; shape keeps the structure of bodies without their values',
    { otherwise: 'full on loopback, else shape' },
  ),
  subject: digest('digest of the image or commit under test: a subject of the attestation', { otherwise: 'none' }),
  start: text('shell command that starts the target before the run and is stopped after it', {
    placeholder: 'COMMAND',
    otherwise: 'none',
  }),
  startEnv: list(
    'environment variables that the command of --start gets besides PATH, HOME, locale, PORT and its keys',
    { placeholder: 'NAME,…', otherwise: 'none' },
  ),
  startTimeoutSeconds: number(1, 3600)('seconds that a started target has to respond', {
    option: 'start-timeout',
    placeholder: 'S',
    fallback: '30',
  }),
  webhookPort: number(1, 65_535)('port that receives webhooks during the run', { otherwise: 'none' }),
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
export const targetSettings = {
  apiKey: secret('Secret Key of the tenant; required with a base address'),
  tenantId: header('tenant id of the tenant; required with a base address'),
  otherTenantId: header('second tenant, not accessible with the first key; enables the isolation checks'),
  otherApiKey: secret(
    'Secret Key of the second tenant; without it the first key is used for both, and checks that need two are skipped',
  ),
  publicKey: secret('Public Key of the tenant'),
  revokedKey: secret('a revoked key'),
  environment: choice(['sandbox', 'live', 'mock'])(
    'sandbox, live or mock; on live the suite creates no customer unless you allow it; only a mock may be declared to lack something',
    { otherwise: 'mock on loopback with --start; sandbox where the address says so; else required' },
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
  allowKeyElsewhere: flag('true sends a valid key where services log or store it: query, path, body, other headers'),
  signingKeyFile: file('Ed25519 private key, PEM, that signs the report bundle'),
  browser: file('Chrome or Chromium (131 or later) that prints report.pdf; without it, the one that is installed', {
    placeholder: 'FILE',
  }),
  operator: text('name of the operator; printed in the report'),
  classification: text('classification of the report; printed in it'),
};
