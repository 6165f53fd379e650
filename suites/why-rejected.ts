import { context } from '../helpers/client/context.js';
import type { Response } from '../helpers/client/message.js';
import { isRejectionOfContent, isSuccess } from '../helpers/client/response.js';
import { send } from '../helpers/client/send.js';
import { reportsRejection } from '../helpers/identity/acceptance.js';
import { fixture } from '../helpers/runner/fixture.js';
import { type Member, members } from '../schemas/fsapi/members.js';
import { createCustomer } from '../schemas/fsapi/operations.js';
import { code } from '../schemas/marked.js';
import { requirementOf } from '../schemas/specification.js';
import type { Customer } from '../schemas/types.js';
import { requireAcceptedTenant } from './baselines.js';
import { freshCustomer, without, withPart } from './customers/customer.js';
import { baselineCreation } from './requests.js';
import { isStoppedBefore } from './variation.js';

/** Why the service rejects the valid customer, as far as changing one member at a time can show. */
interface RejectionCause {
  readonly sentence: string;
  /** Whether the service accepts another value of a member whose values the specification leaves open. */
  readonly isOpenValue?: true;
  /** The member of the table without which alone it accepts the customer. */
  readonly member?: Member;
}

type Part = Readonly<Record<string, unknown>>;

/** Places with the form of a phone number set apart for fiction there, where one is. */
const elsewhere: readonly { readonly address: Part; readonly phone?: string }[] = [
  { address: place('GB', 'GB-LND', 'London', 'SW1A 1AA'), phone: '+447700900{fresh:3}' },
  { address: place('DE', 'DE-BE', 'Berlin', '10115'), phone: '+493023125{fresh:3}' },
  { address: place('FR', 'FR-IDF', 'Paris', '75001'), phone: '+3363998{fresh:4}' },
  { address: place('AU', 'AU-NSW', 'Sydney', '2000'), phone: '+6125550{fresh:4}' },
  { address: place('CA', 'CA-ON', 'Toronto', 'M5H 2N2'), phone: '+141655501{fresh:2}' },
  { address: place('NG', 'NG-LA', 'Lagos', '100001') },
  { address: place('KE', 'KE-30', 'Nairobi', '00100') },
  { address: place('US', 'US-DE', 'Wilmington', '19801') },
];

function place(country: string, state: string, city: string, postal_code: string): Part {
  return { country, state, city, postal_code };
}

/** Other valid values where the specification leaves the values open; each is the file that makes the suite send it. */
const openValues: readonly { member: string; what: string; parts: readonly Part[] }[] = [
  {
    ...{ member: 'type', what: 'value' },
    parts: ['person', 'personal', 'natural_person', 'INDIVIDUAL', 'Individual', 'consumer'].map((type) => ({ type })),
  },
  {
    ...{ member: 'gender', what: 'value' },
    parts: ['female', 'male', 'other', 'unspecified', 'f', 'm'].map((gender) => ({ gender })),
  },
  { member: 'address.country', what: 'country and state', parts: elsewhere.map(({ address }) => ({ address })) },
  {
    ...{ member: 'phone', what: 'country of the number' },
    parts: elsewhere.flatMap(({ phone }) => (phone === undefined ? [] : [{ phone }])),
  },
  {
    ...{ member: 'email', what: 'domain' },
    parts: ['example.org', 'example.net'].map((domain) => ({ email: `conformance.{fresh}@${domain}` })),
  },
  {
    ...{ member: 'date_of_birth', what: 'age' },
    parts: ['1975-06-15', '2001-03-14', '1960-01-31'].map((date_of_birth) => ({ date_of_birth })),
  },
  {
    ...{ member: 'country, state and phone', what: 'country of all three' },
    parts: elsewhere.filter(({ phone }) => phone !== undefined),
  },
];

/** One change to the rejected customer, and the cause that shows where the service accepts it so. */
interface Trial extends RejectionCause {
  readonly purpose: string;
  readonly change: (customer: Customer) => Customer;
}

/** Other values, those of members that the response names first; then without each member, the whole address last. */
function trialsAfter({ text }: Response): readonly Trial[] {
  const isNamed = ({ member }: (typeof openValues)[number]) =>
    member.match(/[a-z_]{4,}/g)?.some((word) => text.includes(word)) ?? false;
  const values = [...openValues].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  const wholesLast = [...members].sort((a, b) => Number(a.type === 'object') - Number(b.type === 'object'));
  return [
    ...values.flatMap(({ member, what, parts }) =>
      parts.map((part) => ({
        purpose: `with another ${what} of ${member}: ${JSON.stringify(part)}`,
        change: (customer: Customer) => withPart(customer, part),
        isOpenValue: true as const,
        sentence: `The service accepts another ${what} of ${code(member)}, whose values the specification leaves open. ${advice(part)}`,
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
  if (['/phone', '/email'].includes(member.pointer) && !isConfigured())
    return {
      isOpenValue: true,
      sentence: `The service accepts the customer without ${name}, for which only fictional values were tried. Set ${code('CONFORMANCE_CUSTOMER')} to a file with a ${name} that this target accepts.`,
    };
  const { clause } = requirementOf(context().specification, member.requirement);
  const sentence = `The service accepts the customer only without ${name}, which the specification's table contains (${clause}).`;
  return { member, sentence };
}

/** Undefined where its response says nothing of its content. @throws Inconclusive as `requireAcceptedTenant` */
export const rejectionOfTheValidCustomer = fixture('why the service rejects the valid customer', async () => {
  const first = await baselineCreation();
  if (!isSuccess(first) && !isRejectionOfContent(first)) return undefined;
  await requireAcceptedTenant(first);
  return causeOf(first);
});

/**
 * Why the service rejected a valid customer, whose rejection is `first`: its members are changed one at a time. Each try is
 * fresh, so no repeat interferes.
 */
export async function causeOf(first: Response): Promise<RejectionCause> {
  if (isStoppedBefore(first)) {
    const size = Buffer.byteLength(first.request.raw.body ?? '');
    const sentence = `The target, or a gateway in front of it, rejects the request whatever customer it contains. The body has ${size} bytes.`;
    return { sentence };
  }
  for (const { purpose, change, ...cause } of trialsAfter(first)) {
    const response = await send(createCustomer, { purpose, body: change(freshCustomer('', 'rejected')) });
    if (isSuccess(response) && !reportsRejection(response)) return cause;
  }
  if (first.status === 403)
    return {
      sentence: `Every attempt returned 403: check ${code('CONFORMANCE_TENANT_ID')} and ${code('CONFORMANCE_API_KEY')}.`,
    };
  const set = ' Set `CONFORMANCE_CUSTOMER` to a file with values that this target accepts.';
  return { sentence: `Other values and omitted members did not change the rejection.${isConfigured() ? '' : set}` };
}

const isConfigured = () => context().configuration.customer !== undefined;

/** What CONFORMANCE_CUSTOMER should hold. What is configured already is not repeated: it may be nobody else's business. */
function advice(part: Part): string {
  const [file, variable] = [code(JSON.stringify(part)), code('CONFORMANCE_CUSTOMER')];
  return isConfigured()
    ? `Merge this into the file of ${variable}: ${file}`
    : `Set ${variable} to a file with this content: ${file}`;
}
