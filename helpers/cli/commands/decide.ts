import { basename, resolve } from 'node:path';
import { settlingSchema, unsigned } from '../../../reports/model/settlement.js';
import { plain, printableLine } from '../../../reports/text/words.js';
import { approvalOf } from '../../../reports/wording/decisions.js';
import { digestOfRow } from '../../../reports/wording/row.js';
import { embeddedNotice } from '../../../reports/wording/target.js';
import { escapedJson } from '../../../schemas/escaped-json.js';
import { listed } from '../../../schemas/listed.js';
import { groupOf } from '../../../schemas/specification.js';
import type { DecisionEntry, ReportedRequirement } from '../../../schemas/types.js';
import { changeDecisions, isForSameThing, kinds, misfitOf } from '../../decisions/decisions.js';
import { chosenReport } from '../../run-folder/report-file.js';
import { readGiven } from '../../settings/sources.js';
import { nearest, quote, UsageError } from '../../settings/usage-error.js';
import type { Given, Outcome, Place } from '../place.js';

type Kind = DecisionEntry['kind'];

type DecideOptions = Readonly<
  Partial<Record<'by' | 'reason' | 'expires' | 'ticket' | 'approvedBy' | 'evidence' | 'from', string>>
> & { readonly check?: readonly string[]; readonly print?: boolean };

/** The file of CONFORMANCE_DECISIONS, or decisions.json of the working folder. */
export function decisionsFile({ cwd, env }: Pick<Place, 'cwd' | 'env'>): string {
  return resolve(cwd, String(readGiven({ env, cwd }).given.get('decisionsFile')?.value ?? 'decisions.json'));
}

/** `decide`. @throws UsageError for an entry that a run would reject, and where there is nothing to revoke */
export function decide({ words: [kind = '', id = ''], options }: Given<DecideOptions>, place: Place): Outcome {
  const names = [...Object.keys(kinds), 'revoke'];
  if (!names.includes(kind))
    throw new UsageError(
      `There is no kind of decision ${quote(kind)}${nearest(kind, names) || `; there are ${listed(names)}`}.`,
    );
  const { print = false } = options;
  const { entry, notes } = kind === 'revoke' ? { notes: [] } : made(kind as Kind, id, options, place);
  const goes = (one: DecisionEntry) => (entry ? isForSameThing(one, entry) : one.id === id);
  const file = decisionsFile(place);
  const name = quote(basename(file));
  const gone = changeDecisions(file, { goes, comes: entry, print }, { now: new Date(), specification: place.tested });
  if (!entry && gone.length === 0) throw new UsageError(`${name} holds no decision on ${id}.`);
  const removed = entry ? gone.map(({ by, on, reason }) => `It replaces the entry of ${by}, ${on}: ${reason}`) : [];
  const done = entry ? `Written to ${name}.` : `Removed from ${name}.`;
  const said = [...notes, ...removed, print ? `Nothing was written to ${name}.` : done];
  return { status: 0, lines: [escapedJson(entry ?? gone, 2)], notes: said.map(printableLine) };
}

/** A new entry, and what its author has to know. @throws UsageError where no run may have it, whoever signs it */
function made(kind: Kind, id: string, options: DecideOptions, place: Place) {
  const { from: _, print, ...given } = options;
  const now = new Date();
  // A settlement gets its schema from the observation.
  const why = misfitOf({ ...given, id, kind, schema: {} } as DecisionEntry, { now, specification: place.tested });
  if (why !== undefined) throw new UsageError(`Nothing was written: ${why}`);
  const { members, notes } = particulars[kind](id, options, place);
  const on = now.toISOString().slice(0, 10);
  const entry = { id, kind, on, ...(print && unsigned), ...given, ...members } as DecisionEntry;
  return { entry, notes: [...notes, approvalOf(entry) ?? ''].filter((note) => note !== '') };
}

type Particulars = Readonly<{ members: object; notes: readonly string[] }>;

/** What each kind adds to the entry, and what its author has to know. @throws UsageError where the run lacks it */
const particulars: Readonly<Record<Kind, (id: string, options: DecideOptions, place: Place) => Particulars>> = {
  waive: waiving,
  attest: () => ({ members: {}, notes: [] }),
  settle: (id, { from }, { cwd }) => {
    const { row, run, notes } = rowOf(id, cwd, from);
    if (row.observation === undefined)
      throw new UsageError(printableLine(`The run ${run} observed nothing for ${id}. ${row.reason ?? ''}`));
    const rest = 'Any other behaviour is then a failure. Widen the schema where more should be valid.';
    return { members: { schema: settlingSchema(row.observation) }, notes: [...notes, rest] };
  },
  accept: (id, { from }, { cwd }) => {
    const { row, run, notes } = rowOf(id, cwd, from);
    if (!row.drift)
      throw new UsageError(printableLine(`${id} did not change in the run ${run}, so there is nothing to accept.`));
    return { members: { observation: digestOfRow(row) }, notes: [...notes, plain(row.drift.sentence ?? '')] };
  },
  lack: (id, _, { tested }) => {
    const { requirements, unmet } = groupOf(tested, id);
    const unseen = `A client that is tested against this mock alone never sees ${unmet}.`;
    return { members: {}, notes: [`${id}: ${requirements.join(', ')}. ${unseen}`] };
  },
};

/** Without --check, those that failed or are waived. @throws UsageError for none: it would cover later failures */
function waiving(id: string, { from, check }: DecideOptions, { cwd }: Place): Particulars {
  if (check) return { members: {}, notes: [] };
  const { row, run } = rowOf(id, cwd, from);
  const failed = row.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'waived');
  if (failed.length === 0 && row.verdict !== 'inconclusive')
    throw new UsageError(
      `The run ${printableLine(run)} has no failure of ${id} (${row.verdict}): a waiver would cover every later failure of ${id}. Name its checks with --check.`,
    );
  const state = `In the run ${run} ${failed.length} of ${row.checks.length} checks failed.`;
  return { members: failed.length > 0 ? { check: failed.map(({ name }) => name) } : {}, notes: [state] };
}

/** What the newest run, or the one named, found of a requirement. */
function rowOf(id: string, cwd: string, from: string | undefined) {
  const { requirements, run, target } = chosenReport(cwd, from);
  const row = requirements.find((one) => one.id === id) as ReportedRequirement;
  const incomplete = run.complete ? '' : ', which is incomplete';
  const about = `${id}, ${row.title}. ${row.sentence ?? ''} Observed in the run ${run.id}${incomplete}.`;
  return { row, run: run.id, notes: [about, ...(target.embedded ? [embeddedNotice] : [])] };
}
