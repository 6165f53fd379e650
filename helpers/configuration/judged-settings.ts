import type { Configuration, SettingName } from './settings.js';

/** Settings on which depends what is sent, or how it is judged, and which are no secrets. */
const plain = [
  ...(['tenantId', 'otherTenantId', 'profile', 'environment', 'observe', 'maxCustomers', 'concurrency'] as const),
  ...(['timeoutMs', 'cases', 'evidence', 'allowLiveWrites', 'customer', 'customerIdPointer'] as const),
  ...(['accountIdPointer', 'allowGuesses', 'allowKeyElsewhere', 'operator'] as const),
] satisfies readonly SettingName[];
const keys = ['apiKey', 'otherApiKey', 'publicKey', 'revokedKey'] as const satisfies readonly SettingName[];

/** What a report holds of a configuration, so that its evidence can be judged again. */
export interface JudgedSettings {
  readonly plain: Readonly<Partial<Pick<Configuration, (typeof plain)[number]>>>;
  /** Names of the keys that were configured. */
  readonly keys: (typeof keys)[number][];
  /** Names of the headers that something in front of the target wants. */
  readonly headers: string[];
}

/** The settings that judging needs; undefined where it needs values, and evidence holds none. */
export function judgedSettings(configuration: Configuration): JudgedSettings | undefined {
  const { evidence, customer } = configuration;
  if (evidence === 'none' || (evidence === 'shape' && customer !== undefined)) return undefined;
  return {
    plain: Object.fromEntries(
      plain.flatMap((name) => (configuration[name] === undefined ? [] : [[name, configuration[name]]])),
    ),
    keys: keys.filter((name) => configuration[name] !== undefined),
    headers: (configuration.headers ?? []).map(([name]) => name),
  };
}

/** The plain settings of a report, none but those of the table above: whoever edited it may have added others. */
export function plainOf({ plain: held }: JudgedSettings): JudgedSettings['plain'] {
  return Object.fromEntries(plain.flatMap((name) => (Object.hasOwn(held, name) ? [[name, held[name]]] : [])));
}
