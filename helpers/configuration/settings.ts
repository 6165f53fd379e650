import type { Header } from '../../schemas/exchange.js';
import { runSettings } from './run-settings.js';
import type { Row, Setting } from './setting.js';
import { targetSettings } from './target-settings.js';
import type { FormatName } from './values/formats.js';
import type { Shard } from './values/shard.js';

type Table = typeof runSettings & typeof targetSettings;

/** Variables of others that are honoured; they are read from the environment alone, never from `.env`. */
export const honoured = ['HTTPS_PROXY', 'NO_PROXY'] as const;

/** The name of any setting. */
export type SettingName = keyof Table;

/** The one table of settings. Parsing, the help and the check of `.env.example` all read it. */
export const settings: readonly (Setting & { readonly name: SettingName })[] = [
  ...rowsOf(runSettings).map(([name, { option = kebab(name), ...row }]) => ({
    ...{ ...row, name, option, variable: variableOf(option) },
    placeholder: row.placeholder ?? placeholderOf(row),
  })),
  ...rowsOf(targetSettings).map(([name, row]) => ({ variable: variableOf(kebab(name)), ...row, name })),
];

function rowsOf<Rows extends Readonly<Record<string, Row>>>(rows: Rows) {
  return Object.entries(rows) as [keyof Rows & SettingName, Row][];
}

/** `baseUrl` becomes base-url. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `base-url` becomes CONFORMANCE_BASE_URL. */
function variableOf(option: string): `CONFORMANCE_${string}` {
  return `CONFORMANCE_${option.toUpperCase().replaceAll('-', '_')}`;
}

/** What stands for a value in the help, by its kind. */
function placeholderOf(row: Row): string {
  if (row.kind === 'choice') return row.choices.join('|');
  return { number: 'N', url: 'URL', file: 'FILE' }[row.kind as string] ?? '';
}

type Parsed<R> = R extends { kind: 'flag' }
  ? boolean
  : R extends { kind: 'number' }
    ? number
    : R extends { kind: 'list' }
      ? readonly string[]
      : R extends { kind: 'choice'; choices: readonly (infer Choice)[] }
        ? Choice
        : string;

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
