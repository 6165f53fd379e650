import { assemble } from '../../reports/model/assemble.js';
import { counted } from '../../reports/text/words.js';
import { listed } from '../../schemas/common/listed.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Finding } from '../../schemas/finding.js';
import { code } from '../../schemas/marked.js';
import type { Report } from '../../schemas/types.js';
import { moment } from '../client/context.js';
import { unavailabilityOf } from '../runner/availability.js';
import { probableAddress } from '../settings/base-address.js';
import { variableOf } from '../settings/schema.js';
import type { Asked } from './ask-target.js';
import type { Prepared } from './prepare.js';

/** Sentences that a reader needs before the verdict. */
export function noticesOf({ target, tested, baseline }: Pick<Prepared, 'target' | 'tested' | 'baseline'>) {
  const { configuration } = target;
  const { embedded, environment, allowLiveWrites, baseUrl, allowInsecureHttp, publicKeys = [] } = configuration;
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
      `A key of this mock (${listed(publicKeys.map(variableOf))}) is short or a word of every report, so it counts as public: reports may contain it.`,
    configuration.failOnDrift && baseline === undefined && `--fail-on-drift had nothing to compare with: ${alone}.`,
  ].filter((notice) => notice !== false);
}

function durationsOf(exchanges: readonly Exchange[]) {
  const durations = exchanges
    .flatMap(({ response, durationMs }) => (response ? [durationMs] : []))
    .sort((a, b) => a - b);
  const median = durations[Math.floor(durations.length / 2)];
  const slowest = durations.at(-1);
  return median === undefined || slowest === undefined ? undefined : { median, slowest };
}

/** The redacted report of a run. @param about.silent says why a started target does not respond */
export function reportOf(
  prepared: Prepared,
  asked: Asked,
  about: { readonly silent?: string; readonly notices: readonly string[] },
): Report {
  const { tested, target, memory, decisions, baseline, redactor, run } = prepared;
  const { only, profile, observe, baseUrl, environment, embedded, otherTenantId } = target.configuration;
  const { exchanges, created, retried, certificate, inPart, doubtful } = asked.evidence;
  const unavailable = asked.isComplete ? unavailabilityOf(asked.evidence, asked.stopped?.sentence) : undefined;
  const { silent } = about;
  const isProven = (id: string) => !asked.unproven.has(id);
  const notices = [...about.notices, ...(inPart > 0 ? [readInPart(inPart)] : [])];
  const report = assemble({
    specification: tested,
    findings: withoutDoubtful(asked.findings, doubtful).filter(({ id }) => isProven(id)),
    asked: only.filter(isProven),
    profile,
    target: { baseUrl, environment, embedded, certificate, tenants: otherTenantId === undefined ? 1 : 2 },
    observe,
    created,
    retried,
    baseline,
    before: memory?.report,
    requests: exchanges.length,
    durations: durationsOf(exchanges),
    decisions: decisions?.entries,
    run: {
      ...run,
      finishedAt: new Date(moment()).toISOString(),
      complete: asked.isComplete,
      unavailable: silent === undefined ? unavailable : { cause: 'not-reached', sentence: silent, whole: true },
      stopped: asked.stopped?.sentence ?? silent,
      notices,
    },
  });
  return redactor.redact(report);
}

const readInPart = (count: number) =>
  `The suite read ${counted(count, 'response')} only in part, nested deeper than 24 levels or with more than 5,000 values. It did not look for identities in the rest.`;

/** Findings that rest on an exchange with a doubtful response lose their verdict. */
export const withoutDoubtful = (findings: readonly Finding[], doubtful: ReadonlySet<string>): Finding[] =>
  findings.map((finding) => {
    const { kind, id, name, exchanges, durationMs, retried } = finding;
    const decides = ['pass', 'fail', 'observed'].includes(finding.verdict);
    if (!decides || !exchanges.some((exchange) => doubtful.has(exchange))) return finding;
    const reason =
      'The target sent unsolicited data on a reused connection, so responses cannot be matched to requests.';
    return { kind, id, name, exchanges, durationMs, retried, verdict: 'inconclusive', reason };
  });
