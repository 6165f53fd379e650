import { sha256 } from '../../schemas/common/sha256.js';
import { lacks, leftOutBy } from '../../schemas/profiles.js';
import type { Specification } from '../../schemas/specification.js';
import { programName } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { renderJson } from '../text/report-json.js';
import { counted, dayInFull, daysBetween, span } from '../text/words.js';
import { isRule, isTested } from '../wording/row.js';
import { coverageOf, missingLacks } from '../wording/scope.js';
import { embeddedNotice } from '../wording/target.js';

/** Under the headline: how many rules passed, and what became of the others. */
export function becauseOf(report: Report): string {
  const rules = report.requirements.filter(isRule);
  const selected = rules.filter(({ leftOut }) => leftOut === undefined);
  const sizeOf = (...verdicts: readonly string[]) =>
    selected.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const part = (count: number, one: string, several = one) =>
    count > 0 ? [`${count} ${count === 1 ? one : several}`] : [];
  const parts = [
    `${sizeOf('pass')} of ${counted(rules.length, 'rule')} passed`,
    ...part(sizeOf('fail'), 'failed'),
    ...part(sizeOf('inconclusive', 'skipped'), 'was not decided', 'were not decided'),
    ...part(sizeOf('waived'), 'is waived', 'are waived'),
    ...part(sizeOf('lacking'), 'is missing in this mock, as declared', 'are missing in this mock, as declared'),
    ...part(rules.length - selected.length, 'was left out by the filter', 'were left out by the filter'),
  ];
  const { profile, verdict } = report.summary;
  const wanted = missingLacks(report.requirements, profile).map((lack) => lacks[lack].untested);
  const meant = leftOutBy(profile).filter((lack) => lack !== 'second-tenant' || report.target.tenants !== 2);
  return [
    `${verdict === 'fit-as-declared' ? 'Not conformant: ' : ''}${parts.join(', ')}.`,
    ...wanted,
    ...meant.map((lack) => lacks[lack].leftOut),
  ].join(' ');
}

/** What changes how the rest is read, one sentence each. */
export function noticesOf(report: Report): readonly string[] {
  const { embedded } = report.target;
  const { complete, stopped = '', notices = [] } = report.run;
  const { tested, testable } = coverageOf(report.requirements);
  const incomplete = `The run is incomplete: ${tested} of ${counted(testable, 'rule')} tested. ${stopped}`.trim();
  return [...(embedded ? [embeddedNotice] : []), ...(complete ? [] : [incomplete]), ...notices];
}

/** What nobody may conclude from any run, and from one against this API. */
export function limitsOf(
  { target, requirements }: Report,
  { limits = [] }: Pick<Specification, 'limits'>,
): readonly string[] {
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

/** SHA-256 of report.json as written: ties a page of paper to the file. */
export const digestOfReport = (report: Report): string => sha256(renderJson(report));

/** A report is rendered before it is sealed, so it says what was configured. */
function signatureOf({ run }: Pick<Report, 'run'>): string {
  return run.signingKey === undefined
    ? 'Not signed: these files could have been changed.'
    : `Signed in attestation.dsse.json with the key \`${run.signingKey}\` (SHA-256 of the public key).`;
}

/** `611 requests, 47 customers created, two tenants`. */
function effortOf({ summary, target }: Report): string {
  const tenants = target.tenants === 2 ? 'two tenants' : 'one tenant';
  const repeated = summary.retried > 0 ? `, ${counted(summary.retried, 'repeat')} after a transport error` : '';
  return `${counted(summary.requests, 'request')}${repeated}, ${counted(summary.customersCreated, 'customer')} created, ${tenants}`;
}

/** What identifies the run; letters and digits alone stand as code. */
export function factsOf(report: Report): readonly (readonly [name: string, value: string])[] {
  const { run } = report;
  const facts: Readonly<Record<string, string | undefined>> = {
    When: span(run.startedAt, run.finishedAt),
    'What it took': effortOf(report),
    'Started by': run.operator,
    'CI job': run.job,
    Certificate: certificateOf(report),
    Specification: `${run.specification.title}, ${run.specification.version}`,
    Suite: `${programName} ${run.suiteVersion}`,
    Run: `\`${run.id}\`, seed \`${run.seed}\``,
    'What was tested': run.subject && `\`${run.subject}\``,
    'Compared with': run.baseline && `\`${run.baseline.id}\``,
    'report.json': `\`${digestOfReport(report)}\` (SHA-256)`,
    'Previous report': run.previous && `\`${run.previous}\``,
    'Suite digest': `\`${run.exam}\`: the same digest means the same tests`,
    Configuration: `\`${run.configuration}\`, without secrets`,
    Decisions: run.decisions && `\`${run.decisions}\``,
    Signature: signatureOf(report),
  };
  return Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

function certificateOf({ target, run }: Report): string | undefined {
  if (!target.certificate) return undefined;
  const { subject, issuer, validTo } = target.certificate;
  return `${subject}, issued by ${issuer}, until ${dayInFull(validTo)} (${counted(daysBetween(run.startedAt, validTo), 'day')} left)`;
}
