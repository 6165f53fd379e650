import { basename, resolve } from 'node:path';
import { digestOfRow } from '../../../reports/drift/likeness.js';
import { sha256 } from '../../../reports/integrity/sha256.js';
import { holdsInferred, settlingSchema, unsigned } from '../../../reports/model/settlement.js';
import { dayInFull } from '../../../reports/text/dates.js';
import { formatJson } from '../../../reports/text/format-json.js';
import { startOf } from '../../../reports/text/phrases.js';
import { printableLine } from '../../../reports/text/printable.js';
import { approvalOf } from '../../../reports/wording/decisions.js';
import { whyNeverObserved, whySkipped } from '../../../reports/wording/skip-reasons.js';
import { embeddedNotice } from '../../../reports/wording/summary-text.js';
import { groupOf, type Specification } from '../../../schemas/specification.js';
import { calledBy } from '../../../schemas/suite-version.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../../schemas/types.js';
import { nearest } from '../../configuration/nearest.js';
import { quote, UsageError } from '../../configuration/usage-error.js';
import { addEntry, decisionsFile, proofAt } from '../../run-folder/decisions-file.js';
import { chosenReport, latestReport } from '../../run-folder/report-file.js';
import { type Command, defineCommand, type OptionTable, type Outcome, type Surroundings } from '../define-command.js';
import { groupNamed, knownRequirement } from './known.js';

/** What every decision has. */
const common = {
  by: { value: 'NAME', help: 'the person who decides' },
  reason: { value: 'TEXT', help: 'why' },
  until: { value: 'DAY', help: 'last day on which it holds, YYYY-MM-DD' },
  ticket: { value: 'ID', help: 'where the work on it is tracked' },
  'approved-by': { value: 'NAME', help: 'the person who approves it; another one than --by' },
  decisions: { value: 'FILE', help: 'decisions file (default: decisions.json)' },
  report: { value: 'FILE', help: 'a report.json or run folder (default: reports/latest)' },
  print: { help: 'print the entry and write nothing' },
} as const;

/** The options of a decision, those of one kind included. */
type Values = { readonly [Name in keyof typeof common]: Name extends 'print' ? boolean : string | undefined } & {
  readonly check?: readonly string[];
  readonly sentence?: boolean;
  readonly 'all-checks'?: boolean;
  readonly evidence?: string | undefined;
};

/** A decision as it is given on the command line. */
type Given = { readonly id: string; readonly values: Values; readonly cwd: string; readonly tested: Specification };

/** The members that one kind of decision adds, and what its author has to know. */
type Particular = { readonly members: Partial<DecisionEntry>; readonly notes: readonly string[] };

/** A kind of decision. */
interface Kind {
  readonly kind: DecisionEntry['kind'];
  /** The options without which the schema of the decisions file rejects the entry. */
  readonly needs: readonly ('by' | 'reason' | 'until')[];
  readonly particular: (given: Given) => Particular;
}

const deciding = <const Options extends OptionTable>(kind: Kind, options: Options): Command =>
  defineCommand({
    positionals: [kind.kind === 'lack' ? 'ID-or-group' : 'ID'],
    options: { ...common, ...options },
    run: ({ values, words: [id] }, surroundings) => decide(kind, id, values as Values, surroundings),
  });

/** `waive`: a failure that is accepted until an expiry date. */
export const waive = deciding(
  { kind: 'waive', needs: ['by', 'reason', 'until'], particular: waiving },
  {
    check: {
      value: 'NAME',
      repeatable: true,
      help: 'checks that it covers (default: those that failed in the report)',
    },
    sentence: { help: 'cover only the failure that the report describes' },
    'all-checks': { help: 'cover every later failure of the requirement too; needed where none is known' },
  },
);

/** `attest`: a duty of people that somebody vouches for. */
export const attest = deciding(
  { kind: 'attest', needs: ['by', 'reason', 'until'], particular: attesting },
  { evidence: { value: 'FILE', help: 'the proof; the entry keeps its SHA-256, and `pack` adds the file' } },
);

/** `settle`: the observed behaviour becomes a rule. */
export const settle = deciding({ kind: 'settle', needs: ['by', 'reason'], particular: settling }, {});

/** `accept`: a changed observation becomes the one that later runs are compared with. */
export const accept = deciding({ kind: 'accept', needs: ['by', 'reason'], particular: accepting }, {});

/** `lack`: what a mock cannot do, for good, by the group that a requirement is in. */
export const lack = deciding({ kind: 'lack', needs: ['by', 'reason'], particular: lacking }, {});

/**
 * Adds the entry to the decisions file, in the place of one for the same thing, and gives it with what its author has to
 * know.
 * @throws UsageError for what is missing, and for every entry that a run would reject
 */
function decide(
  { kind, needs, particular }: Kind,
  word: string,
  values: Values,
  { env, cwd, tested }: Surroundings,
): Outcome {
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const id = kind === 'lack' ? groupNamed(word, tested) : knownRequirement(word, tested).id;
  const file = decisionsFile(cwd, env, values.decisions);
  if (values.until !== undefined) rejectNoDay(values.until, today);
  if (!values.print) rejectUnsigned(kind, needs, values);
  const { members, notes } = particular({ id, values, cwd, tested });
  const { by, reason, until, ticket, 'approved-by': approvedBy } = values;
  const entry = {
    ...{ id, kind, by: by ?? unsigned.by, on: today, reason: reason ?? unsigned.reason },
    ...(until !== undefined && { expires: until }),
    ...(ticket !== undefined && { ticket }),
    ...(approvedBy !== undefined && { approvedBy }),
    ...members,
  } as DecisionEntry;
  const replaced = values.print ? [] : addEntry(file, entry, now, tested);
  const last = values.print
    ? `To decide so, give ${needs.map((name) => `--${name}`).join(', ')} and leave out --print.`
    : `Written to ${quote(basename(file))}.`;
  const unapproved = approvalOf(entry);
  const approval =
    unapproved && `${unapproved} Name the person who approves it, another one than --by, with --approved-by.`;
  const instead = replaced.map((one) => `It replaces the entry of ${one.by}, ${dayInFull(one.on)}: ${one.reason}`);
  const beside = [...notes, approval, ...instead, last].filter((note) => note !== undefined).map(printableLine);
  return { status: 0, lines: [formatJson(entry)], data: entry, notes: beside };
}

/** @throws UsageError for an entry that would lack what its kind needs */
function rejectUnsigned(kind: string, needs: Kind['needs'], values: Values): void {
  const missing = needs.filter((name) => values[name] === undefined).map((name) => `--${name}`);
  if (missing.length > 0)
    throw new UsageError(`${kind} needs ${missing.join(', ')}, or --print to see the entry only.`);
}

/** @throws UsageError for what is no day, and for one before today */
function rejectNoDay(until: string, today: string): void {
  const time = /^\d{4}-\d\d-\d\d$/.test(until) ? Date.parse(until) : Number.NaN;
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(until))
    throw new UsageError(`--until names ${quote(until)}, which is no day: write it as YYYY-MM-DD.`);
  if (until < today) throw new UsageError(`--until names ${quote(until)}, which is over.`);
}

function lacking({ id, tested }: Given): Particular {
  const { requirements, unmet } = groupOf(tested, id);
  const where = 'It holds where CONFORMANCE_ENVIRONMENT is mock; a run elsewhere rejects it.';
  return { members: {}, notes: [`${id}: ${requirements.join(', ')}. No client of this mock meets ${unmet}.`, where] };
}

/**
 * Without --check and --all-checks the checks that failed, or that a waiver covers already: a waiver covers the failure that
 * it was given for. @throws UsageError without --all-checks where none is known: a waiver would cover whatever fails later
 */
function waiving({
  id,
  values: { report: from, check = [], sentence, 'all-checks': all = false },
  cwd,
  tested,
}: Given): Particular {
  const report = from === undefined && !sentence ? latestReport(cwd) : chosenReport(cwd, from);
  const row = report?.requirements.find((one) => one.id === id);
  const covering = (names: readonly string[]) =>
    (names.length > 0 && { check: names.length === 1 ? names[0] : names }) as Partial<DecisionEntry>;
  const rejectUnknownFailure = (why: string) => {
    // One of people is attested, which the file's own rule says.
    if (!all && knownRequirement(id, tested).basis !== 'attested')
      throw new UsageError(
        `${why}: a waiver would cover every later failure of ${id}. If that is meant, add --all-checks.`,
      );
  };
  if (!report || !row) {
    const unread = 'No report was read (reports/latest, or --report)';
    if (check.length === 0) rejectUnknownFailure(unread);
    return { members: covering(check), notes: [`${unread}.`] };
  }
  const names = row.checks.map(({ name }) => name);
  const unknown = names.length > 0 ? check.find((name) => !names.includes(name)) : undefined;
  if (unknown !== undefined)
    throw new UsageError(
      `${id} has no check ${quote(unknown)}${nearest(unknown, names, quote) || `; explain ${id} lists them`}.`,
    );
  const failed = row.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'waived');
  const own = !all && failed.length < names.length ? failed.map(({ name }) => name) : [];
  const found = sentence ? (failed[0]?.found ?? row.found) : undefined;
  if (sentence && found === undefined) throw new UsageError(`The run ${report.run.id} describes no failure of ${id}.`);
  if (failed.length === 0 && row.verdict !== 'inconclusive')
    rejectUnknownFailure(`The run ${printableLine(report.run.id)} has no failure of ${id} (${row.verdict})`);
  const state =
    failed.length > 0 ? `${failed.length} of ${names.length} checks failed` : `the verdict is ${row.verdict}`;
  const isUnused = ['pending', 'attested'].includes(row.verdict);
  const unused = isUnused ? ' The next run would report the waiver as unused.' : '';
  return {
    members: { ...covering(check.length > 0 ? check : own), ...(found !== undefined && { found }) },
    notes: [`${id}, ${row.title}. In the run ${report.run.id} ${state}.${unused}`],
  };
}

function attesting({ values: { evidence }, cwd }: Given): Particular {
  if (evidence === undefined) throw new UsageError('attest needs --evidence FILE.');
  const content = proofAt(resolve(cwd, evidence));
  if (!content) throw new UsageError(`--evidence names ${quote(basename(evidence))}, which cannot be read.`);
  return { members: { evidence, evidenceDigest: sha256(content) }, notes: [] };
}

function settling({ id, values, cwd, tested }: Given): Particular {
  const { report, row } = observedIn({ id, values, cwd, tested }, 'settle');
  return {
    members: { schema: settlingSchema(row.observation) } as Partial<DecisionEntry>,
    notes: [
      ...notesOn(row, report),
      'Any other behaviour is then a failure. Widen the schema where more should be valid.',
      holdsInferred(row.observation) &&
        'The members of responses must stay, with their types; new members are allowed.',
    ].filter((note) => note !== false),
  };
}

function accepting({ id, values, cwd, tested }: Given): Particular {
  const given = values.report === undefined ? latestReport(cwd) : chosenReport(cwd, values.report);
  const own = given?.requirements.find((one) => one.id === id);
  const { report, row } =
    given && own?.drift?.between ? { report: given, row: own } : observedIn({ id, values, cwd, tested }, 'accept');
  if (!row.drift)
    throw new UsageError(
      `${id} did not change in the run ${printableLine(report.run.id)}, so there is nothing to accept.`,
    );
  const [other, mine] = row.drift.between ?? ['Before'];
  const before = row.drift.before === undefined ? [] : [`${startOf(other ?? '')}: ${row.drift.before}`];
  const now = mine === undefined ? [] : [`${startOf(mine)}: ${row.drift.now}`];
  const effect =
    mine === undefined
      ? 'Later runs are compared with the accepted behaviour.'
      : `As long as ${mine} behaves so, it may differ from ${other}.`;
  return {
    members: { observation: digestOfRow(row) },
    notes: [...notesOn(row, report), ...before, ...now, effect],
  };
}

/** What the last run observed of a point that the specification leaves open. @throws UsageError for any other */
function observedIn({ id, cwd, tested, values: { report: from } }: Given, verb: 'settle' | 'accept') {
  const { basis } = knownRequirement(id, tested);
  if (basis === 'attested')
    throw new UsageError(
      `${id} is an organisational control, not testable over HTTP: it can be attested, not ${verb === 'settle' ? 'settled' : 'accepted'}.`,
    );
  if (basis !== 'not-shown')
    throw new UsageError(`${id} is ${basis}, so there is nothing to ${verb}: a run evaluates it as specified.`);
  const never = whyNeverObserved(id);
  if (never !== undefined) throw new UsageError(`No run observes ${id}, so there is nothing to ${verb}. ${never}`);
  const report = chosenReport(cwd, from);
  const row = report.requirements.find((one) => one.id === id);
  if (row?.observation !== undefined) return { report, row };
  const reason = row?.leftOut === undefined ? printableLine(row?.reason ?? '') : whySkipped(id);
  // A reason that names an option is the way out itself.
  const how = reason.includes('--') ? '' : `${calledBy} --only ${id} --observe all tries to.`;
  const unseen = `The run ${printableLine(report.run.id)} observed nothing for ${id}.`;
  throw new UsageError([unseen, reason, how].filter(Boolean).join(' '));
}

function notesOn({ id, title, sentence }: ReportedRequirement, { run, target }: Report): string[] {
  return [
    `${id}, ${title}. ${sentence ?? ''}`.trim(),
    `Observed in the run ${run.id}${run.complete ? '' : ', which is incomplete'}.`,
    ...(target.embedded ? [embeddedNotice] : []),
  ];
}
