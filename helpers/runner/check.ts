import { type TaskMeta, type TestContext, test } from 'vitest';
import type { DecidableId, OpenId } from '../../schemas/catalogue.js';
import type { CheckFinding, Finding, HarnessFault, ObservationFinding } from '../../schemas/finding.js';
import { differences } from '../../schemas/observation.js';
import type { Control } from '../../schemas/types.js';
import { context } from '../client/context.js';
import { curl } from '../client/curl.js';
import { sentOf } from '../client/response.js';
import { inScope, type Scope } from '../client/scope.js';
import { noteRetry } from '../client/send.js';
import { StorageError } from '../client/storage-error.js';
import { TransportError } from '../client/transport-error.js';
import { type ControlResponse, Failed, Inconclusive, Skipped } from '../client/verdicts.js';
import { sorted } from '../observation/schema.js';
import { hasChecks } from '../property-tests/shard.js';
import { ownButObserved, ownShape } from '../redaction/redactor.js';
import { bail } from './bail.js';
import { withinBudget } from './budget.js';
import { createOrder, type Order } from './order.js';
import { type Phase, phases } from './phases.js';

declare module 'vitest' {
  interface TaskMeta {
    finding?: Finding | HarnessFault;
    /** What the test checks or observes, known before it runs. */
    probe?: { readonly id: string; readonly name: string };
  }
}

/** How often a probe is begun anew, with everything fresh, where a transport fault broke it off. */
const restarts = 5;

/**
 * A check of a stated or inferred requirement. The probe ends normally where every answer agreed with it, and throws
 * Failed, Inconclusive or Skipped otherwise. Anything else that it throws is a fault of the suite.
 * @param name unique within the requirement: what a waiver refers to
 * @param phase `late` for whatever carries a bad key, `last` for what looks back on the whole run
 */
export function check(id: DecidableId, name: string, probe: () => Promise<void>, phase: Phase = 'early'): void {
  define(id, name, phase, async (scope, meta) => {
    const common = commonOf(id, name, scope);
    const finish = (finding: Pick<CheckFinding, 'verdict'> & Partial<CheckFinding>) => {
      meta.finding = context().redactor.redactDeep<CheckFinding>({ kind: 'check', ...common(), ...finding }, ownShape);
    };
    try {
      await withRestarts(probe);
      finish({ verdict: 'pass' });
    } catch (error) {
      if (error instanceof Skipped) return finish({ verdict: 'skipped', reason: error.message });
      if (error instanceof Inconclusive) return finish({ verdict: 'inconclusive', reason: error.message });
      if (!(error instanceof Failed)) throw error;
      const { response, control, ...about } = error.details;
      // The exchange that contradicts stands first; what it is compared with follows.
      const exchanges = [...new Set([...(response ? [response.exchange] : []), ...scope.exchanges])];
      const sent = response && {
        sent: sentOf(response.request),
        again: curl(response.request),
        deciding: response.exchange,
      };
      finish({ verdict: 'fail', ...sent, ...about, ...(control && { control: reportedControl(control) }), exchanges });
      bail(context(), id, name);
      throw error;
    }
  });
}

/** A control as plain JSON. */
function reportedControl({ request, response, outcome }: ControlResponse): Control {
  const { status, exchange } = response;
  return { request, status, ...(outcome !== undefined && { outcome }), exchange };
}

/** What an observation ends with: behaviour in its normal form, and for people one sentence for each statement. */
export interface Observed {
  readonly observation: unknown;
  readonly sentences: readonly string[];
}

/** Names of the observations of each row: a row with several tells each under its name. */
const namesOf = new Map<OpenId, string[]>();

/**
 * An observation of what the specification does not show. It is never judged here. A probe that throws Skipped was
 * not asked, one that throws Inconclusive learned nothing. One that differs from the baseline is asked again once.
 * @param about.phase `last` for what looks back on the whole run
 * @param about.customers how many customers it may create at most
 */
export function observe(
  id: OpenId,
  name: string,
  probe: () => Promise<Observed>,
  about: { readonly phase?: Phase; readonly customers?: number } = {},
): void {
  const { phase = 'gaps', customers = 0 } = about;
  namesOf.set(id, [...(namesOf.get(id) ?? []), name]);
  define(id, name, phase, async (scope, meta) => {
    const common = commonOf(id, name, scope);
    const finish = (finding: Pick<ObservationFinding, 'verdict'> & Partial<ObservationFinding>) => {
      meta.finding = context().redactor.redactDeep<ObservationFinding>(
        { kind: 'observation', ...common(), ...finding },
        ownButObserved,
      );
    };
    const once = async (): Promise<Observed> => {
      const { observation, sentences } = await withinBudget(customers, () => withRestarts(probe));
      return { observation: sorted(observation), sentences };
    };
    try {
      const first = await once();
      const differs = differences(baselineOf(id, name), context().redactor.redactDeep(first.observation)).length > 0;
      // Where there is no room to ask again, the first answer stands.
      finish({ verdict: 'observed', ...(differs ? await once().catch(() => first) : first) });
    } catch (error) {
      if (error instanceof Skipped) return finish({ verdict: 'not-asked', reason: error.message });
      if (error instanceof Inconclusive) return finish({ verdict: 'inconclusive', reason: error.message });
      throw error;
    }
  });
}

/** What the baseline holds of an observation; undefined where it was not asked. */
function baselineOf(id: OpenId, name: string): unknown {
  const then = context().baseline?.[id];
  if ((namesOf.get(id)?.length ?? 0) < 2) return then;
  return then !== null && typeof then === 'object' ? (then as Record<string, unknown>)[name] : undefined;
}

/** What every finding tells of its probe, as it stands when it is asked for; the time runs from now. */
function commonOf(id: string, name: string, scope: Scope) {
  const began = performance.now();
  return () => ({
    id,
    name,
    exchanges: scope.exchanges,
    retried: scope.retried,
    ...(scope.cases && { cases: scope.cases }),
    durationMs: Math.round((performance.now() - began) * 10) / 10,
  });
}

let order: Order | undefined;

/** Registers the vitest test of a probe, unless a filter leaves it out. */
function define(id: string, name: string, phase: Phase, body: (scope: Scope, meta: TaskMeta) => Promise<void>): void {
  const { only } = context().configuration;
  if (only.length > 0 && !only.includes(id)) return;
  if (phase !== 'cases' && !hasChecks(context().configuration)) return;
  const turn = phases.join(phase);
  order ??= createOrder(context().order);
  const { join, turn: begin } = order;
  join();
  test.concurrent(`${id} ${name}`, { timeout: 0, meta: { probe: { id, name } } }, async ({ task }: TestContext) => {
    await begin(`${id} ${name}`);
    await turn.come();
    try {
      await inScope(`${id} ${name}`, (scope) => body(scope, task.meta));
    } catch (error) {
      if (!(error instanceof Failed)) {
        const message = context().redactor.redact(
          error instanceof Error ? (error.stack ?? error.message) : String(error),
        );
        const storage = error instanceof StorageError ? context().redactor.redact(error.message) : undefined;
        task.meta.finding = { kind: 'harness-fault', id, name, message, ...(storage !== undefined && { storage }) };
        // The error itself may hold what a target sent, so that vitest is told of the redacted text only.
        throw new Error(message);
      }
      throw new Error(context().redactor.redact(error.message));
    } finally {
      turn.end();
    }
  });
}

/** Runs a probe, and runs it anew where the transport broke it off. @throws Inconclusive where it broke each time */
export async function withRestarts<T>(probe: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await probe();
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      // What the target asked to be left alone for was waited for already.
      if (attempt >= restarts || error.retryAfterMs !== undefined || context().stopped !== undefined) {
        throw new Inconclusive(context().stopped ?? `No conclusive response: ${error.message}.`);
      }
      noteRetry(context());
    }
  }
}
