import type { Header } from '../../schemas/exchange.js';
import type { SettingName, Values } from './schema.js';

/** Settings that hold a key of the target. */
export const keyNames = ['apiKey', 'otherApiKey', 'publicKey', 'revokedKey'] as const satisfies readonly SettingName[];

/** Settings that are chosen where nothing was given: `only` in the order of the catalogue, with all ids. */
type Chosen = Required<Pick<Values, 'only' | 'profile' | 'environment' | 'observe' | 'evidence' | 'seed'>>;

interface Resolved extends Chosen {
  /** Merged over every generated customer; `{fresh}` in a value stands for something new each time. */
  readonly customer?: Readonly<Record<string, unknown>>;
  /** Headers for what stands in front of the target. */
  readonly headers?: readonly Header[];
  /** Keys of a mock that count as public, since nothing can keep them out of a report; absent where there are none. */
  readonly publicKeys?: readonly (typeof keyNames)[number][];
}

/**
 * The configuration of one run: all sources merged, checked against each other, defaults filled in, files read. Paths
 * are absolute, `clientKey` is PEM without a passphrase. It holds keys, so it is never written anywhere.
 */
export type Configuration = Omit<Values, keyof Resolved> & Resolved;
