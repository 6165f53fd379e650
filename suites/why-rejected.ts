import { context } from '../helpers/client/context.js';
import type { Response } from '../helpers/client/message.js';
import { isRejectionOfContent, isSuccess } from '../helpers/client/response.js';
import { send } from '../helpers/client/send.js';
import { fixture } from '../helpers/runner/fixture.js';
import { type Member, members } from '../schemas/fsapi/members.js';
import { createCustomer } from '../schemas/fsapi/operations.js';
import { code } from '../schemas/marked.js';
import type { Customer } from '../schemas/types.js';
import { requireAcceptedTenant } from './baselines.js';
import { freshCustomer, without, withPart } from './customers/customer.js';
import { baselineCreation, isTrueSuccess } from './requests.js';
import { beforeService } from './variation.js';

/** Why the service rejects the valid customer, as far as changing one member at a time can show. */
interface RejectionCause {
  readonly sentence: string;
  /** Whether the service accepts another value of a member whose values the specification leaves open. */
  readonly isOpenValue?: true;
  /** The member of the table without which alone it accepts the customer. */
  readonly member?: Member;
}

/** What a file of CONFORMANCE_CUSTOMER replaces of a customer. */
type Part = Readonly<Record<string, unknown>>;

const place = (state: string, city: string, postal_code: string, phone?: string) => ({
  address: { country: state.slice(0, 2), state, city, postal_code },
  phone,
});

/** Places, with the form of a phone number set apart for fiction there, where one is. */
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
const withPhones = elsewhere.filter(({ phone }) => phone !== undefined);

const file = `the file that ${code('CONFORMANCE_CUSTOMER')} names`;

/** What the specification leaves open: of which member, as a phrase what of it, and other valid values. */
type OpenValues = readonly [member: string, what: string, parts: readonly Part[]];
const values = (member: string, what: string, ...all: readonly string[]): OpenValues => [
  member,
  what,
  all.map((value) => ({ [member]: value })),
];

const openValues: readonly OpenValues[] = [
  values('type', 'value', 'person', 'personal', 'natural_person', 'INDIVIDUAL', 'Individual', 'consumer'),
  values('gender', 'value', 'female', 'male', 'other', 'unspecified', 'f', 'm'),
  ['address.country', 'country and state', elsewhere.map(({ address }) => ({ address }))],
  ['phone', 'country of the number', withPhones.map(({ phone }) => ({ phone }))],
  values('email', 'domain', 'conformance.{fresh}@example.org', 'conformance.{fresh}@example.net'),
  values('date_of_birth', 'age', '1975-06-15', '2001-03-14', '1960-01-31'),
  ['country, state and phone', 'country of all three', withPhones],
];

/** Other values, first of members that the response names; then without each member, the whole address last. */
function trialsAfter({ text }: Response) {
  const isNamed = ([member]: OpenValues) => member.match(/[a-z_]{4,}/g)?.some((word) => text.includes(word)) ?? false;
  const namedFirst = [...openValues].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  const wholesLast = [...members].sort((a, b) => Number(a.type === 'object') - Number(b.type === 'object'));
  return [
    ...namedFirst.flatMap(([member, what, parts]) =>
      parts.map((part) => ({
        purpose: `with another ${what} of ${member}: ${JSON.stringify(part)}`,
        change: (customer: Customer) => withPart(customer, part),
        isOpenValue: true as const,
        sentence: `The service accepts another ${what} of ${code(member)}, whose values the specification leaves open. Put this into ${file}: ${code(JSON.stringify(part))}`,
      })),
    ),
    ...wholesLast.map((member) => ({
      purpose: `without ${member.name}`,
      change: (customer: Customer) => without(customer, member.pointer),
      ...withoutMember(member),
    })),
  ];
}

function withoutMember(member: Member): RejectionCause {
  const name = code(member.name);
  // Of these the suite may send fictional values only, which a service may reject.
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

/** Undefined where its response says nothing of its content. @throws Inconclusive as `requireAcceptedTenant` */
export const rejectionOfTheValidCustomer = fixture('why the service rejects the valid customer', async () => {
  const first = await baselineCreation();
  if (!isSuccess(first) && !isRejectionOfContent(first)) return undefined;
  await requireAcceptedTenant(first);
  return causeOf(first);
});

/** Why the service rejected a valid customer: each member is changed alone, in a customer of its own. */
export async function causeOf(first: Response): Promise<RejectionCause> {
  if (beforeService.includes(first.status))
    return { sentence: 'The target, or a gateway in front of it, rejects the request whatever customer it contains.' };
  for (const { purpose, change, ...cause } of trialsAfter(first)) {
    const response = await send(createCustomer, { purpose, body: change(freshCustomer('', 'rejected')) });
    if (isTrueSuccess(response)) return cause;
  }
  const sentence = `No other value and no omission changed the rejection. Put values that this target accepts into ${file}.`;
  return { sentence };
}
