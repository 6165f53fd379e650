import type { Header } from '../../schemas/exchange.js';
import type { SettingName, Values } from './schema.js';

/** Settings that hold a key of the target. */
export const keyNames = ['apiKey', 'otherApiKey', 'publicKey', 'revokedKey'] as const satisfies readonly SettingName[];

/** Always set: `only` with all ids, in catalogue order, unless given. */
type Chosen = Required<Pick<Values, 'only' | 'profile' | 'environment' | 'observe' | 'evidence' | 'seed'>>;

interface Resolved extends Chosen {
  /** Merged over every generated customer; `{fresh}` in a value stands for something new each time. */
  readonly customer?: Readonly<Record<string, unknown>>;
  /** For a gateway. */
  readonly headers?: readonly Header[];
  /** Keys of a mock that nothing can keep out of a report, so that they count as public. */
  readonly publicKeys?: readonly (typeof keyNames)[number][];
}

/**
 * The configuration of one run: sources merged and checked, defaults filled in, files read. Paths are absolute,
 * `clientKey` is PEM without a passphrase. It holds keys, so it is never written.
 */
export type Configuration = Omit<Values, keyof Resolved> & Resolved;
