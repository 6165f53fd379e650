import type { Basis } from '../../schemas/specification.js';
import type { DecisionEntry } from '../../schemas/types.js';

interface Kind {
  /** Options of `decide` that it needs. */
  readonly needs: string;
  /** Its effect on a requirement. */
  readonly does: string;
  /** Bases that it is for; none for a lack, whose id is a group. */
  readonly suits: readonly Basis[];
}

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
  lack: { needs: signed, does: 'declares what a mock cannot do', suits: [] },
};
