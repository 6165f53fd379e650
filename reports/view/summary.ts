import { consequences } from '../../schemas/consequences.js';
import { lacks } from '../../schemas/profiles.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { counted, grouped } from '../text/words.js';
import { isRule, isTested } from '../wording/row.js';
import { coverageOf, leftOutIn, missingLacks } from '../wording/scope.js';
import { embeddedNotice } from '../wording/target.js';

export function becauseOf(report: Report) {
  const rules = report.requirements.filter(isRule);
  const selected = rules.filter(({ leftOut }) => leftOut === undefined);
  const sizeOf = (...verdicts: string[]) => selected.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const part = (count: number, singular: string, plural = singular) =>
    count > 0 ? [`${count} ${count === 1 ? singular : plural}`] : [];
  const parts = [
    `${sizeOf('pass')} of ${counted(rules.length, 'rule')} passed`,
    ...part(sizeOf('fail'), 'failed'),
    ...part(sizeOf('inconclusive', 'skipped'), 'was not decided', 'were not decided'),
    ...part(sizeOf('waived'), 'is waived', 'are waived'),
    ...part(sizeOf('lacking'), 'is missing in this mock, as declared', 'are missing in this mock, as declared'),
    ...part(rules.length - selected.length, 'was left out by the filter', 'were left out by the filter'),
  ];
  const { profile, verdict } = report.summary;
  const isGood = verdict !== 'nonconformant' && verdict !== 'inconclusive';
  return [
    `${verdict === 'fit-as-declared' ? 'Not conformant: ' : ''}${parts.join(', ')}.`,
    ...(isGood && sizeOf('skipped') > 0 ? [`The profile ${profile} does not require what was not decided.`] : []),
    ...missingLacks(report.requirements, profile).map((lack) => lacks[lack].untested),
    ...leftOutIn(report),
  ].join(' ');
}

export const tallyOf = ({ requirements }: Report) =>
  Object.entries(consequences).flatMap(([consequence, { name }]) => {
    const rules = requirements.filter((row) => isRule(row) && row.consequence === consequence);
    const sizeOf = (verdicts: RegExp) => rules.filter(({ verdict }) => verdicts.test(verdict)).length;
    const others = [/waived|lacking/, /inconclusive|skipped/, /pass/].map(sizeOf);
    return rules.length > 0 ? [{ name, failed: sizeOf(/fail/), others }] : [];
  });

/** Repeating more than one request in so many is a notice. */
const repeatedAtMost = 20;

function lostIn({ summary: { requests, retried } }: Report) {
  const share = retried > 0 ? ` (${((100 * retried) / requests).toFixed(1)} %)` : '';
  return `${grouped(retried)} of ${counted(requests, 'request')}${share} repeated after a transport error.`;
}

/** Empty unless many requests were lost. */
export function lossOf(report: Report) {
  const { requests, retried } = report.summary;
  const isLossy = !report.run.unavailable && retried * repeatedAtMost > requests;
  return isLossy ? `The service, or the way to it, is unreliable: ${lostIn(report)}` : '';
}

const inTime = (ms: number) => (ms < 1000 ? `${grouped(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

/** How fast the service was, and what it lost unless a notice says so. */
export function paceOf(report: Report) {
  const { durations } = report.summary;
  if (!durations) return '';
  const pace = `Responses took ${inTime(durations.median)} (median) and ${inTime(durations.slowest)} (slowest).`;
  return lossOf(report) === '' ? `${pace} ${lostIn(report)}` : pace;
}

export function noticesOf(report: Report) {
  const { embedded } = report.target;
  const { complete, stopped = '', notices = [] } = report.run;
  const { tested, testable } = coverageOf(report.requirements);
  const incomplete = `The run is incomplete: ${tested} of ${counted(testable, 'rule')} tested. ${stopped}`.trim();
  return [embedded ? embeddedNotice : '', complete ? '' : incomplete, ...notices, lossOf(report)].filter(Boolean);
}

export function limitsOf({ target, requirements }: Report, { limits = [] }: Pick<Specification, 'limits'>) {
  const isAnyTested = (ids: readonly string[]) => requirements.some((row) => ids.includes(row.id) && isTested(row));
  const applying = limits.filter(
    ({ tested, untested }) => (!tested || isAnyTested(tested)) && !(untested && isAnyTested(untested)),
  );
  return [
    'A pass means that the responses of this run agree with the rule. Other requests, or the same ones tomorrow, may get other responses.',
    'This is no penetration test and no load test. A pass supports the item of the OWASP API Security Top 10 (2023) named with the rule; it does not prove it.',
    {
      sandbox: 'Live was not tested. It may be another build with another configuration.',
      live: 'Live was tested, and only with harmless requests.',
      mock: 'A mock was tested. It says nothing about Sandbox or Live.',
    }[target.environment],
    ...applying.map(({ sentence }) => sentence),
  ];
}
