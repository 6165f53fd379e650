import type { DecidableId } from '../../schemas/catalogue.js';
import { code } from '../../schemas/marked.js';
import { createCustomer } from '../../schemas/operations.js';
import type { Customer } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { context } from '../client/context.js';
import type { Generated } from '../client/request.js';
import { isRejection, isSuccess, type Response } from '../client/response.js';
import { send } from '../client/send.js';
import { Failed, Skipped } from '../client/verdicts.js';
import { creationBaseline } from '../probes/creation-baseline.js';
import {
  acceptance,
  closing,
  expectStillAccepted,
  mutateAgain,
  nameOf,
  outcomeOfMutation,
  provenByControl,
  unclear,
} from '../probes/field-validation.js';
import { mayCreateCase } from '../runner/budget.js';
import { fixture } from '../runner/fixture.js';
import { freshCustomer } from '../test-data/customer.js';
import { withMember } from '../test-data/member.js';
import type { Mutation } from '../test-data/mutations.js';
import { invalidMembers } from './invalid-members.js';
import { type CaseOutcome, runCases } from './run-cases.js';
import { sampling } from './sampling.js';
import { applied, type ValidMember, validMembers } from './valid-customers.js';

/**
 * Sends invalid customers, each with one generated value of the member of a requirement.
 * @throws Failed where the service accepts one as it is; Inconclusive, Skipped where the responses do not decide
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

/** Whether the service accepts the same customer without the mutation. */
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
 * Sends valid customers, each with one generated value of the member of a requirement. The specification does not say
 * which values a service accepts, so a rejection is counted and not judged, except for valid dates.
 * @throws Failed where the service rejects a valid date; Inconclusive, Skipped where the responses do not decide
 */
export async function acceptsValidCases(row: DecidableId): Promise<void> {
  const examples = of(validMembers, row);
  const known = await creationBaseline();
  const kept = sampling(known);

  const ask = async (example: ValidMember, stays: boolean): Promise<CaseOutcome> => {
    const { pointer, value, customer } = applied(row, example, freshCustomer());
    prove(row, value, customer);
    const purpose = `with "${nameOf({ pointer })}": ${JSON.stringify(value)}`;
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

/** Responses to the dates beside a judged one, each requested once. */
const days = new Map<string, () => Promise<Response>>();

/** @throws Failed where the service rejects a date again, and accepts the dates before and after it */
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
  const beside = async (date: string) => {
    let control = days.get(date);
    if (!control) {
      control = fixture(`control: ${date}`, () => born(date));
      days.set(date, control);
    }
    return control();
  };
  const [one, other] = [await beside(before), await beside(after)];
  if (fate(one) !== 'let in' || fate(other) !== 'let in') return;
  // An earlier run may have used the number or the address, so a rejection is retried with others.
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

/** @throws Error where a generated valid customer is invalid: an error of this suite, found before it is sent */
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
