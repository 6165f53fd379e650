import { requirementOf } from '../../specification.js';
import type { Report } from '../../types.js';
import { catalogue, type RequirementId } from '../catalogue.js';
import { type Part, tellable } from './observation.js';

/**
 * Where a part of the document comes from, at its place, as the member `x-source`: `inferred` with the step from what is
 * stated, `not-shown` with the clause that says so, `observed` with the run, `settled` with who decided and when. What
 * is stated carries none.
 */
interface Marked {
  readonly 'x-source': Part;
}

/** The mark of what follows in one step from what is stated. */
export function inferredFrom(id: RequirementId): Marked {
  const { clause, step } = requirementOf({ catalogue }, id);
  return { 'x-source': { basis: 'inferred', requirement: id, clause, step } };
}

/** The mark of what the specification does not show. */
export function notShown(id: RequirementId): Marked {
  return { 'x-source': { basis: 'not-shown', requirement: id, clause: requirementOf({ catalogue }, id).clause } };
}

/** What is known of open rows, by a report or, without one, of none. */
export class Register {
  readonly #report: Report | undefined;

  constructor(report?: Report) {
    this.#report = report;
  }

  /** The observation of a row. One that met what people settled is marked as settled. */
  of(id: RequirementId) {
    const row = this.#report?.requirements.find((one) => one.id === id);
    if (!this.#report || row?.observation === undefined) return undefined;
    const { run, decisions } = this.#report;
    const settlement = decisions.find((entry) => entry.id === id && entry.kind === 'settle');
    const seen = { requirement: id, run: run.id, startedAt: run.startedAt };
    const decided = settlement && { by: settlement.by, on: settlement.on };
    const source =
      decided && row.verdict === 'pass'
        ? { basis: 'settled', ...decided, ...seen }
        : { basis: 'observed', ...seen, ...(decided && { settledOtherwise: decided }) };
    return { observation: row.observation, sentence: row.sentence, mark: { 'x-source': source } as Marked };
  }

  /** Observations that no keyword of OpenAPI can say, for the place that they are about; nothing where there are none. */
  observed(...ids: readonly RequirementId[]): { 'x-observed'?: readonly Part[] } {
    const entries = ids.flatMap((id) => {
      const known = this.of(id);
      if (!known) return [];
      const { observation, sentence, mark } = known;
      return [{ ...(sentence && { sentence }), observation: tellable(observation), ...mark }];
    });
    return entries.length > 0 ? { 'x-observed': entries } : {};
  }
}
