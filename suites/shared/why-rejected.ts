import { context } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { isRejectionOfContent, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { beforeService } from '../../helpers/runner/in-front.js';
import { type Member, members } from '../../schemas/fsapi/members.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import type { Customer } from '../../schemas/types.js';
import { freshCustomer, without, withPart } from './customer.js';
import { requireAcceptedTenant } from './right-address.js';
import { baselineCreation, isTrueSuccess } from './valid-requests.js';

/** As far as changing one member at a time can show. */
interface RejectionCause {
  readonly sentence: string;
  /** Whether the service accepts another value of a member whose values the specification leaves open. */
  readonly isOpenValue?: true;
  /** The member of the table without which alone it accepts the customer. */
  readonly member?: Member;
}

type Part = Readonly<Record<string, unknown>>;

const place = (state: string, city: string, postal_code: string, phone?: string) => ({
  address: { country: state.slice(0, 2), state, city, postal_code },
  phone,
});

/** Places, with a form of phone numbers that are set apart for fiction there. */
const elsewhere = [
  place('GB-LND', 'London', 'SW1A 1AA', '+447700900{fresh:3}'),
  place('DE-BE', 'Berlin', '10115', '+493023125{fresh:3}'),
  place('FR-IDF', 'Paris', '75001', '+3363998{fresh:4}'),
  place('AU-NSW', 'Sydney', '2000', '+6125550{fresh:4}'),
  place('CA-ON', 'Toronto', 'M5H 2N2', '+141655501{fresh:2}'),
  place('NG-LA', 'Lagos', '100001'),
  place('KE-30', 'Nairobi', '00100'),
  place('US-DE', 'Wilmington', '19801'),
];

const file = `the file that ${code('CONFORMANCE_CUSTOMER')} names`;

/** What the specification leaves open of a member, and other valid values. */
type OpenValues = readonly [member: string, what: string, values: readonly (string | Part)[]];
const openValues: readonly OpenValues[] = [
  ['type', 'value', ['person', 'personal', 'natural_person', 'INDIVIDUAL', 'Individual', 'consumer']],
  ['gender', 'value', ['female', 'male', 'other', 'unspecified', 'f', 'm']],
  ['address.country', 'country and state', elsewhere.map(({ address }) => ({ address }))],
  ['phone', 'country of the number', elsewhere.flatMap(({ phone }) => phone ?? [])],
  ['email', 'domain', ['conformance.{fresh}@example.org', 'conformance.{fresh}@example.net']],
  ['date_of_birth', 'age', ['1975-06-15', '2001-03-14', '1960-01-31']],
  ['country, state and phone', 'country of all three', elsewhere.filter(({ phone }) => phone !== undefined)],
];

function withoutMember(member: Member): RejectionCause {
  const name = code(member.name);
  // The suite sends fictional values only of these, which a service may reject.
  const isFictional = ['/phone', '/email'].includes(member.pointer) && context().configuration.customer === undefined;
  if (!isFictional)
    return {
      member,
      sentence: `The service accepts the customer only without ${name}, which the specification lists.`,
    };
  return {
    isOpenValue: true,
    sentence: `The service accepts the customer without ${name}, for which only fictional values were tried. Put a ${name} that this target accepts into ${file}.`,
  };
}

/** Undefined if the response says nothing of its content. @throws Inconclusive as `requireAcceptedTenant` */
export const rejectionOfTheValidCustomer = fixture('why the service rejects the valid customer', async () => {
  const first = await baselineCreation();
  if (!isSuccess(first) && !isRejectionOfContent(first)) return undefined;
  await requireAcceptedTenant(first);
  return causeOf(first);
});

/** Changes one member at a time: to other values, first those that the rejection names; then by omission. */
export async function causeOf({ status, text }: Response): Promise<RejectionCause> {
  if (beforeService.includes(status))
    return { sentence: 'The target, or a gateway in front of it, rejects the request whatever customer it contains.' };
  const isAccepted = async (purpose: string, change: (customer: Customer) => Customer) =>
    isTrueSuccess(await send(createCustomer, { purpose, body: change(freshCustomer('', 'rejected')) }));
  const isNamed = ([member]: OpenValues) => member.match(/[a-z_]{4,}/g)?.some((word) => text.includes(word)) ?? false;
  for (const [member, what, values] of openValues.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a))))
    for (const value of values) {
      const part = typeof value === 'string' ? { [member]: value } : value;
      const partInWords = JSON.stringify(part);
      if (await isAccepted(`with another ${what} of ${member}: ${partInWords}`, (customer) => withPart(customer, part)))
        return {
          isOpenValue: true,
          sentence: `The service accepts another ${what} of ${code(member)}, whose values the specification leaves open. Put this into ${file}: ${code(partInWords)}`,
        };
    }
  for (const member of members.toSorted((a, b) => Number(a.type === 'object') - Number(b.type === 'object')))
    if (await isAccepted(`without ${member.name}`, (customer) => without(customer, member.pointer)))
      return withoutMember(member);
  const sentence = `No other value and no omission changed the rejection. Put values that this target accepts into ${file}.`;
  return { sentence };
}
