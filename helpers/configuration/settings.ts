import type { Header } from '../../schemas/exchange.js';
import { type Row, runSettings, targetSettings } from './setting.js';
import type { FormatName } from './values/formats.js';

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

/** The setting of a name; undefined for any other text. */
export const settingNamed = (name: string) => settings.find((setting) => setting.name === name);

/** `baseUrl` becomes base-url. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** What a setting holds once it is parsed. */
type Parsed<Name extends SettingName> = ReturnType<Table[Name]['parse']>;

/** Settings that hold something even where nothing is given. */
type WithDefault = {
  [Name in SettingName]: Table[Name] extends { kind: 'flag' } | { fallback: string } ? Name : never;
}[SettingName];

/** What each setting holds once it is parsed, defaults included. */
export type Values = { readonly [Name in WithDefault]: Parsed<Name> } & {
  readonly [Name in Exclude<SettingName, WithDefault>]?: Parsed<Name>;
};

/** Settings whose value is read from a file, resolved against the catalogue, or chosen where nothing is given. */
interface Resolved {
  /** Merged over every generated customer; `{fresh}` in a value stands for something new each time. */
  readonly customer?: Readonly<Record<string, unknown>>;
  /** Headers for what stands in front of the target. */
  readonly headers?: readonly Header[];
  /** The private key of `clientCert`, PEM, without a passphrase. */
  readonly clientKey?: string;
  /** Ids in the order of the catalogue: all of them where no filter was given. */
  readonly only: readonly string[];
  readonly profile: Parsed<'profile'>;
  readonly require: readonly string[];
  /** Without a target of one's own, and where the address says so: sandbox. */
  readonly environment: Parsed<'environment'>;
  readonly observe: Parsed<'observe'>;
  readonly evidence: Parsed<'evidence'>;
  readonly seed: number;
  /** `json`, which is report.json, comes first. */
  readonly formats: readonly FormatName[];
}

/**
 * The configuration of one run: all sources merged, checked against each other, defaults filled in, files read. Paths
 * are absolute. It holds keys, so it is never written anywhere.
 */
export type Configuration = Omit<Values, keyof Resolved | 'clientKeyPassphrase'> & Resolved;
