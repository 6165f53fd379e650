import { listed } from '../../schemas/listed.js';
import { code } from '../../schemas/marked.js';
import { probableAddress } from '../settings/base-address.js';
import { settingNamed } from '../settings/schema.js';
import type { Prepared } from './prepare.js';

/** What a reader has to know about a run before its verdict, one sentence each. */
export function noticesOf({ target, tested, baseline }: Pick<Prepared, 'target' | 'tested' | 'baseline'>): string[] {
  const { configuration, embedded } = target;
  const { environment, allowLiveWrites, baseUrl, allowInsecureHttp, publicKeys = [] } = configuration;
  const { basePath } = tested;
  const probable = embedded ? undefined : probableAddress(baseUrl, basePath);
  const insecure = !embedded && allowInsecureHttp && baseUrl.startsWith('http:');
  const live = allowLiveWrites
    ? 'Live: this run writes to the Live environment.'
    : 'Live: nothing is written; requirements that need a write are skipped.';
  const alone = configuration.baseline ? '--baseline is none' : 'reports/runs holds no earlier run of this target';
  return [
    environment === 'live' && live,
    probable !== undefined && `The base address has no ${code(basePath)} segment. Probably meant: ${code(probable)}.`,
    insecure && 'Keys travel over plain HTTP, which was allowed by CONFORMANCE_ALLOW_INSECURE_HTTP.',
    publicKeys.length > 0 &&
      `A key of this mock (${listed(publicKeys.flatMap((name) => settingNamed(name)?.variable ?? []))}) is short or a word of every report, so it counts as public: reports may contain it.`,
    configuration.failOnDrift && baseline === undefined && `--fail-on-drift had nothing to compare with: ${alone}.`,
  ].filter((notice) => notice !== false);
}
