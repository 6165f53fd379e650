import { counted } from '../../reports/text/counted.js';
import { moment } from '../../reports/text/dates.js';
import { grouped } from '../../reports/text/printable.js';
import { code } from '../../schemas/marked.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import type { Configuration } from '../configuration/settings.js';
import { probableAddress } from '../configuration/values/base-address.js';
import type { Evidence } from '../evidence/journal-to-evidence.js';
import type { ComparedWith } from '../run-folder/baseline.js';
import type { HistoryRow } from '../run-folder/history.js';

/** What a reader has to know about a run before its verdict, one sentence each. */
export function noticesOf(
  configuration: Configuration & { readonly baseUrl: string },
  embedded: boolean,
  { basePath }: Pick<Specification, 'basePath'>,
): string[] {
  const { environment, allowLiveWrites, baseUrl, allowInsecureHttp, keysArePublic } = configuration;
  const probable = embedded ? undefined : probableAddress(baseUrl, basePath);
  const insecure = !embedded && allowInsecureHttp && baseUrl.startsWith('http:');
  const live = allowLiveWrites
    ? 'Live: this run writes to the Live environment.'
    : 'Live: nothing is written; requirements that need a write are skipped.';
  return [
    environment === 'live' && live,
    probable !== undefined && `The base address has no ${code(basePath)} segment. Probably meant: ${code(probable)}.`,
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

/** That the clock is behind the last run, or was ahead then, as a sentence; undefined where it is not. */
export function behindNotice(after: Pick<HistoryRow, 'startedAt'> | undefined): string | undefined {
  if (!after) return undefined;
  return `The last run of this target is dated ${moment(after.startedAt)}, later than this one: one of the two clocks is wrong. So reports/latest does not point at this run, and no later run is compared with it.`;
}

/** Exchanges that a sentence names. */
const mostNamed = 5;

/** What the suite did not read: one sentence for the report, where there is anything. */
export function inPartNotices({ inPart }: Pick<Evidence, 'inPart'>): string[] {
  if (inPart.length === 0) return [];
  const more = inPart.length > mostNamed ? ' and others' : '';
  const which = `${inPart.slice(0, mostNamed).join(', ')}${more}`;
  return [
    `The suite read ${counted(inPart.length, 'response', 'responses')} only in part (${which}): they are nested deeper than 24 levels or hold more than 5,000 values. It did not look for identities in the rest.`,
  ];
}

/** How many cases were generated, and how much of them stands in the evidence: one sentence for the report. */
export function caseNotices(cases: Report['run']['cases'], seed: number): string[] {
  if (!cases) return [];
  const { planned, asked, each, unkept } = cases;
  const isWhole = asked === planned;
  const were = isWhole
    ? counted(asked, 'case was', 'cases were')
    : `${grouped(asked)} of ${counted(planned, 'case')} were`;
  const kept =
    unkept.requests === 0
      ? 'All exchanges stand in the evidence.'
      : `${counted(unkept.requests, 'exchange is', 'exchanges are')} only counted; the rest, with every finding, stands in the evidence.`;
  return [
    `${were} generated with seed ${seed}, ${grouped(each)} well-formed and ${grouped(each)} malformed for each member. ${kept}`,
  ];
}
