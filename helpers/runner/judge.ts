import type { CheckFinding, Finding, HarnessFault, ObservationFinding } from '../../schemas/finding.js';
import { code } from '../../schemas/marked.js';
import { differences } from '../../schemas/observation.js';
import { requirementOf } from '../../schemas/specification.js';
import { inScope, type RunContext, type Scope } from '../client/context.js';
import { sentOf } from '../client/response.js';
import { stackOf } from '../client/stack-of.js';
import { Failed, type FailureDetails, Inconclusive, NoResponse, type Observed, Skipped } from '../client/verdicts.js';
import { StorageError } from '../evidence/storage-error.js';
import { sorted } from '../json/infer-schema.js';
import { curl } from './curl.js';
import { establishOnce, type Fact, refuted, settled } from './fixture.js';
import { confirmed } from './server-errors.js';
import { settlementOf } from './settled.js';
import { type CheckDefinition, type Definition, type ObservationDefinition, type Phase, titleOf } from './suite.js';

/** Phases that have to be over before a phase begins, with those that they waited for. */
const after: Readonly<Record<Phase, readonly Phase[]>> = {
  early: [],
  patient: [],
  gaps: ['early'],
  late: ['patient', 'gaps'],
  last: ['late'],
  end: ['last'],
};

/** Begins each work when all work of the phases before its own has ended. No work may reject. */
export function inPhases<Work extends { readonly phase: Phase }, Done>(
  works: readonly Work[],
  begin: (work: Work) => Promise<Done>,
): Promise<Done>[] {
  const begun: Promise<Done>[] = [];
  const over = new Map<Phase, Promise<unknown>>();
  for (const [phase, before] of Object.entries(after) as [Phase, readonly Phase[]][]) {
    const ready = Promise.all(before.map((earlier) => over.get(earlier)));
    for (const [at, work] of works.entries()) if (work.phase === phase) begun[at] = ready.then(() => begin(work));
    over.set(phase, Promise.all([ready, ...begun.filter((_, at) => works[at]?.phase === phase)]));
  }
  return begun;
}

/** Begins all checks and observations, as their phases let them. @returns their endings in order; none rejects */
export function beginChecks(
  run: RunContext,
  definitions: readonly Definition[],
): readonly Promise<Finding | HarnessFault>[] {
  const endings = inPhases(definitions, (definition) => judge(definition, run)).map(async (judging) => {
    const { finding, explained } = await judging;
    return explained && (await fails(explained.owner)) ? explained.finding : finding;
  });
  // Owners form an order without circles (suites/index.test.ts), so no two wait for each other.
  const fails = async (owner: string): Promise<boolean> => {
    const ofOwner = endings.filter((_, at) => definitions[at]?.id === owner);
    return (await Promise.all(ofOwner)).some((finding) => finding.kind === 'check' && finding.verdict === 'fail');
  };
  return endings;
}

interface Judged {
  readonly finding: Finding | HarnessFault;
  /** What a failure becomes if the owner of its cause fails, too. */
  readonly explained?: { readonly owner: string; readonly finding: CheckFinding };
}

/** The redacted finding. Never rejects: an error of the suite is a harness fault. */
export async function judge(definition: Definition, run: RunContext): Promise<Judged> {
  const { id, name, kind } = definition;
  try {
    const work = (scope: Scope) => (kind === 'check' ? checked(definition, scope) : observed(definition, scope));
    return await inScope(titleOf(definition), work, run);
  } catch (error) {
    const sentence = error instanceof StorageError ? error.message : undefined;
    return { finding: run.redactor.redact({ kind: 'harness-fault', id, name, message: stackOf(error), sentence }) };
  }
}

type Finish = (decided: Pick<CheckFinding, 'verdict'> & Partial<CheckFinding>) => CheckFinding;

async function checked(definition: CheckDefinition, scope: Scope): Promise<Judged> {
  const { run } = scope;
  const { given = [], shown = [], basis } = definition;
  const common = commonOf(definition, scope);
  const finish: Finish = (decided) =>
    run.redactor.redact<CheckFinding>({ kind: 'check', basis, ...common(), ...decided });
  try {
    for (const fact of given) await witnessOf(fact);
    const { noted, ...proof } = await confirmed(() => definition.probe(run));
    const witnesses = [];
    for (const fact of shown) witnesses.push(await witnessOf(fact));
    if (noted) run.noted.push(noted);
    const decided = { witnesses: witnesses.length > 0 ? witnesses : undefined, ...sides(proof, definition, scope) };
    return { finding: finish({ verdict: 'pass', ...decided }) };
  } catch (error) {
    if (error instanceof Skipped)
      return { finding: finish({ verdict: 'skipped', reason: error.message, lacks: error.lacks }) };
    if (error instanceof Inconclusive) {
      const unanswered = error instanceof NoResponse || undefined;
      const { message: reason, unmet } = error;
      return { finding: finish({ verdict: 'inconclusive', reason, unmet, unanswered }) };
    }
    if (!(error instanceof Failed)) throw error;
    return failed(error, definition, scope, finish);
  }
}

/** A failure, explained if the target now refutes a fact of `unless` that a requirement owns. */
async function failed(error: Failed, definition: CheckDefinition, scope: Scope, finish: Finish): Promise<Judged> {
  const cause = await refuted(definition.unless ?? [], error);
  const { response, repeated } = error.details;
  const again = response && curl(response.request, repeated);
  const fail = (details: FailureDetails) => finish({ verdict: 'fail', again, ...sides(details, definition, scope) });
  const owner = cause?.fact.owner;
  if (!cause || owner === undefined) return { finding: fail(error.details) };
  const why = `${cause.failure.message.replace(/\.$/, '')} (${owner}).`;
  const explained = finish({ verdict: 'inconclusive', reason: `${error.message} ${why}`, unmet: owner });
  return { finding: fail({ ...error.details, likelyCause: why }), explained: { owner, finding: explained } };
}

/** A fact that a verdict rests on, as reports show it. @throws Inconclusive if the target refutes it; else as the fact */
async function witnessOf(fact: Fact): Promise<NonNullable<CheckFinding['witnesses']>[number]> {
  const responses = await establishOnce(fact).catch((error: unknown) => {
    throw error instanceof Failed ? new Inconclusive(error.message, fact.owner) : error;
  });
  return { name: fact.name, exchanges: responses.map(({ exchange }) => exchange) };
}

type Deciding = Partial<Omit<FailureDetails, 'response'>> &
  Pick<FailureDetails, 'response'> & { readonly outside?: true };

/** What was sent, expected and received; its exchanges with the deciding one first, its controls last. */
function sides(
  { response, control, repeated, outside: _, ...about }: Deciding,
  { id }: CheckDefinition,
  { own, exchanges, run }: Scope,
) {
  const all = new Set([response?.exchange, ...own, control?.response.exchange, ...exchanges]);
  return {
    sent: response && sentOf(response.request),
    deciding: response?.exchange,
    status: response?.status,
    expected: requirementOf(run.specification, id).title,
    received: response && String(response.status),
    ...about,
    identity: repeated?.identity || undefined,
    control: control && {
      request: control.request,
      outcome: control.outcome,
      status: control.response.status,
      exchange: control.response.exchange,
    },
    exchanges: [...all].filter((id) => id !== undefined),
  };
}

async function observed(definition: ObservationDefinition, scope: Scope): Promise<Judged> {
  const { run } = scope;
  const common = commonOf(definition, scope);
  const finish = (decided: Pick<ObservationFinding, 'verdict'> & Partial<ObservationFinding>): Judged => ({
    finding: run.redactor.redact<ObservationFinding>({ kind: 'observation', ...common(), ...decided }),
  });
  const observe = async (): Promise<Observed> => {
    const probe = () => settled(() => definition.probe(scope.run));
    const { observation, ...rest } = await withinBudget(run, definition.creations, probe);
    return { observation: run.redactor.withhold(sorted(observation)), ...rest };
  };
  try {
    const first = await observe();
    if (scope.exchanges.length + (first.seen ?? []).length === 0 && !first.outside)
      throw new Inconclusive(run.stopped ?? 'This check received no response of the target.');
    const differs = differences(baselineOf(definition, run), first.observation).length > 0;
    // If the budget allows no second try, the first counts.
    const { observation, sentences, seen = [], sample } = differs ? await observe().catch(() => first) : first;
    const exchanges = [...new Set([...scope.exchanges, ...seen.map(({ exchange }) => exchange)])];
    const shape = sample && (await shapeOf(sample, definition, scope));
    return finish({ verdict: 'observed', observation, sentences, exchanges, ...shape });
  } catch (error) {
    if (error instanceof Skipped) return finish({ verdict: 'not-asked', reason: error.message });
    if (error instanceof Inconclusive) return finish({ verdict: 'inconclusive', reason: error.message });
    throw error;
  }
}

/** The contract that a settlement enforces, and the finding of that settlement, if there is one. */
async function shapeOf(sample: NonNullable<Observed['sample']>, definition: ObservationDefinition, scope: Scope) {
  const { redactor, settlements = [] } = scope.run;
  const contract = redactor.withhold(sample.contract);
  const entries = settlements.filter(({ id }) => id === definition.id);
  if (entries.length === 0) return { contract };
  const { finding } = await checked(settlementOf(definition, sample, entries), scope);
  return { contract, settled: finding as CheckFinding };
}

/** Observes what may create so many records. @throws Skipped if --observe or --max-customers excludes it; else as `work` */
export async function withinBudget<T>(run: RunContext, creations: number, work: () => Promise<T>): Promise<T> {
  const { observe, maxCustomers = Number.POSITIVE_INFINITY } = run.configuration;
  if (observe === 'none') throw new Skipped('Observations are off (`--observe none`).');
  if (creations > 0 && observe === 'cheap')
    throw new Skipped('This observation may create records, which `--observe cheap` excludes. Pass `--observe all`.');
  // Four are left for the checks behind the observations.
  if (creations > 0 && creations > maxCustomers - run.writes.size - run.reserved - 4)
    throw new Skipped(
      `This observation may create ${creations === 1 ? 'a record' : `${creations} records`}, more than ${code(`--max-customers ${maxCustomers}`)} still allows.`,
    );
  run.reserved += creations;
  try {
    return await work();
  } finally {
    run.reserved -= creations;
  }
}

function baselineOf({ id, name }: ObservationDefinition, { baseline, definitions }: RunContext): unknown {
  const then = baseline?.[id];
  // A requirement with several observations holds each under its name.
  return definitions.filter((definition) => definition.id === id).length < 2 ? then : Object(then)[name];
}

/** What every finding has, at the time of the call; its duration starts now. */
function commonOf({ id, name }: Definition, scope: Scope) {
  const began = performance.now();
  return () => ({
    id,
    name,
    exchanges: scope.exchanges,
    retried: scope.retried,
    durationMs: Math.round((performance.now() - began) * 10) / 10,
  });
}
