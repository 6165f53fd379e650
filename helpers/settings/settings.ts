import type { Header } from '../../schemas/exchange.js';
import type { FormatName, SettingName, Values } from './schema.js';

/** Settings that hold a key of the target. */
export const keyNames = ['apiKey', 'otherApiKey', 'publicKey', 'revokedKey'] as const satisfies readonly SettingName[];

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
  readonly profile: NonNullable<Values['profile']>;
  /** Without a target of one's own, and where the address says so: sandbox. */
  readonly environment: NonNullable<Values['environment']>;
  readonly observe: NonNullable<Values['observe']>;
  readonly evidence: NonNullable<Values['evidence']>;
  readonly seed: number;
  /** Keys of a mock that count as public, since nothing can keep them out of a report; absent where there are none. */
  readonly publicKeys?: readonly (typeof keyNames)[number][];
  /** `json`, which is report.json, comes first. */
  readonly formats: readonly FormatName[];
}

/**
 * The configuration of one run: all sources merged, checked against each other, defaults filled in, files read. Paths
 * are absolute. It holds keys, so it is never written anywhere.
 */
export type Configuration = Omit<Values, keyof Resolved> & Resolved;
