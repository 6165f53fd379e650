import type { DecidableId } from '../../schemas/catalogue.js';
import { createCustomer } from '../../schemas/operations.js';
import type { Customer } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { acquaintance } from '../controls/acquaintance.js';
import {
  acceptance,
  becameOf,
  bendAgain,
  closing,
  mustStillLetIn,
  nameOf,
  neither,
  provedByControl,
} from '../controls/field.js';
import type { Bend } from '../customer/bends.js';
import { freshCustomer } from '../customer/customer.js';
import { withMember } from '../customer/member.js';
import { mayCreateCase } from '../engine/budget.js';
import type { Generated } from '../engine/change.js';
import { fixture } from '../engine/fixture.js';
import { Contradiction, Withheld } from '../engine/outcome.js';
import { isRefusal, isSuccess, type Reply } from '../engine/reply.js';
import { run } from '../engine/run.js';
import { send } from '../engine/send.js';
import { askCases, type Became } from './asking.js';
import { keeping } from './keeping.js';
import { malformed } from './malformed.js';
import { applied, type WellFormed, wellFormed } from './well-formed.js';

/**
 * Sends malformed customers, each with one generated value of the member that a requirement is about.
 * @throws Contradiction where one is let in as it is; Undecided, Withheld where the answers do not decide
 */
export async function mustRefuseGenerated(row: DecidableId): Promise<void> {
  const examples = of(malformed, row);
  const known = await acquaintance();
  const kept = keeping(known);
  const tellings = { refused: 'usual', 'put right': 'unusual', unclear: 'finding', 'let in': 'finding' } as const;

  const ask = async (bend: Bend, stays: boolean): Promise<Became> => {
    const bent = bendAgain(bend);
    const generated = kept(stays, (reply) => tellings[becameOf(bent, reply, known)]);
    const reply = await send(createCustomer, { purpose: bent.purpose, customer: bent.customer, generated });
    const became = becameOf(bent, reply, known);
    if (became === 'unclear') throw neither(reply);
    if (became === 'let in') throw acceptance(bent, reply, known);
    return became === 'refused' &&
      !(await hasControl(
        bend,
        kept(true, () => 'usual'),
      ))
      ? 'shows nothing'
      : became;
  };

  const [tally, after] = await closing(() => askCases({ row, kind: 'malformed', examples, ask }));
  if (tally.refused > 0) mustStillLetIn(after, known);
  if (tally.refused + tally.putRight === 0)
    throw new Withheld('Beside each refusal its control was refused too, so none shows anything about the form.');
}

/** Whether the same customer, unbent, is let in. */
async function hasControl(bend: Bend, generated: Generated): Promise<boolean> {
  try {
    await provedByControl(bend, generated);
    return true;
  } catch (error) {
    if (error instanceof Withheld) return false;
    throw error;
  }
}

/**
 * Sends well-formed customers, each with one generated value of the member that a requirement is about. Which values a
 * service takes is not shown, so a refusal is counted and not judged, but for days that there were.
 * @throws Contradiction where a day that there was is refused; Undecided, Withheld where the answers do not decide
 */
export async function mayAcceptGenerated(row: DecidableId): Promise<void> {
  const examples = of(wellFormed, row);
  const known = await acquaintance();
  const kept = keeping(known);

  const ask = async (example: WellFormed, stays: boolean): Promise<Became> => {
    const { pointer, value, customer } = applied(row, example, freshCustomer());
    prove(row, value, customer);
    const purpose = `with "${nameOf({ pointer })}": ${JSON.stringify(value)}`;
    const generated = kept(stays, (reply) => {
      if (isSuccess(reply)) return 'usual';
      return isRefusal(reply) && !example.between ? 'unusual' : 'finding';
    });
    const reply = await send(createCustomer, { purpose, customer, generated });
    if (isSuccess(reply)) return known.fate(reply) === 'refused' ? 'refused' : 'let in';
    if (!isRefusal(reply)) throw neither(reply);
    if (example.between)
      await mayRefuseDay(
        String(value),
        example.between,
        reply,
        kept(true, () => 'finding'),
      );
    return 'refused';
  };

  const mayAsk = () => mayCreateCase(run());
  const tally = await askCases({ row, kind: 'well-formed', examples, ask, mayAsk });
  if (tally.letIn > 0) return;
  if (tally.asked === 0)
    throw new Withheld(
      `They may create customers, more than is left of --max-customers ${run().configuration.maxCustomers}.`,
    );
  throw new Withheld('None was let in. Which values the service takes is not shown, so nothing follows from that.');
}

/** Answers to days beside those that are judged, each asked once. */
const days = new Map<string, () => Promise<Reply>>();

/** @throws Contradiction where a day is refused again, and the days before and after it are let in */
async function mayRefuseDay(
  day: string,
  [before, after]: readonly [string, string],
  first: Reply,
  generated: Generated,
): Promise<void> {
  const { fate } = await acquaintance();
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
  // A refusal may be of a number or an address that an earlier run has used, so it is tried again with others.
  let reply = first;
  for (let more = 2; more > 0 && isRefusal(reply); more -= 1) reply = await born(day);
  if (!isRefusal(reply)) return;
  throw new Contradiction({
    found: `${day}, a day that there was, is refused as a date of birth.`,
    expected: 'success, any 2xx',
    received: String(reply.status),
    control: `${before} and ${after} in the same request: ${one.status} and ${other.status}`,
    reply,
  });
}

/** @throws Error where a customer that counts as well-formed is none: a fault of this suite, found before it is sent */
function prove(row: DecidableId, value: unknown, customer: Customer): void {
  const valid = validator('customer');
  if (!valid(customer))
    throw new Error(`${row} ${JSON.stringify(value)}: meant to be well-formed, but ${complaint(valid.errors)}`);
}

function of<T>(examples: ReadonlyMap<DecidableId, T>, row: DecidableId): T {
  const found = examples.get(row);
  if (!found) throw new RangeError(`nothing can be generated for ${row}`);
  return found;
}
