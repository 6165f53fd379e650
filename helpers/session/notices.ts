import { code } from '../../schemas/marked.js';
import type { Configuration } from '../configuration/settings.js';
import { probableAddress } from '../configuration/values/base-address.js';
import type { ComparedWith } from '../run-folder/baseline.js';

/** What a reader has to know about a run before its verdict, one sentence each. */
export function noticesOf(configuration: Configuration & { readonly baseUrl: string }, embedded: boolean): string[] {
  const { environment, allowLiveWrites, baseUrl, allowInsecureHttp, keysArePublic } = configuration;
  const probable = embedded ? undefined : probableAddress(baseUrl);
  const insecure = !embedded && allowInsecureHttp && baseUrl.startsWith('http:');
  const live = allowLiveWrites
    ? 'Live: this run writes to the Live environment.'
    : 'Live: nothing is written; requirements that need a write are skipped.';
  return [
    environment === 'live' && live,
    probable !== undefined && `The base address has no \`/v1/\` segment. Probably meant: ${code(probable)}.`,
    insecure && 'Keys travel over plain HTTP, which was allowed by CONFORMANCE_ALLOW_INSECURE_HTTP.',
    keysArePublic &&
      'The keys of this target were declared public (CONFORMANCE_KEYS_ARE_PUBLIC): reports may contain them.',
  ].filter((notice) => notice !== false);
}

/** What has to be said about the report that a run is compared with, one sentence each. */
export function driftNotices({ failOnDrift, baseline: named }: Configuration, baseline: ComparedWith): string[] {
  if (!failOnDrift || baseline.baseline) return [...baseline.notices];
  const why =
    named === undefined
      ? 'no earlier complete run with this target, these tenants and keys is known here'
      : '--baseline is none';
  return [...baseline.notices, `With --fail-on-drift there was nothing to compare with: ${why}.`];
}
