import type { Target } from '../helpers/client/context.js';
import type { Response } from '../helpers/client/message.js';
import { Inconclusive, type Observed, type Proof } from '../helpers/client/verdicts.js';
import { type AboutCheck, suite } from '../helpers/runner/suite.js';
import type { DecidableId, OpenId } from '../schemas/fsapi/catalogue.js';
import type { fsapi } from '../schemas/fsapi/fsapi.js';
import type { FsapiOperation } from '../schemas/fsapi/operations.js';
import { baselineFor } from './baselines.js';
import { examples } from './observing.js';
import { type Beside, sendVariation, type Variation } from './variation.js';

/** What the checks of a table have in common. */
type AboutEach<Row> = AboutCheck & {
  /** Sends within a bracket, and gives its closing control: a valid request after the variations. */
  readonly closing?: (work: () => Promise<Response>, row: Row) => Promise<readonly [Response, closing: Response]>;
};

/** The checks and observations of one area of the specification. */
export function area() {
  const { check, observe, definitions } = suite<typeof fsapi>();
  /**
   * One check for each row: the valid request with this change, beside the valid one, which has to be accepted.
   * @param about the phase, and the facts that the verdicts rest on
   * @param judge gives the proof of a pass, @throws Failed, Inconclusive, Skipped otherwise
   */
  function each<Row extends Variation>(
    id: DecidableId,
    operation: FsapiOperation,
    rows: readonly Row[],
    { closing, ...about }: AboutEach<Row>,
    judge: (response: Response, beside: Beside<Row>) => Proof | Promise<Proof>,
  ): void {
    for (const row of rows) {
      const { name, when } = row;
      check(id, `${operation.name}: ${name}`, { ...about, ...(when && { when }) }, async (target) => {
        const control = await baselineFor(operation);
        const sent = () => sendVariation(operation, row, target);
        const [response, after] = closing ? await closing(sent, row) : [await sent(), undefined];
        return judge(response, { control, after, row, target });
      });
    }
  }
  /** An observation that is read off responses of the whole run, at its end, and costs no request. */
  function inPassing(
    id: OpenId,
    name: string,
    responses: (target: Target) => readonly Response[],
    read: (those: readonly Response[]) => Observed | Promise<Observed>,
  ): void {
    observe(id, name, { phase: 'last' }, async (target) => {
      const those = responses(target);
      if (those.length === 0) throw new Inconclusive(`This run saw none of these: ${name}.`);
      return { seen: examples(those), ...(await read(those)) };
    });
  }
  return { definitions, check, observe, each, inPassing };
}
