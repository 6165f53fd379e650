import fc from 'fast-check';
import { mayCreateCase } from '../../../helpers/client/budget.js';
import { context } from '../../../helpers/client/context.js';
import type { Generated, Response } from '../../../helpers/client/message.js';
import { isRejection, isSuccess } from '../../../helpers/client/response.js';
import { send } from '../../../helpers/client/send.js';
import { isTransient } from '../../../helpers/client/transport-error.js';
import { Failed, type Proof, Skipped } from '../../../helpers/client/verdicts.js';
import { fixtures } from '../../../helpers/runner/fixture.js';
import type { DecidableId } from '../../../schemas/fsapi/catalogue.js';
import { nameOf } from '../../../schemas/fsapi/members.js';
import { createCustomer } from '../../../schemas/fsapi/operations.js';
import { code } from '../../../schemas/marked.js';
import type { Customer } from '../../../schemas/types.js';
import { complaint, validator } from '../../../schemas/validate.js';
import { type CreationBaseline, creationBaseline, identityOfCreated } from '../../probes/creation-baseline.js';
import {
  acceptedInvalid,
  closing,
  expectStillAccepted,
  mutateAgain,
  outcomeOfMutation,
  provenByControl,
  unclear,
  validCustomer,
} from '../field-validation.js';
import { freshCustomer } from '../test-data/customer.js';
import { invalidCases, validCases, withValid } from '../test-data/generators.js';
import { withMember } from '../test-data/member.js';
import type { ValidValue } from '../test-data/member-values.js';
import type { Mutation } from '../test-data/mutation.js';
import { type CaseOutcome, runCases } from './run-cases.js';

/**
 * Sends invalid customers, each with one generated value of the member that a requirement is about.
 * @throws Failed where the service accepts one as it is; Inconclusive, Skipped where the responses do not decide
 */
export async function rejectsInvalidCases(id: DecidableId): Promise<Proof> {
  const examples = invalidCases(fc, id);
  const known = await creationBaseline();
  const kept = sampling(known);
  let shown: Response | undefined;
  const interests = { rejected: 'usual', normalised: 'unusual', unclear: 'finding', accepted: 'finding' } as const;

  const sendCase = async (mutation: Mutation, stays: boolean): Promise<CaseOutcome> => {
    const mutated = mutateAgain(mutation);
    const generated = kept(stays, (response) => interests[outcomeOfMutation(mutated, response, known)]);
    const response = await send(createCustomer, { purpose: mutated.purpose, body: mutated.customer, generated });
    const outcome = outcomeOfMutation(mutated, response, known);
    if (response.exchange !== '') shown ??= response;
    if (outcome === 'unclear') throw unclear(response, known);
    if (outcome === 'accepted') throw acceptedInvalid(mutated, response, known);
    if (outcome === 'normalised') return outcome;
    const control = kept(true, () => 'usual');
    return (await hasControl(mutation, control)) ? outcome : 'undecided';
  };

  const [tally, after] = await closing(() =>
    runCases({ requirement: id, kind: 'malformed', examples, send: sendCase }),
  );
  if (tally.refused > 0) expectStillAccepted(after, known);
  if (tally.refused + tally.putRight === 0)
    throw new Skipped(
      'The service rejected the control of each rejection too, so none says anything about the format.',
    );
  return {
    expected: 'rejection (any 4xx) of each, or a response that shows the value normalised',
    received: `${tally.refused} rejected and ${tally.putRight} normalised, of ${tally.asked}`,
    control: { request: 'a valid customer, after all of them', response: after },
    response: shown ?? after,
  };
}

async function hasControl(mutation: Mutation, generated: Generated): Promise<boolean> {
  try {
    await provenByControl(mutation, generated);
    return true;
  } catch (error) {
    if (error instanceof Skipped) return false;
    throw error;
  }
}

/**
 * Sends valid customers, each with one generated value of the member that a requirement is about. The specification does
 * not define which values a service accepts, so a rejection is counted and not judged, except for leap days.
 * @throws Failed where the service rejects a leap day; Inconclusive, Skipped where the responses do not decide
 */
export async function acceptsValidCases(id: DecidableId): Promise<Proof> {
  const examples = validCases(fc, id);
  const known = await creationBaseline();
  const kept = sampling(known);
  let shown = known.original;

  const sendCase = async (example: ValidValue, stays: boolean): Promise<CaseOutcome> => {
    const { pointer, value, customer } = withValid(id, example, freshCustomer());
    assertValid(id, value, customer);
    const purpose = `with "${nameOf(pointer)}": ${JSON.stringify(value)}`;
    const generated = kept(stays, (response) => {
      if (isSuccess(response)) return 'usual';
      return isRejection(response) && !example.between ? 'unusual' : 'finding';
    });
    const response = await send(createCustomer, { purpose, body: customer, generated });
    if (isSuccess(response) && known.acceptance(response) !== 'rejected') {
      if (response.exchange !== '' && shown === known.original) shown = response;
      return 'accepted';
    }
    if (isSuccess(response)) return 'rejected';
    if (!isRejection(response)) throw unclear(response, known);
    if (example.between)
      await requireValidDate(
        String(value),
        example.between,
        response,
        kept(true, () => 'finding'),
      );
    return 'rejected';
  };

  const maySend = () => mayCreateCase(context());
  const tally = await runCases({ requirement: id, kind: 'well-formed', examples, send: sendCase, maySend });
  if (tally.letIn > 0) return { received: `${tally.letIn} accepted, of ${tally.asked}`, response: shown };
  if (tally.asked === 0)
    throw new Skipped(
      `These cases may create more customers than ${code(`--max-customers ${context().configuration.maxCustomers}`)} still allows.`,
    );
  throw new Skipped(
    'The service accepted none. The specification does not define which values it accepts, so this is no failure.',
  );
}

/** Responses to the days beside the leap days, each sent once. */
const days = fixtures<Response>();

/** @throws Failed where the service rejects a day again, and accepts the days before and after it */
async function requireValidDate(
  day: string,
  [before, after]: readonly [string, string],
  first: Response,
  generated: Generated,
): Promise<void> {
  const { acceptance } = await creationBaseline();
  const born = (date: string) =>
    send(createCustomer, {
      purpose: `with "date_of_birth": "${date}"`,
      body: withMember(freshCustomer(), '/date_of_birth', date),
      generated,
    });
  const beside = (date: string) => days(`control: ${date}`, () => born(date));
  const [one, other] = [await beside(before), await beside(after)];
  if (acceptance(one) !== 'accepted' || acceptance(other) !== 'accepted') return;
  // An earlier run may have used the number or the address, so a rejection is retried with others.
  let response = first;
  for (let more = 2; more > 0 && isRejection(response); more -= 1) response = await born(day);
  if (!isRejection(response)) return;
  throw new Failed({
    found: `The service rejected the valid ${code('date_of_birth')} ${code(day)}.`,
    expected: 'success (any 2xx)',
    received: String(response.status),
    control: {
      ...validCustomer(one, { pointer: '/date_of_birth', neighbour: before }),
      outcome: `${code(after)}: ${other.status}`,
    },
    response,
  });
}

/** @throws Error for a customer that the schema finds invalid: an error of this suite, before anything is sent */
function assertValid(id: DecidableId, value: unknown, customer: Customer): void {
  const valid = validator('customer');
  if (!valid(customer))
    throw new Error(`${id} ${JSON.stringify(value)}: generated as valid, but ${complaint(valid.errors)}`);
}

/** Exchanges of one check that stay without a finding: so many unusual ones, and so many that broke. */
const most = 10;

type Interest = 'finding' | 'unusual' | 'usual';

/**
 * Decides for one check which exchanges of its generated cases stay in the evidence: all with a finding, and few of the
 * others, so that ten thousand take no more room than a hundred.
 */
function sampling(
  known: CreationBaseline,
): (stays: boolean, interestOf: (response: Response) => Interest) => Generated {
  const left = { unusual: most, broken: most };
  const isLeft = (what: keyof typeof left) => {
    left[what] -= 1;
    return left[what] >= 0;
  };
  return (stays, interestOf) => ({
    keep: (response) => {
      if (!response || isTransient(response.status)) return isLeft('broken');
      const interest = interestOf(response);
      return stays || interest === 'finding' || (interest === 'unusual' && isLeft('unusual'));
    },
    identify: (response) => identityOfCreated(response, known.identity),
  });
}
