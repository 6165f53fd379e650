import { basename, resolve } from 'node:path';
import { holdsInferred, settlingSchema, unsigned } from '../../../reports/model/settlement.js';
import { counted, startOf } from '../../../reports/text/counted.js';
import { dayInFull } from '../../../reports/text/dates.js';
import { plain } from '../../../reports/text/inline.js';
import { printableLine } from '../../../reports/text/printable.js';
import { approvalOf } from '../../../reports/wording/decisions.js';
import { digestOfRow } from '../../../reports/wording/row.js';
import { embeddedNotice } from '../../../reports/wording/target.js';
import { escapedJson } from '../../../schemas/escaped-json.js';
import { listed } from '../../../schemas/listed.js';
import { groupOf, requirementOf, whyUnobserved } from '../../../schemas/specification.js';
import { calledBy } from '../../../schemas/suite-version.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../../schemas/types.js';
import { changeDecisions, digestOfProof, isForSameThing, readDecisions } from '../../decisions/decisions.js';
import { kinds } from '../../decisions/kinds.js';
import { chosenReport, latestReport } from '../../run-folder/report-file.js';
import { attempt } from '../../settings/attempt.js';
import { nearest } from '../../settings/nearest.js';
import { readGiven } from '../../settings/sources.js';
import { quote, UsageError } from '../../settings/usage-error.js';
import type { Outcome, Place } from '../place.js';
import { groupNamed, knownRequirement } from './known.js';

type Kind = DecisionEntry['kind'];

/** The options of `decide`. */
type DecideOptions = Readonly<
  Partial<Record<'by' | 'reason' | 'expires' | 'ticket' | 'approvedBy' | 'evidence' | 'from', string>>
> & { readonly check?: readonly string[]; readonly print?: boolean };

/** The decisions file that a person works on: the one of CONFORMANCE_DECISIONS, or decisions.json of the working folder. */
export function decisionsFile({ cwd, env }: Pick<Place, 'cwd' | 'env'>): string {
  return resolve(cwd, String(readGiven({ env, cwd }).given.get('decisionsFile')?.value ?? 'decisions.json'));
}

/** `decide`: writes an entry of the decisions file, in the place of one for the same thing, or takes entries out of it. */
export function decide(
  { words: [kind = '', word = ''], options }: { readonly words: readonly string[]; readonly options: DecideOptions },
  place: Place,
): Outcome {
  if (kind === 'revoke') return revoke(word, options, place);
  if (Object.hasOwn(kinds, kind)) return add(kind as Kind, word, options, place);
  const names = [...Object.keys(kinds), 'revoke'];
  throw new UsageError(
    `There is no kind of decision ${quote(kind)}${nearest(kind, names) || `; there are ${listed(names)}`}.`,
  );
}

/** @throws UsageError for what is missing, and for every entry that a run would reject */
function add(kind: Kind, word: string, options: DecideOptions, place: Place): Outcome {
  const { needs, rejects } = kinds[kind];
  const { tested } = place;
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const row = kind === 'lack' ? undefined : knownRequirement(word, tested);
  const id = row?.id ?? groupNamed(word, tested);
  const { by = unsigned.by, reason = unsigned.reason, expires, ticket, approvedBy, print } = options;
  if (expires !== undefined) rejectNoDay(expires, today);
  // What an entry rests on is needed even to show it.
  const missing = needs.filter((name) => options[name] === undefined && (!print || name === 'evidence'));
  const asOptions = (names: readonly string[]) => names.map((name) => `--${name}`).join(', ');
  if (missing.length > 0)
    throw new UsageError(`${kind} needs ${asOptions(missing)}, or --print to see the entry only.`);
  // Of a settlement the schema comes with the observation.
  const why = row && rejects(row, { expires, schema: {} }, now);
  if (why !== undefined) throw new UsageError(why);
  const { members, notes } = particulars[kind](id, options, place);
  const given = { id, kind, by, on: today, reason, expires, ticket, approvedBy, ...members };
  const held = Object.entries(given).filter(([, value]) => value !== undefined);
  const entry = Object.fromEntries(held) as unknown as DecisionEntry;
  const file = decisionsFile(place);
  const change = { goes: (one: DecisionEntry) => isForSameThing(one, entry), comes: entry };
  const replaced = print ? [] : changeDecisions(file, change, { now, specification: tested });
  const unapproved = approvalOf(entry);
  const beside = [
    ...notes,
    unapproved && `${unapproved} Name the person who approves it, another one than --by, with --approved-by.`,
    ...replaced.map((one) => `It replaces the entry of ${one.by}, ${dayInFull(one.on)}: ${one.reason}`),
    print ? `To write it, give ${asOptions(needs)} and leave out --print.` : `Written to ${quote(basename(file))}.`,
  ].filter((note) => typeof note === 'string');
  return { status: 0, lines: [escapedJson(entry, 2)], notes: beside.map(printableLine) };
}

/** Removes what was decided on a requirement, or that a mock lacks a group. @throws UsageError where nothing was */
function revoke(id: string, { print }: DecideOptions, place: Place): Outcome {
  const { tested } = place;
  if (!Object.hasOwn(tested.groups, id)) knownRequirement(id, tested);
  const file = decisionsFile(place);
  const name = quote(basename(file));
  const judged = { now: new Date(), specification: tested };
  const goes = (one: DecisionEntry) => one.id === id;
  const entries = readDecisions(file, judged).entries.filter(goes);
  if (entries.length === 0) throw new UsageError(`${name} holds no decision on ${id}.`);
  if (!print) changeDecisions(file, { goes }, judged);
  const last = print
    ? 'To remove them, leave out --print.'
    : `${counted(entries.length, 'decision')} on ${id} removed from ${name}.`;
  return { status: 0, lines: [escapedJson(entries, 2)], notes: [last] };
}

/** @throws UsageError for what is no day, and for one before today */
function rejectNoDay(expires: string, today: string): void {
  const day = attempt(() => new Date(expires).toISOString().slice(0, 10));
  if (day !== expires) throw new UsageError(`--expires is ${quote(expires)}, which is not a date: use YYYY-MM-DD.`);
  if (expires < today) throw new UsageError(`--expires is ${quote(expires)}, which is in the past.`);
}

/** The members that a new entry has beside those of all kinds, and what its author has to know. */
interface Particulars {
  readonly members: Partial<DecisionEntry>;
  readonly notes: readonly string[];
}

/** By kind. Each throws a UsageError where the run that the entry rests on does not hold what it needs. */
const particulars: Readonly<Record<Kind, (id: string, options: DecideOptions, place: Place) => Particulars>> = {
  waive: waiving,
  attest: (_, { evidence = '' }, { cwd }) => {
    const evidenceDigest = digestOfProof(cwd, evidence);
    if (!evidenceDigest) throw new UsageError(`--evidence names ${quote(evidence)}, which cannot be read.`);
    return { members: { evidence, evidenceDigest }, notes: [] };
  },
  settle: settling,
  accept: accepting,
  lack: (id, _, { tested }) => {
    const { requirements, unmet } = groupOf(tested, id);
    const where = 'It applies to runs with CONFORMANCE_ENVIRONMENT=mock; any other run rejects it.';
    return {
      members: {},
      notes: [
        `${id}: ${requirements.join(', ')}. A client that is tested against this mock alone never sees ${unmet}.`,
        where,
      ],
    };
  },
};

/**
 * Without --check the checks that failed, or that a waiver covers already: a waiver covers the failure that it was given
 * for. @throws UsageError where no failure is known: a waiver would cover whatever fails later
 */
function waiving(id: string, { from, check = [] }: DecideOptions, { cwd }: Place): Particulars {
  const report = from === undefined ? latestReport(cwd) : chosenReport(cwd, from);
  const row = report?.requirements.find((one) => one.id === id);
  const checks = row?.checks ?? [];
  const names = checks.map(({ name }) => name);
  const unknown = names.length > 0 ? check.find((name) => !names.includes(name)) : undefined;
  if (unknown !== undefined) {
    const near = nearest(unknown, names, quote) || `; explain ${id} lists them`;
    throw new UsageError(`${id} has no check ${quote(unknown)}${near}.`);
  }
  const failed = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'waived');
  const run = printableLine(report?.run.id ?? '');
  if (check.length === 0 && failed.length === 0 && row?.verdict !== 'inconclusive') {
    const seen = row
      ? `The run ${run} has no failure of ${id} (${row.verdict})`
      : 'No report was read (reports/latest, or --from)';
    throw new UsageError(`${seen}: a waiver would cover every later failure of ${id}. Name its checks with --check.`);
  }
  const some = failed.length < names.length ? failed.map(({ name }) => name) : [];
  const covered = check.length > 0 ? check : some;
  const state = `${failed.length} of ${names.length} checks failed; the verdict is ${row?.verdict}`;
  return {
    members: covered.length > 0 ? { check: covered as [string, ...string[]] } : {},
    notes: [row ? `${id}, ${row.title}. In the run ${run} ${state}.` : 'No report was read.'],
  };
}

/** The schema of what a run observed of a point that the specification leaves open. */
function settling(id: string, { from }: DecideOptions, { cwd, tested }: Place): Particulars {
  const { never } = requirementOf(tested, id);
  if (never !== undefined) throw new UsageError(`No run observes ${id}, so there is nothing to settle. ${never}`);
  const { report, row } = rowOf(id, cwd, from);
  if (row?.observation === undefined) {
    const reason = row?.leftOut === undefined ? printableLine(row?.reason ?? '') : whyUnobserved(tested, id);
    // A reason that names an option is the way out itself.
    const how = reason.includes('--') ? '' : `${calledBy} --only ${id} --observe all tries to.`;
    const unseen = `The run ${printableLine(report.run.id)} observed nothing for ${id}.`;
    throw new UsageError([unseen, reason, how].filter(Boolean).join(' '));
  }
  const rest = 'Any other behaviour is then a failure. Widen the schema where more should be valid.';
  const inferred = 'The members of responses must stay, with their types; new members are allowed.';
  return {
    members: { schema: settlingSchema(row.observation) } as Partial<DecisionEntry>,
    notes: [...notesOn(row, report), rest, ...(holdsInferred(row.observation) ? [inferred] : [])],
  };
}

/** The digest of a behaviour that changed since the last run, or that differs from another target's. */
function accepting(id: string, { from }: DecideOptions, { cwd }: Place): Particulars {
  const { report, row } = rowOf(id, cwd, from);
  if (!row?.drift)
    throw new UsageError(
      `${id} did not change in the run ${printableLine(report.run.id)}, so there is nothing to accept.`,
    );
  const [other, own] = row.drift.between ?? [];
  const last =
    own === undefined
      ? 'Later runs are compared with the accepted behaviour.'
      : `${own} may differ from ${other} until its behaviour changes.`;
  const changed = row.drift.sentence === undefined ? [] : [startOf(plain(row.drift.sentence))];
  return { members: { observation: digestOfRow(row) }, notes: [...notesOn(row, report), ...changed, last] };
}

function rowOf(id: string, cwd: string, from: string | undefined) {
  const report = chosenReport(cwd, from);
  return { report, row: report.requirements.find((one) => one.id === id) };
}

function notesOn({ id, title, sentence }: ReportedRequirement, { run, target }: Report): string[] {
  return [
    `${id}, ${title}. ${sentence ?? ''}`.trim(),
    `Observed in the run ${run.id}${run.complete ? '' : ', which is incomplete'}.`,
    ...(target.embedded ? [embeddedNotice] : []),
  ];
}
