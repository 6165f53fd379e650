import type { CheckFinding, Finding, HarnessFault, ObservationFinding } from '../../schemas/finding.js';
import { code } from '../../schemas/marked.js';
import { differences } from '../../schemas/observation.js';
import { currentName, requirementOf } from '../../schemas/specification.js';
import type { Control } from '../../schemas/types.js';
import { withinBudget } from '../client/budget.js';
import { inScope, type RunContext, type Scope, stop } from '../client/context.js';
import type { Response } from '../client/message.js';
import { sentOf } from '../client/response.js';
import {
  type ControlResponse,
  Failed,
  type FailureDetails,
  Inconclusive,
  NoResponse,
  type Observed,
  type Proof,
  Skipped,
} from '../client/verdicts.js';
import { StorageError } from '../evidence/storage-error.js';
import { sorted } from '../json/infer-schema.js';
import { ownButObserved, ownShape } from '../redaction/redactor.js';
import { curl } from './curl.js';
import { type ThroughCache, throughCache } from './past-cache.js';
import { withRestarts } from './restarts.js';
import { repeatedAfterErrors } from './server-errors.js';
import { type CheckDefinition, type Definition, type ObservationDefinition, titleOf } from './suite.js';

/** Runs one check or observation, and gives its finding, redacted. Never rejects: an error of the suite is a harness fault. */
export async function judge(definition: Definition, run: RunContext): Promise<Finding | HarnessFault> {
  try {
    return await inScope<Finding>(
      titleOf(definition),
      (scope) => (definition.kind === 'check' ? judged(definition, scope) : observed(definition, scope)),
      run,
    );
  } catch (error) {
    const { id, name } = definition;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return {
      kind: 'harness-fault',
      ...{ id, name },
      message: run.redactor.redact(text),
      ...(error instanceof StorageError && { sentence: run.redactor.redact(error.message) }),
    };
  }
}

async function judged(definition: CheckDefinition, scope: Scope): Promise<CheckFinding> {
  const { id, name } = definition;
  const { run } = scope;
  const common = commonOf(definition, scope);
  const finish = (finding: Pick<CheckFinding, 'verdict'> & Partial<CheckFinding>) =>
    run.redactor.redactDeep<CheckFinding>({ kind: 'check', ...common(), ...finding }, ownShape);
  try {
    const proof = await repeatedAfterErrors(definition.probe);
    const witnesses = await witnessesOf(definition);
    if (proof.noted) run.noted.push(proof.noted);
    return finish({
      verdict: 'pass',
      ...(witnesses.length > 0 && { witnesses }),
      ...provenBy(proof, definition, scope),
    });
  } catch (error) {
    if (error instanceof Skipped)
      return finish({ verdict: 'skipped', reason: error.message, ...(error.lacks && { lacks: error.lacks }) });
    if (error instanceof Inconclusive) return finish(undecided(error));
    if (!(error instanceof Failed)) throw error;
    const { response } = error;
    const cache = response && (await throughCache(response));
    bail(run, { id, name, found: error.details.found });
    return finish({
      verdict: 'fail',
      ...(response && { again: curl(response.request, error.details.repeated) }),
      ...sides({ ...error.details, ...cached(error.details, cache), response }, scope),
    });
  }
}

/** The witnesses of a pass, as reports show them. @throws Inconclusive where one is missing: then the pass is withheld */
async function witnessesOf({ witnesses }: CheckDefinition): Promise<NonNullable<CheckFinding['witnesses']>> {
  const shown = [];
  for (const { name, establish } of witnesses) {
    const { sentence, responses } = await establish();
    shown.push({ name, sentence, exchanges: responses.map(({ exchange }) => exchange) });
  }
  return shown;
}

function undecided(error: Inconclusive): Pick<CheckFinding, 'verdict'> & Partial<CheckFinding> {
  return {
    verdict: 'inconclusive',
    reason: error.message,
    ...(error.unmet && { unmet: error.unmet }),
    ...(error instanceof NoResponse && { unanswered: true }),
  };
}

/** What a report shows of a check that passed or failed. */
type Shown = Partial<Omit<FailureDetails, 'response'>> & { readonly response: Response | undefined };

/** What was sent, expected and received, with the deciding exchange first; its controls follow. */
function sides(
  { response, control, repeated, outside: _, ...about }: Shown & { readonly outside?: true },
  scope: Scope,
) {
  const exchanges = [...new Set([response?.exchange, ...scope.own, control?.response.exchange, ...scope.exchanges])];
  return {
    ...(response && { sent: sentOf(response.request), deciding: response.exchange, status: response.status }),
    ...about,
    ...(repeated && repeated.identity !== '' && { identity: repeated.identity }),
    ...(control && { control: reportedControl(control) }),
    exchanges: exchanges.filter((id) => id !== undefined),
  };
}

/** What a pass shows: what its probe returned, against the requirement as it is written. */
function provenBy({ noted: _, ...proof }: Proof, { id }: CheckDefinition, scope: Scope): Partial<CheckFinding> {
  const expected = requirementOf(scope.run.specification, id).title;
  if (proof.response === undefined) return { expected };
  return sides({ expected, received: String(proof.response.status), ...proof }, scope);
}

/** What a failure tells of a cache that its response came through. */
function cached({ received, likelyCause }: FailureDetails, cache: ThroughCache | undefined): Partial<FailureDetails> {
  if (!cache) return {};
  return { received: `${received}\n${cache.shown}`, ...(cache.guess && !likelyCause && { likelyCause: cache.guess }) };
}

/** A control as plain JSON. */
function reportedControl({ request, response, outcome }: ControlResponse): Control {
  const { status, exchange } = response;
  return { request, status, ...(outcome !== undefined && { outcome }), exchange };
}

/**
 * With `--bail` the first failure that is not waived ends the run: requests in flight finish, no more are sent, and
 * checks without a result are inconclusive.
 */
function bail(run: RunContext, { id, name, found }: { id: string; name: string; found: string }): void {
  if (!run.configuration.bail || run.stopped !== undefined) return;
  const isWaived = run.waived?.some(
    (one) =>
      one.id === id && currentName(run.specification, one.check ?? name) === name && (one.found ?? found) === found,
  );
  if (isWaived) return;
  stop(run, `${id} failed, and the run stops at the first failure (${code('--bail')}).`);
}

async function observed(definition: ObservationDefinition, scope: Scope): Promise<ObservationFinding> {
  const { run } = scope;
  const common = commonOf(definition, scope);
  const finish = (finding: Pick<ObservationFinding, 'verdict'> & Partial<ObservationFinding>) =>
    run.redactor.redactDeep<ObservationFinding>({ kind: 'observation', ...common(), ...finding }, ownButObserved);
  const told = ({ observation, sentences, seen = [] }: Observed) => ({
    ...{ observation, sentences },
    exchanges: [...new Set([...scope.exchanges, ...seen.map(({ exchange }) => exchange)])],
  });
  const once = async (): Promise<Observed> => {
    const { observation, ...rest } = await withinBudget(definition.creations, () => withRestarts(definition.probe));
    return { observation: sorted(observation), ...rest };
  };
  try {
    const first = await once();
    if (isUnwitnessed(first, scope)) return finish({ verdict: 'inconclusive', reason: whyNothing(run) });
    const differs = differences(baselineOf(definition, run), run.redactor.redactDeep(first.observation)).length > 0;
    // Where the budget allows no second try, the first stands.
    return finish({ verdict: 'observed', ...told(differs ? await once().catch(() => first) : first) });
  } catch (error) {
    if (error instanceof Skipped) return finish({ verdict: 'not-asked', reason: error.message });
    if (error instanceof Inconclusive) return finish({ verdict: 'inconclusive', reason: error.message });
    throw error;
  }
}

/** Whether nothing of the target was part of an observation: then it says nothing about the target. */
function isUnwitnessed({ seen = [], outside }: Observed, { exchanges }: Scope): boolean {
  return exchanges.length + seen.length === 0 && !outside;
}

/** Why an observation says nothing about the target, though it came to its end. */
function whyNothing({ stopped }: RunContext): string {
  return stopped ?? 'No response of the target was part of it.';
}

/** An observation in the baseline; undefined without one. */
function baselineOf({ id, name }: ObservationDefinition, { baseline, definitions }: RunContext): unknown {
  const then = baseline?.[id];
  // A requirement with several observations holds each under its name.
  if (definitions.filter((one) => one.id === id).length < 2) return then;
  return then !== null && typeof then === 'object' ? (then as Record<string, unknown>)[name] : undefined;
}

/** Gives what every finding has of its probe, at the time of the call; its duration starts now. */
function commonOf(definition: Definition, scope: Scope) {
  const { id, name } = definition;
  const began = performance.now();
  return () => ({
    id,
    name,
    ...(definition.kind === 'check' && definition.basis && { basis: definition.basis }),
    exchanges: scope.exchanges,
    retried: scope.retried,
    ...(scope.cases && { cases: scope.cases }),
    durationMs: Math.round((performance.now() - began) * 10) / 10,
  });
}
