import { sha256 } from '../../schemas/common/sha256.js';
import { programName } from '../../schemas/suite-version.js';
import type { Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { renderJson } from '../text/report-json.js';
import { counted, dayInFull, daysBetween, firstOf, span, startOf } from '../text/words.js';
import { isRule, isTested } from '../wording/row.js';
import { leftOutIn } from '../wording/scope.js';
import { environmentOf } from '../wording/target.js';

/** SHA-256 of report.json as written: ties a page of paper to the file. */
export const digestOfReport = (report: Report) => sha256(renderJson(report));

type Fact = readonly [name: string, value: string];

export function askedToSign(report: Report): readonly (readonly [id: string, ...Fact])[] {
  const { run, target, summary } = report;
  const { title, version, digest } = run.specification;
  const { operator = run.job ? 'Not named; the CI job stands below' : 'Not named' } = run;
  const tenants = target.tenants === 2 ? 'two tenants' : 'one tenant';
  const offset = run.utcOffset && `; the clock of the machine that ran it shows UTC${run.utcOffset}`;
  return [
    ['service', 'Service', `\`${target.baseUrl}\``],
    ['environment', 'Environment', environmentInFull(target)],
    ['build', 'Build', run.subject ? `\`${run.subject}\`` : 'Not stated'],
    ['profile', 'Profile', `${summary.profile}, ${tenants}: ${leftOutIn(report).join(' ') || 'no area is left out'}`],
    ['operator', 'Run by', operator],
    ['time', 'When', `${span(run.startedAt, run.finishedAt)}${offset ?? ''}`],
    ['specification', 'Specification', `${title}, ${version}; digest \`${digest}\``],
    ['suite', 'Suite', `${programName} ${run.suiteVersion}; digest \`${run.exam}\``],
    ['untested', 'Not tested', untestedIn(report)],
    ['customers', 'Left behind', leftBehind(summary.customersCreated)],
    ['unchanged', 'To check it', verificationOf(report)],
  ];
}

/** A laptop's process is no Sandbox. */
function environmentInFull(target: Report['target']) {
  const name = startOf(environmentOf(target));
  return /process/i.test(name) ? `${name}, tested as ${startOf(target.environment)}: no service that others use` : name;
}

function untestedIn({ requirements }: Report) {
  const rules = requirements.filter(isRule);
  const isUndecided = (row: Row) => row.verdict === 'inconclusive';
  const undecided = rules.filter(isUndecided).map(({ id }) => id);
  const untested = rules.filter((row) => !isTested(row) && !isUndecided(row)).map(({ id }) => id);
  const some = (ids: readonly string[]) => `${ids.length} of ${counted(rules.length, 'rule')} (${firstOf(ids, 4)})`;
  const questions = requirements.filter(({ verdict }) => verdict === 'pending').length;
  const duties = requirements.filter(({ basis, verdict }) => basis === 'attested' && verdict !== 'attested').length;
  return [
    untested.length > 0 ? some(untested) : 'every rule was tested',
    ...(undecided.length > 0 ? [`tested, and not decided: ${some(undecided)}`] : []),
    `${counted(questions, 'question')} that the specification leaves open`,
    `${counted(duties, 'duty', 'duties')} of people that nobody confirmed`,
  ].join('; ');
}

function leftBehind(customers: number) {
  if (customers === 0) return 'No customer was created';
  return `${counted(customers, 'customer')} of this run, left in the service; \`created.json\` lists what it made`;
}

/** A report is rendered before it is sealed, so it says what was configured. */
function verificationOf({ run }: Report) {
  const verify = 'An engineer runs `fsapi-conformance verify` on the folder of this run';
  return run.signingKey === undefined
    ? `Not signed, so whoever has the files could change them. ${verify}, which finds what changed by accident, not what somebody changed with care: for that ask for a signed run`
    : `Signed with the key \`${run.signingKey}\` (SHA-256 of the public key). ${verify}, with the public key of those who answer for the run`;
}

export function factsOf(report: Report): readonly Fact[] {
  const { run } = report;
  const facts: Readonly<Record<string, string | undefined>> = {
    'CI job': run.job,
    Certificate: certificateOf(report),
    Run: `\`${run.id}\`, seed \`${run.seed}\``,
    'Compared with': run.baseline && `\`${run.baseline.id}\``,
    'report.json': `\`${digestOfReport(report)}\` (SHA-256)`,
    'Previous report': run.previous && `\`${run.previous}\``,
    Settings: `\`${run.configuration}\`: a fingerprint, which is equal in two reports of equal settings, and holds no secret`,
    Decisions: run.decisions && `\`${run.decisions}\``,
  };
  return Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

function certificateOf({ target, run }: Report): string | undefined {
  if (!target.certificate) return undefined;
  const { subject, issuer, validTo } = target.certificate;
  return `${subject}, issued by ${issuer}, until ${dayInFull(validTo)} (${counted(daysBetween(run.startedAt, validTo), 'day')} left)`;
}
