import { basename } from 'node:path';
import { unsigned } from '../../../reports/model/settlement.js';
import { counted } from '../../../reports/text/counted.js';
import { dayInFull } from '../../../reports/text/dates.js';
import { printableLine } from '../../../reports/text/printable.js';
import { approvalOf } from '../../../reports/wording/decisions.js';
import { escapedJson } from '../../../schemas/escaped-json.js';
import { listed } from '../../../schemas/listed.js';
import type { DecisionEntry } from '../../../schemas/types.js';
import { changeFile, decisionsFile, entriesIn, isForSameThing } from '../../decisions/decisions-file.js';
import { type DecideOptions, kinds } from '../../decisions/kinds.js';
import { nearest } from '../../settings/nearest.js';
import { quote, UsageError } from '../../settings/usage-error.js';
import type { Outcome, Place } from '../place.js';
import { groupNamed, knownRequirement } from './known.js';

/** `decide`: writes an entry of the decisions file, in the place of one for the same thing, or takes entries out of it. */
export function decide(
  { words: [kind = '', word = ''], options }: { readonly words: readonly string[]; readonly options: DecideOptions },
  place: Place,
): Outcome {
  if (kind === 'revoke') return revoke(word, options, place);
  if (Object.hasOwn(kinds, kind)) return add(kind as DecisionEntry['kind'], word, options, place);
  const names = [...Object.keys(kinds), 'revoke'];
  throw new UsageError(
    `There is no kind of decision ${quote(kind)}${nearest(kind, names) || `; there are ${listed(names)}`}.`,
  );
}

/** @throws UsageError for what is missing, and for every entry that a run would reject */
function add(kind: DecisionEntry['kind'], word: string, options: DecideOptions, { env, cwd, tested }: Place): Outcome {
  const { needs, rejects, particular } = kinds[kind];
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const row = kind === 'lack' ? undefined : knownRequirement(word, tested);
  const id = row?.id ?? groupNamed(word, tested);
  const file = decisionsFile(cwd, env);
  const { by, reason, expires, ticket, approvedBy, print } = options;
  if (expires !== undefined) rejectNoDay(expires, today);
  // What an entry rests on is needed even to show it.
  const missing = needs.filter((name) => options[name] === undefined && (!print || name === 'evidence'));
  if (missing.length > 0)
    throw new UsageError(
      `${kind} needs ${missing.map((name) => `--${name}`).join(', ')}, or --print to see the entry only.`,
    );
  // Of a settlement the schema comes with the observation.
  const why = row && rejects(row, { expires, schema: {} } as DecisionEntry, now);
  if (why !== undefined) throw new UsageError(why);
  const { members, notes } = particular({ id, options, cwd, specification: tested });
  const given = { expires, ticket, approvedBy };
  const entry = {
    id,
    kind,
    by: by ?? unsigned.by,
    on: today,
    reason: reason ?? unsigned.reason,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...members,
  } as DecisionEntry;
  const change = { goes: (one: DecisionEntry) => isForSameThing(one, entry), comes: entry };
  const replaced = print ? [] : changeFile(file, change, now, tested);
  const last = print
    ? `To write it, give ${needs.map((name) => `--${name}`).join(', ')} and leave out --print.`
    : `Written to ${quote(basename(file))}.`;
  const unapproved = approvalOf(entry);
  const approval =
    unapproved && `${unapproved} Name the person who approves it, another one than --by, with --approved-by.`;
  const instead = replaced.map((one) => `It replaces the entry of ${one.by}, ${dayInFull(one.on)}: ${one.reason}`);
  const beside = [...notes, approval, ...instead, last].filter((note) => note !== undefined).map(printableLine);
  return { status: 0, lines: [escapedJson(entry, 2)], notes: beside };
}

/** Removes what was decided on a requirement, or that a mock lacks a group. @throws UsageError where nothing was */
function revoke(id: string, { print }: DecideOptions, { env, cwd, tested }: Place): Outcome {
  if (!Object.hasOwn(tested.groups, id)) knownRequirement(id, tested);
  const file = decisionsFile(cwd, env);
  const name = basename(file);
  const goes = (one: DecisionEntry) => one.id === id;
  const now = new Date();
  const entries = entriesIn(file, now, tested).filter(goes);
  if (entries.length === 0) throw new UsageError(`${quote(name)} holds no decision on ${id}.`);
  if (!print) changeFile(file, { goes }, now, tested);
  const last = print
    ? 'To remove them, leave out --print.'
    : `${counted(entries.length, 'decision')} on ${id} removed from ${quote(name)}.`;
  return { status: 0, lines: [escapedJson(entries, 2)], notes: [last] };
}

/** @throws UsageError for what is no day, and for one before today */
function rejectNoDay(expires: string, today: string): void {
  const time = /^\d{4}-\d\d-\d\d$/.test(expires) ? Date.parse(expires) : Number.NaN;
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(expires))
    throw new UsageError(`--expires is ${quote(expires)}, which is no day: write it as YYYY-MM-DD.`);
  if (expires < today) throw new UsageError(`--expires is ${quote(expires)}, which is in the past.`);
}
