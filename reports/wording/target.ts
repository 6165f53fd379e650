import type { Report } from '../../schemas/types.js';

type Target = Pick<Report['target'], 'environment' | 'embedded' | 'baseUrl'>;

export const embeddedNotice = 'Run against the embedded reference server. It says nothing about any service.';

const environments = { sandbox: 'Sandbox', live: 'Live', mock: 'Mock' } as const;
const onLoopback = { sandbox: 'process', live: 'live process', mock: 'mock' } as const;

/** `Sandbox`, `process on this machine`, which nobody else uses, or the embedded server. */
export function environmentOf({ environment, embedded, baseUrl }: Target) {
  if (embedded) return 'embedded reference server';
  const isHere = /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])([:/]|$)/i.test(baseUrl);
  return isHere ? `${onLoopback[environment]} on this machine` : environments[environment];
}
