import type { DecidableId } from '../../schemas/catalogue.js';
import { code } from '../../schemas/marked.js';
import { nameOf } from '../../schemas/members.js';
import { createCustomer } from '../../schemas/operations.js';
import type { Customer } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { mayCreateCase } from '../client/budget.js';
import { context } from '../client/context.js';
import type { Generated, Response } from '../client/message.js';
import { isRejection, isSuccess } from '../client/response.js';
import { send } from '../client/send.js';
import { Failed, Skipped } from '../client/verdicts.js';
import { creationBaseline } from '../probes/creation-baseline.js';
import {
  acceptance,
  closing,
  expectStillAccepted,
  mutateAgain,
  outcomeOfMutation,
  provenByControl,
  unclear,
} from '../probes/field-validation.js';
import { fixtures } from '../runner/fixture.js';
import { freshCustomer } from '../test-data/customer.js';
import { withMember } from '../test-data/member.js';
import type { Mutation } from '../test-data/mutation.js';
import type { CaseOutcome } from './case-run.js';
import { invalidMembers } from './invalid-members.js';
import { runCases } from './run-cases.js';
import { sampling } from './sampling.js';
import { applied, type ValidMember, validMembers } from './valid-customers.js';

/**
 * Sends invalid customers, each with one generated value of the member that a requirement is about.
 * @throws Failed where one is accepted as it is; Inconclusive, Skipped where the answers do not decide
 */
export async function rejectsInvalidCases(row: DecidableId): Promise<void> {
  const examples = of(invalidMembers, row);
  const known = await creationBaseline();
  const kept = sampling(known);
  const tellings = { refused: 'usual', 'put right': 'unusual', unclear: 'finding', 'let in': 'finding' } as const;

  const ask = async (mutation: Mutation, stays: boolean): Promise<CaseOutcome> => {
    const mutated = mutateAgain(mutation);
    const generated = kept(stays, (response) => tellings[outcomeOfMutation(mutated, response, known)]);
    const response = await send(createCustomer, { purpose: mutated.purpose, customer: mutated.customer, generated });
    const became = outcomeOfMutation(mutated, response, known);
    if (became === 'unclear') throw unclear(response);
    if (became === 'let in') throw acceptance(mutated, response, known);
    return became === 'refused' &&
      !(await hasControl(
        mutation,
        kept(true, () => 'usual'),
      ))
      ? 'shows nothing'
      : became;
  };

  const [tally, after] = await closing(() => runCases({ row, kind: 'malformed', examples, ask }));
  if (tally.refused > 0) expectStillAccepted(after, known);
  if (tally.refused + tally.putRight === 0)
    throw new Skipped(
      'The service rejected the control of each rejection too, so none says anything about the format.',
    );
}

/** Whether the same customer, unchanged, is accepted. */
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
 * Sends valid customers, each with one generated value of the member that a requirement is about. Which values a
 * service takes is not shown, so a rejection is counted and not judged, but for days that there were.
 * @throws Failed where a day that there was is rejected; Inconclusive, Skipped where the answers do not decide
 */
export async function acceptsValidCases(row: DecidableId): Promise<void> {
  const examples = of(validMembers, row);
  const known = await creationBaseline();
  const kept = sampling(known);

  const ask = async (example: ValidMember, stays: boolean): Promise<CaseOutcome> => {
    const { pointer, value, customer } = applied(row, example, freshCustomer());
    prove(row, value, customer);
    const purpose = `with "${nameOf(pointer)}": ${JSON.stringify(value)}`;
    const generated = kept(stays, (response) => {
      if (isSuccess(response)) return 'usual';
      return isRejection(response) && !example.between ? 'unusual' : 'finding';
    });
    const response = await send(createCustomer, { purpose, customer, generated });
    if (isSuccess(response)) return known.acceptance(response) === 'refused' ? 'refused' : 'let in';
    if (!isRejection(response)) throw unclear(response);
    if (example.between)
      await requireValidDate(
        String(value),
        example.between,
        response,
        kept(true, () => 'finding'),
      );
    return 'refused';
  };

  const mayAsk = () => mayCreateCase(context());
  const tally = await runCases({ row, kind: 'well-formed', examples, ask, mayAsk });
  if (tally.letIn > 0) return;
  if (tally.asked === 0)
    throw new Skipped(
      `These cases may create more customers than ${code(`--max-customers ${context().configuration.maxCustomers}`)} still allows.`,
    );
  throw new Skipped(
    'The service accepted none. The specification does not define which values it accepts, so this is no failure.',
  );
}

/** Answers to days beside those that are judged, each asked once. */
const days = fixtures<Response>();

/** @throws Failed where a day is rejected again, and the days before and after it are accepted */
async function requireValidDate(
  day: string,
  [before, after]: readonly [string, string],
  first: Response,
  generated: Generated,
): Promise<void> {
  const { acceptance: fate } = await creationBaseline();
  const born = (date: string) =>
    send(createCustomer, {
      purpose: `with "date_of_birth": "${date}"`,
      customer: withMember(freshCustomer(), '/date_of_birth', date),
      generated,
    });
  const beside = (date: string) => days(`control: ${date}`, () => born(date));
  const [one, other] = [await beside(before), await beside(after)];
  if (fate(one) !== 'let in' || fate(other) !== 'let in') return;
  // A rejection may be of a number or an address that an earlier run has used, so it is tried again with others.
  let response = first;
  for (let more = 2; more > 0 && isRejection(response); more -= 1) response = await born(day);
  if (!isRejection(response)) return;
  throw new Failed({
    found: `The service rejected the valid ${code('date_of_birth')} ${code(day)}.`,
    expected: 'success (any 2xx)',
    received: String(response.status),
    control: {
      request: `${code(before)} in the same request`,
      response: one,
      outcome: `${code(after)}: ${other.status}`,
    },
    response,
  });
}

/** @throws Error where a customer that counts as valid is none: an error of this suite, found before it is sent */
function prove(row: DecidableId, value: unknown, customer: Customer): void {
  const valid = validator('customer');
  if (!valid(customer))
    throw new Error(`${row} ${JSON.stringify(value)}: generated as valid, but ${complaint(valid.errors)}`);
}

function of<T>(examples: ReadonlyMap<DecidableId, T>, row: DecidableId): T {
  const found = examples.get(row);
  if (!found) throw new RangeError(`nothing can be generated for ${row}`);
  return found;
}
