import { createCustomer } from '../../schemas/operations.js';
import type { Address, Customer } from '../../schemas/types.js';
import { validator } from '../../schemas/validate.js';
import { applyBend, type Bend } from '../customer/bends.js';
import { freshCustomer } from '../customer/customer.js';
import { memberAt, withMember, without } from '../customer/member.js';
import { mendedValue } from '../customer/mended.js';
import type { Generated } from '../engine/change.js';
import { bracket, fixture } from '../engine/fixture.js';
import { note } from '../engine/notes.js';
import { Contradiction, Neither, Undecided, Withheld } from '../engine/outcome.js';
import { type Reply, told } from '../engine/reply.js';
import { send } from '../engine/send.js';
import type { Fate } from '../identity/let-in.js';
import { type Acquainted, acquaintance } from './acquaintance.js';
import { create } from './admission.js';

/** One customer that is let in after all the malformed ones: what was refused between was not refused by a quota. */
export const closing = bracket('a right customer after the malformed ones', () => create());

/** Controls other than the plain right customer, each asked once. */
const controls = new Map<string, () => Promise<Reply>>();

/**
 * Asks whether a malformed value of one member is refused, beside the same customer without the bend.
 * @throws Contradiction where it is let in as it is
 * @throws Undecided, Withheld where the answers, or the control, do not decide
 */
export async function mustRefuse(bend: Bend): Promise<void> {
  const known = await acquaintance();
  const bent = bendAgain(bend);
  const { purpose, customer } = bent;
  const [reply, after] = await closing(() => send(createCustomer, { purpose, customer }));
  switch (becameOf(bent, reply, known)) {
    case 'unclear':
      throw neither(reply);
    case 'refused':
      note('refused', { pointer: bend.pointer, status: reply.status });
      mustStillLetIn(after, known);
      return provedByControl(bend);
    case 'put right':
      return note('put right', { pointer: bend.pointer, bend: bend.name });
    case 'let in':
      throw acceptance(bent, reply, known);
  }
}

/** A fresh customer with a bend in it, as it is sent. */
export interface Bent {
  readonly of: Bend;
  readonly purpose: string;
  readonly customer: Customer;
  readonly value: unknown;
  /** What stood there before. */
  readonly before: unknown;
}

/** Bends a member of a fresh customer. @throws Error as `applyBend` */
export function bendAgain(bend: Bend): Bent {
  const customer = freshCustomer();
  const { bent, value } = applyBend(bend, customer);
  const matching = bend.together ? ` and "${nameOf(bend.together)}" to match` : '';
  const purpose = `${purposeOf(bend, value)}${matching}`;
  return { of: bend, purpose, customer: bent, value, before: memberAt(customer, bend.pointer) };
}

/** What became of a malformed value: let in as it is, or put right as the answer shows. */
export function becameOf({ of, value, before }: Bent, reply: Reply, known: Acquainted): Fate | 'put right' {
  const fate = known.fate(reply);
  if (fate !== 'let in' || !of.mendable) return fate;
  const bent = { pointer: of.pointer, before, sent: value, isWellFormed: isWellFormed(of) };
  return mendedValue(reply, known.original, bent) === undefined ? 'let in' : 'put right';
}

/** A malformed value that was let in as it is. */
export function acceptance({ of, value, before }: Bent, reply: Reply, known: Acquainted): Contradiction {
  return new Contradiction({
    found: `${nameOf(of)} is accepted with ${of.name}: ${JSON.stringify(value)}.`,
    expected: of.mendable ? 'a refusal, any 4xx, or an answer that shows the value put right' : 'a refusal, any 4xx',
    received: `${reply.status}, as for a right customer`,
    control: `${JSON.stringify(before)} in the same request: ${known.original.status}`,
    reply,
  });
}

/** An answer that says neither yes nor no. */
export function neither(reply: Reply): Neither {
  return new Neither(`${told(reply)} is answered ${reply.status}, which neither lets it in nor refuses it.`, reply);
}

/** @throws Undecided where a right customer is not let in any more */
export function mustStillLetIn(after: Reply, known: Acquainted): void {
  if (known.fate(after) === 'let in') return;
  throw new Undecided(
    `A right customer sent after the malformed ones is answered ${after.status}, so the refusals may have been of something else.`,
  );
}

/**
 * A refusal counts only beside the same request, unbent, that was let in. The plain right customer was already.
 * @param generated where the bend is, so that its control is counted as such too
 * @throws Withheld where the unbent one is refused too
 */
export async function provedByControl(bend: Bend, generated?: Generated): Promise<void> {
  const edit = bend.neighbour ?? (bend.without === undefined ? undefined : `without ${bend.without}`);
  if (edit === undefined) return;
  let control = controls.get(edit);
  if (!control) {
    control = fixture(`control: ${edit}`, () => {
      const customer = freshCustomer();
      const unbent =
        bend.neighbour === undefined
          ? without(customer, bend.without ?? '')
          : withMember(customer, bend.pointer, bend.neighbour);
      const purpose =
        bend.neighbour === undefined
          ? `without ${nameOf({ pointer: bend.without ?? '' })}`
          : purposeOf(bend, bend.neighbour);
      // The plain right customer has this very value: it need not be asked for twice.
      if (bend.neighbour !== undefined && bend.neighbour === memberAt(customer, bend.pointer))
        return acquaintance().then(({ original }) => original);
      return send(createCustomer, { purpose, customer: unbent, ...(generated && { generated }) });
    });
    controls.set(edit, control);
  }
  const reply = await control();
  if ((await acquaintance()).fate(reply) === 'let in') return;
  const possible =
    bend.neighbour === undefined
      ? `A customer ${edit.replace('/address/', 'address.')}`
      : `${bend.neighbour}, a possible date,`;
  throw new Withheld(`${possible} is refused too (${reply.status}), so this refusal shows nothing about the form.`);
}

/** `address.country` for `/address/country`. */
export function nameOf({ pointer }: Pick<Bend, 'pointer'>): string {
  return pointer.slice(1).replace('/', '.');
}

function purposeOf(bend: Bend, value: unknown): string {
  return `with "${nameOf(bend)}": ${JSON.stringify(value)}${bend.without ? `, without ${nameOf({ pointer: bend.without })}` : ''}`;
}

function isWellFormed({ pointer }: Bend): (value: unknown) => boolean {
  const [first, second] = pointer.slice(1).split('/') as [keyof Customer & string, string?];
  return (value) => {
    const customer: Customer = second === undefined ? { [first]: value } : { address: { [second]: value } as Address };
    return validator('customer')(customer);
  };
}
