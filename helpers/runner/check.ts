import { type TaskMeta, type TestContext, test } from 'vitest';
import type { DecidableId, OpenId } from '../../schemas/catalogue.js';
import type { CheckFinding, Finding, HarnessFault, ObservationFinding } from '../../schemas/finding.js';
import { differences } from '../../schemas/observation.js';
import { context } from '../client/context.js';
import { curl } from '../client/curl.js';
import { describeResponse } from '../client/response.js';
import { inScope, type Scope } from '../client/scope.js';
import { noteRetry } from '../client/send.js';
import { TransportError } from '../client/transport-error.js';
import { Failed, Inconclusive, Skipped } from '../client/verdicts.js';
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
  }
}

/** How often a probe is begun anew, with everything fresh, where a transport fault broke it off. */
const restarts = 5;

/**
 * A check of a stated or inferred requirement. The probe ends normally where every answer agreed with it, and throws
 * Failed, Undecided or Withheld otherwise. Anything else that it throws is a fault of the suite.
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
      const { response: reply, ...about } = error.details;
      // The exchange that contradicts stands first; what it is compared with follows.
      const exchanges = [...new Set([...(reply ? [reply.exchange] : []), ...scope.exchanges])];
      const sent = reply && { sent: describeResponse(reply), again: curl(reply.request) };
      finish({ verdict: 'fail', ...sent, ...about, exchanges });
      bail(context(), id, name);
      throw error;
    }
  });
}

/** What an observation ends with: behaviour in its normal form, and a sentence for people. */
export interface Observed {
  readonly observation: unknown;
  readonly sentence: string;
}

/** Names of the observations of each row: a row with several tells each under its name. */
const namesOf = new Map<OpenId, string[]>();

/**
 * An observation of what the specification does not show. It is never judged here. A probe that throws Withheld was
 * not asked, one that throws Undecided learned nothing. One that differs from the baseline is asked again once.
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
      const { observation, sentence } = await withinBudget(customers, () => withRestarts(probe));
      return { observation: sorted(observation), sentence };
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
  test.concurrent(`${id} ${name}`, { timeout: 0 }, async ({ task }: TestContext) => {
    await begin(`${id} ${name}`);
    await turn.come();
    try {
      await inScope(`${id} ${name}`, (scope) => body(scope, task.meta));
    } catch (error) {
      if (!(error instanceof Failed)) {
        const message = context().redactor.redact(
          error instanceof Error ? (error.stack ?? error.message) : String(error),
        );
        task.meta.finding = { kind: 'harness-fault', id, name, message };
        // The error itself may hold what a target sent, so that vitest is told of the redacted text only.
        throw new Error(message);
      }
      throw new Error(context().redactor.redact(error.message));
    } finally {
      turn.end();
    }
  });
}

/** Runs a probe, and runs it anew where the transport broke it off. @throws Undecided where it broke each time */
export async function withRestarts<T>(probe: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await probe();
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      // What the target asked to be left alone for was waited for already.
      if (attempt >= restarts || error.retryAfterMs !== undefined || context().stopped !== undefined) {
        throw new Inconclusive(context().stopped ?? `No answer came that decides: ${error.message}.`);
      }
      noteRetry(context());
    }
  }
}
