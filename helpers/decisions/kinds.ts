import type { Basis } from '../../schemas/specification.js';
import type { DecisionEntry } from '../../schemas/types.js';

/** A kind of decision, for whoever reads the file and for whoever writes to it. */
interface Kind {
  /** The options of `decide` that an entry needs, as one types them. */
  readonly needs: string;
  /** What it does to a requirement. */
  readonly does: string;
  /** Bases of the requirements that it is for; none for a lack, whose id is a group. */
  readonly suits: readonly Basis[];
}

const signed = '--by NAME --reason TEXT';
const tested: readonly Basis[] = ['stated', 'inferred', 'not-shown'];

/** Every kind, by its name in the file. */
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
