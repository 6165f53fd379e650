import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { printableLine } from '../../reports/text/words.js';
import { listed } from '../../schemas/common/listed.js';
import { sha256 } from '../../schemas/common/sha256.js';
import { escapedJson } from '../../schemas/escaped-json.js';
import type { Basis, Specification } from '../../schemas/specification.js';
import type { DecisionEntry } from '../../schemas/types.js';
import { complaints, settledBy, validator } from '../../schemas/validate.js';
import { replaceFile } from '../evidence/storage-error.js';
import { allIds } from '../settings/filter.js';
import type { Configuration } from '../settings/schema.js';
import { attempt, nearest, parsedJson, quote, readText, UsageError, usable } from '../settings/usage-error.js';

type Judged = Readonly<{
  now: Date;
  specification: Specification;
  /** The target's, if known. */
  environment?: Configuration['environment'];
}>;

/** The entries of a decisions file, which may be missing, and its SHA-256. @throws UsageError for an invalid entry */
export function readDecisions(path: string, judged: Judged) {
  if (!existsSync(path)) return { entries: [], digest: sha256('') };
  const { list } = heldIn(path);
  for (const [at, entry] of list.entries()) {
    const why = whyRejected(entry, judged);
    if (why !== undefined) throw new UsageError(`Entry ${at + 1} of the ${nameOf(path)}: ${why}`);
  }
  return { entries: list, digest: sha256(readFileSync(path)) };
}

function heldIn(path: string) {
  const whole = parsedJson(readText(path, '--decisions'), `The ${nameOf(path)}`);
  const list = Array.isArray(whole) ? whole : (whole as { decisions?: unknown } | null)?.decisions;
  if (!Array.isArray(list)) throw new UsageError(`The ${nameOf(path)} does not hold a list of decisions.`);
  return { whole, list: list as readonly DecisionEntry[] };
}

const nameOf = (path: string) => `decisions file ${quote(basename(path))}`;

function whyRejected(entry: DecisionEntry, judged: Judged): string | undefined {
  const valid = validator('decisions', 'entry');
  if (valid(entry)) return misfitOf(entry, judged);
  const { errors } = valid;
  const unsigned = errors?.find(({ keyword, instancePath }) => keyword === 'pattern' && /by|reason/.test(instancePath));
  if (!unsigned) return `${complaints(errors)}.`;
  const member = unsigned.instancePath.slice(1) as 'by' | 'reason';
  const placeholder = /‹[^›]*›?|›/.exec(entry[member])?.[0] ?? '';
  return `it holds the placeholder ${printableLine(placeholder)}: fill in ${member}.`;
}

const longestWaiverDays = 366;

/** Why an entry is invalid, whoever signs it: its id is unknown, or does not fit its kind or the target. */
export function misfitOf(entry: DecisionEntry, { now, specification, environment }: Judged): string | undefined {
  const { id } = entry;
  const basis = specification.catalogue.find((requirement) => requirement.id === id)?.basis;
  if (basis === undefined) {
    const near = nearest(id, allIds(specification)) || '; explain shows all';
    return `it names ${quote(id)}, which is not in the catalogue${near}.`;
  }
  return misfitOfTarget(entry, specification, environment) ?? misfitOfKind(entry, basis, now);
}

/** Only a mock may lack something, and not its floor. */
function misfitOfTarget(
  { id, kind }: DecisionEntry,
  { floor }: Specification,
  environment: Judged['environment'],
): string | undefined {
  const isLack = kind === 'lack';
  if (isLack && environment !== undefined && environment !== 'mock')
    return `it declares that the target lacks ${id}, which only a mock may: the environment is ${environment} (CONFORMANCE_ENVIRONMENT).`;
  if (floor.includes(id) && (isLack || (kind === 'waive' && environment === 'mock')))
    return `it ${isLack ? 'declares lacking' : 'waives'} ${id}, which every mock has to meet.`;
  return undefined;
}

function misfitOfKind(entry: DecisionEntry, basis: Basis, now: Date): string | undefined {
  const { id, kind } = entry;
  const { suits } = kinds[kind];
  if (!suits.includes(basis)) return `${id} is ${basis}; ${kind} is for what is ${listed(suits, 'or')}.`;
  if (kind === 'waive' && (Date.parse(entry.expires ?? '') - now.getTime()) / 86_400_000 > longestWaiverDays)
    return `${id} is waived until ${entry.expires}; a waiver must expire within a year.`;
  if (kind === 'settle' && !attempt(() => settledBy(entry.schema as object)))
    return `${id} is settled with an invalid JSON Schema.`;
  return undefined;
}

export const refused = (why: string) => new UsageError(`Nothing was written: ${why}`);

/**
 * Prepares a change of a decisions file, or of one that is missing.
 * @returns the entries that go, and what changes the file in one step, if the new entries are valid
 * @throws UsageError, as `write` does, for an entry that a run would reject, and if the file cannot be read or written
 */
export function changeDecisions(
  path: string,
  goes: (entry: DecisionEntry) => boolean,
  comes: readonly DecisionEntry[],
  judged: Judged,
) {
  const { whole, list } = existsSync(path) ? heldIn(path) : { whole: [], list: [] };
  const write = () => {
    for (const entry of comes) {
      const why = whyRejected(entry, judged);
      if (why !== undefined) throw refused(why);
    }
    const left = [...list.filter((entry) => !goes(entry)), ...comes];
    const text = `${escapedJson(Array.isArray(whole) ? left : { ...(whole as object), decisions: left }, 2)}\n`;
    const target = existsSync(path) ? realpathSync(path) : path;
    usable(`${quote(basename(path))} cannot be written`, () => replaceFile(target, text));
  };
  return { gone: list.filter(goes), write };
}

/** Whether both decide the same: waivers for the same checks, acceptances of the same observation. */
export function isForSameThing(one: DecisionEntry, other: DecisionEntry) {
  if (one.kind !== other.kind || one.id !== other.id) return false;
  if (one.kind === 'accept') return one.observation === other.observation;
  if (one.kind !== 'waive' || one.check === undefined || other.check === undefined) return true;
  const checksOf = ({ check }: DecisionEntry) => [check].flat().toSorted().join('\n');
  return checksOf(one) === checksOf(other);
}

type Kind = Readonly<{ needs: string; does: string; suits: readonly Basis[] }>;

const signed = '--by NAME --reason TEXT';
const tested: readonly Basis[] = ['stated', 'inferred', 'not-shown'];

export const kinds: Readonly<Record<DecisionEntry['kind'], Kind>> = {
  waive: { needs: `${signed} --expires DAY`, does: 'accepts a failure until that day', suits: tested },
  attest: {
    needs: `${signed} --expires DAY --evidence TEXT`,
    does: 'confirms the requirement until that day',
    suits: ['attested'],
  },
  settle: { needs: signed, does: 'makes the last observed behaviour a rule that can fail', suits: ['not-shown'] },
  accept: { needs: signed, does: 'accepts a change of the observed behaviour', suits: tested },
  lack: { needs: signed, does: 'declares that a mock does not meet it', suits: tested },
};
