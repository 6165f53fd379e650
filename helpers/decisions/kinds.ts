import type { Basis, Requirement } from '../../schemas/specification.js';
import type { DecisionEntry } from '../../schemas/types.js';
import { settledBy } from '../../schemas/validate.js';
import { attempt } from '../settings/attempt.js';

/** A kind of decision, for whoever reads the file and for whoever writes to it. */
interface Kind {
  /** The options of `decide` that an entry needs, as one types them. */
  readonly needs: string;
  /** What it does to a requirement of these bases. Those who would use it for another have a reason of their own. */
  readonly does: string;
  readonly suits: readonly Basis[];
  /** Why an entry does not fit its requirement, as a sentence. Of a lack there is none: its id is a group. */
  readonly rejects: (row: Requirement, entry: Partial<DecisionEntry>, now: Date) => string | undefined;
}

/** Days that a waiver may last, counted from now: a year, leap or not. */
const longestWaiver = 366;

const signed = '--by NAME --reason TEXT';

/** Every kind, by its name in the file. */
export const kinds: Readonly<Record<DecisionEntry['kind'], Kind>> = {
  waive: {
    needs: `${signed} --expires DAY`,
    does: 'accepts a failure until that day',
    suits: ['stated', 'inferred'],
    rejects: ({ id, basis }, { expires = '' }, now) => {
      if (basis === 'attested') return `${id} is not testable over HTTP, so it cannot be waived; attest it instead.`;
      const days = (Date.parse(expires) - now.getTime()) / 86_400_000;
      return days > longestWaiver ? `${id} is waived until ${expires}; a waiver must expire within a year.` : undefined;
    },
  },
  attest: {
    needs: `${signed} --expires DAY --evidence TEXT`,
    does: 'confirms the requirement until that day',
    suits: ['attested'],
    rejects: ({ id, basis }) =>
      basis === 'attested' ? undefined : `${id} is ${basis}: only organisational controls can be attested.`,
  },
  settle: {
    needs: signed,
    does: 'makes the last observed behaviour a rule that can fail',
    suits: ['not-shown'],
    rejects: ({ id, basis }, { schema }) => {
      if (basis !== 'not-shown') return `${id} is ${basis}, so there is nothing to settle.`;
      const isSchema = attempt(() => settledBy(schema as object)) !== undefined;
      return isSchema ? undefined : `${id} is settled with an invalid JSON Schema.`;
    },
  },
  accept: {
    needs: signed,
    does: 'accepts a change of the observed behaviour',
    suits: ['not-shown'],
    rejects: ({ id, basis }) =>
      basis === 'attested' ? `${id} is not testable over HTTP, so there is nothing to accept.` : undefined,
  },
  lack: { needs: signed, does: 'declares what a mock cannot do', suits: [], rejects: () => undefined },
};
