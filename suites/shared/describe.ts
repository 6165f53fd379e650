import type { Target } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { Inconclusive, type Observed, type Proof } from '../../helpers/client/verdicts.js';
import { describer } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { FsapiOperation } from '../../schemas/fsapi/operations.js';
import { examples } from './observing.js';
import { baselineFor } from './right-address.js';
import { type Beside, sendVariation, type Variation } from './variation.js';

/** Describes a requirement by its id: its callback gets `test`, or `observe` where it is only observed. */
export const describe = describer<typeof fsapi>();

/** Sends within a bracket, and gives its closing control: a valid request after the variations. */
type Closing<Row> = (work: () => Promise<Response>, row: Row) => Promise<readonly [Response, closing: Response]>;

/**
 * Sends the valid request with the change of a row, beside the valid one, which has to be accepted.
 * @param judge gives the proof of a pass, @throws Failed, Inconclusive, Skipped otherwise
 */
export const sendChanged =
  <Row extends Variation>(
    operation: FsapiOperation,
    judge: (response: Response, beside: Beside<Row>) => Proof | Promise<Proof>,
    closing?: Closing<Row>,
  ) =>
  async (row: Row, target: Target): Promise<Proof> => {
    const control = await baselineFor(operation);
    const sent = () => sendVariation(operation, row, target);
    const [response, after] = closing ? await closing(sent, row) : [await sent(), undefined];
    return judge(response, { control, after, row, target });
  };

/** Reads an observation off responses of the whole run, at its end: it costs no request. */
export const inPassing =
  (
    responses: (target: Target) => readonly Response[],
    read: (those: readonly Response[]) => Observed | Promise<Observed>,
  ) =>
  async (target: Target): Promise<Observed> => {
    const those = responses(target);
    if (those.length === 0) throw new Inconclusive('This run saw no response that shows it.');
    return { seen: examples(those), ...(await read(those)) };
  };
