import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sha256 } from '../../reports/integrity/sha256.js';
import { holdsInferred, settlingSchema } from '../../reports/model/settlement.js';
import { startOf } from '../../reports/text/counted.js';
import { plain } from '../../reports/text/inline.js';
import { printableLine } from '../../reports/text/printable.js';
import { digestOfRow } from '../../reports/wording/row.js';
import { embeddedNotice } from '../../reports/wording/target.js';
import { groupOf, type Requirement, type Specification, whyUnobserved } from '../../schemas/specification.js';
import { calledBy } from '../../schemas/suite-version.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../schemas/types.js';
import { settledBy } from '../../schemas/validate.js';
import { chosenReport, latestReport } from '../run-folder/report-file.js';
import { attempt } from '../settings/attempt.js';
import { nearest } from '../settings/nearest.js';
import { quote, UsageError } from '../settings/usage-error.js';

/** The options of `decide`. */
export type DecideOptions = Readonly<
  Partial<Record<'by' | 'reason' | 'expires' | 'ticket' | 'approvedBy' | 'evidence' | 'from', string>>
> & { readonly check?: readonly string[]; readonly print?: boolean };

/** A decision that is to be written. */
interface Given {
  readonly id: string;
  readonly options: DecideOptions;
  readonly cwd: string;
  readonly specification: Specification;
}

/** The members that a new entry of one kind has beside those of all, and what its author has to know. */
interface Particular {
  readonly members: Partial<DecisionEntry>;
  readonly notes: readonly string[];
}

/** A kind of decision, for whoever reads the file and for whoever writes to it. */
interface Kind {
  /** The options that an entry needs. */
  readonly needs: readonly ('by' | 'reason' | 'expires' | 'evidence')[];
  /** Why an entry does not fit its requirement, as a sentence. Of a lack there is none: its id is a group. */
  readonly rejects: (row: Requirement, entry: DecisionEntry, now: Date) => string | undefined;
  /** @throws UsageError where the run that it rests on does not hold what it needs */
  readonly particular: (given: Given) => Particular;
}

/** Days that a waiver may last, counted from now: a year, leap or not. */
const longestWaiver = 366;

/** Every kind, by its name in the file. */
export const kinds: Readonly<Record<DecisionEntry['kind'], Kind>> = {
  waive: {
    needs: ['by', 'reason', 'expires'],
    rejects: ({ id, basis }, { expires = '' }, now) => {
      if (basis === 'attested') return `${id} is not testable over HTTP, so it cannot be waived; attest it instead.`;
      const days = (Date.parse(expires) - now.getTime()) / 86_400_000;
      return days > longestWaiver ? `${id} is waived until ${expires}; a waiver must expire within a year.` : undefined;
    },
    particular: waiving,
  },
  attest: {
    needs: ['by', 'reason', 'expires', 'evidence'],
    rejects: ({ id, basis }) =>
      basis === 'attested' ? undefined : `${id} is ${basis}: only organisational controls can be attested.`,
    particular: ({ options: { evidence = '' }, cwd }) => {
      const content = proofAt(resolve(cwd, evidence));
      if (!content) throw new UsageError(`--evidence names ${quote(evidence)}, which cannot be read.`);
      return { members: { evidence, evidenceDigest: sha256(content) }, notes: [] };
    },
  },
  settle: {
    needs: ['by', 'reason'],
    rejects: ({ id, basis }, { schema }) => {
      if (basis !== 'not-shown') return `${id} is ${basis}, so there is nothing to settle.`;
      const isSchema = attempt(() => settledBy(schema as object)) !== undefined;
      return isSchema ? undefined : `${id} is settled with an invalid JSON Schema.`;
    },
    particular: settling,
  },
  accept: {
    needs: ['by', 'reason'],
    rejects: ({ id, basis }) =>
      basis === 'attested' ? `${id} is not testable over HTTP, so there is nothing to accept.` : undefined,
    particular: accepting,
  },
  lack: {
    needs: ['by', 'reason'],
    rejects: () => undefined,
    particular: ({ id, specification }) => {
      const { requirements, unmet } = groupOf(specification, id);
      const where = 'It holds where CONFORMANCE_ENVIRONMENT is mock; a run elsewhere rejects it.';
      return {
        members: {},
        notes: [`${id}: ${requirements.join(', ')}. No client of this mock meets ${unmet}.`, where],
      };
    },
  },
};

/**
 * Without --check the checks that failed, or that a waiver covers already: a waiver covers the failure that it was given
 * for. @throws UsageError where no failure is known: a waiver would cover whatever fails later
 */
function waiving({ id, options: { from, check = [] }, cwd }: Given): Particular {
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
  const isOpen = failed.length > 0 || row?.verdict === 'inconclusive';
  const seen = row && `The run ${printableLine(report?.run.id ?? '')} has no failure of ${id} (${row.verdict})`;
  if (check.length === 0 && !isOpen)
    throw new UsageError(
      `${seen ?? 'No report was read (reports/latest, or --from)'}: a waiver would cover every later failure of ${id}. Name what it covers by --check.`,
    );
  const own = check.length > 0 ? check : failed.length < names.length ? failed.map(({ name }) => name) : [];
  const [first, ...others] = own;
  const covered = first === undefined ? {} : { check: others.length === 0 ? first : [first, ...others] };
  const state = `${failed.length} of ${names.length} checks failed; the verdict is ${row?.verdict}`;
  const note = row ? `${id}, ${row.title}. In the run ${report?.run.id} ${state}.` : 'No report was read.';
  return { members: covered as Partial<DecisionEntry>, notes: [note] };
}

function settling(given: Given): Particular {
  const { report, row } = observed(given, 'settle');
  const notes = [
    ...notesOn(row, report),
    'Any other behaviour is then a failure. Widen the schema where more should be valid.',
    ...(holdsInferred(row.observation)
      ? ['The members of responses must stay, with their types; new members are allowed.']
      : []),
  ];
  return { members: { schema: settlingSchema(row.observation) } as Partial<DecisionEntry>, notes };
}

function accepting(given: Given): Particular {
  const { id, cwd, options } = given;
  const newest = options.from === undefined ? latestReport(cwd) : chosenReport(cwd, options.from);
  const changed = newest?.requirements.find((one) => one.id === id && one.drift?.between);
  const { report, row } = newest && changed ? { report: newest, row: changed } : observed(given, 'accept');
  if (!row.drift)
    throw new UsageError(
      `${id} did not change in the run ${printableLine(report.run.id)}, so there is nothing to accept.`,
    );
  const [other, own] = row.drift.between ?? [];
  const notes = [
    ...notesOn(row, report),
    ...(row.drift.sentence === undefined ? [] : [startOf(plain(row.drift.sentence))]),
    own === undefined
      ? 'Later runs are compared with the accepted behaviour.'
      : `As long as ${own} behaves so, it may differ from ${other}.`,
  ];
  return { members: { observation: digestOfRow(row) }, notes };
}

/** What a run observed of a point that the specification leaves open. @throws UsageError for any other, and where it observed nothing */
function observed({ id, cwd, options: { from }, specification }: Given, verb: 'settle' | 'accept') {
  const basis = specification.catalogue.find((one) => one.id === id)?.basis;
  if (basis !== 'not-shown') throw new UsageError(`${id} is ${basis}, so there is nothing to ${verb}.`);
  const { never } = specification.questions[id] ?? {};
  if (never !== undefined) throw new UsageError(`No run observes ${id}, so there is nothing to ${verb}. ${never}`);
  const report = chosenReport(cwd, from);
  const row = report.requirements.find((one) => one.id === id);
  if (row?.observation !== undefined) return { report, row };
  const reason = row?.leftOut === undefined ? printableLine(row?.reason ?? '') : whyUnobserved(specification, id);
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

/** The content of a file that proves an attestation; `undefined` where it cannot be read. */
const proofAt = (path: string): Buffer | undefined => attempt(() => readFileSync(path));

/** What is wrong with the proof of an attestation, as a sentence; undefined where it is here, and unchanged. */
export function remarkOnProof({ evidence = '', evidenceDigest }: DecisionEntry, cwd: string): string | undefined {
  const content = evidenceDigest === undefined ? undefined : proofAt(resolve(cwd, evidence));
  if (evidenceDigest === undefined || (content && sha256(content) === evidenceDigest)) return undefined;
  return `The evidence ${quote(evidence)} ${content ? 'is not the file that was attested with' : 'cannot be read here'}.`;
}
