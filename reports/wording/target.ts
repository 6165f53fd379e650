import type { Report } from '../../schemas/types.js';

type Target = Pick<Report['target'], 'environment' | 'embedded'> & Partial<Pick<Report['target'], 'baseUrl'>>;

export const embeddedNotice = 'Run against the embedded reference server. It says nothing about any service.';

const environments = { sandbox: 'Sandbox', live: 'Live', mock: 'Mock' } as const;

/** `Sandbox`; `Sandbox on this machine` for loopback; or the embedded server. */
export function environmentOf({ environment, embedded, baseUrl = '' }: Target): string {
  if (embedded) return 'embedded reference server';
  const isHere = /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])([:/]|$)/i.test(baseUrl);
  return `${environments[environment]}${isHere ? ' on this machine' : ''}`;
}
