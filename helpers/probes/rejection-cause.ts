import { type DecidableId, requirement } from '../../schemas/catalogue.js';
import { code } from '../../schemas/marked.js';
import { members } from '../../schemas/members.js';
import { createCustomer } from '../../schemas/operations.js';
import type { Customer } from '../../schemas/types.js';
import { context } from '../client/context.js';
import { isSuccess } from '../client/response.js';
import { send } from '../client/send.js';
import { fixture } from '../runner/fixture.js';
import { freshCustomer } from '../test-data/customer.js';
import { withMember, without } from '../test-data/member.js';

/** Why the service rejects the valid customer, as far as changing one member at a time can show. */
export interface RejectionCause {
  /**
   * `open value`: the service accepts another value of a member whose values the specification leaves open.
   * `member`: it accepts the customer only without a member of the table. `unknown`: neither.
   */
  readonly kind: 'open value' | 'member' | 'unknown';
  readonly member?: string;
  /** The requirement of that member. */
  readonly requirement?: DecidableId;
  readonly sentence: string;
}

/** Other valid values where the specification leaves the values open. */
const openValues: readonly { member: string; what: string; changes: readonly (readonly [string, unknown][])[] }[] = [
  {
    member: 'type',
    what: 'value',
    changes: ['person', 'personal', 'natural_person', 'INDIVIDUAL', 'Individual', 'consumer'].map((type) => [
      ['/type', type],
    ]),
  },
  {
    member: 'gender',
    what: 'value',
    changes: ['female', 'male', 'other', 'unspecified', 'f', 'm'].map((gender) => [['/gender', gender]]),
  },
  {
    member: 'address.country',
    what: 'country and state',
    changes: [
      place('GB', 'GB-LND', 'London', 'SW1A 1AA'),
      place('NG', 'NG-LA', 'Lagos', '100001'),
      place('KE', 'KE-30', 'Nairobi', '00100'),
      place('DE', 'DE-BE', 'Berlin', '10115'),
      place('US', 'US-DE', 'Wilmington', '19801'),
    ],
  },
  {
    member: 'phone',
    what: 'country of the number',
    changes: ['+447700900123', '+61491570156', '+447700900999'].map((phone) => [['/phone', phone]]),
  },
  {
    member: 'email',
    what: 'domain',
    changes: ['example.org', 'example.net'].map((domain) => [['/email', `{local}@${domain}`]]),
  },
  {
    member: 'date_of_birth',
    what: 'age',
    changes: ['1975-06-15', '2001-03-14', '1960-01-31'].map((date) => [['/date_of_birth', date]]),
  },
  {
    member: 'country, state and phone',
    what: 'country of all three',
    changes: [[...place('GB', 'GB-LND', 'London', 'SW1A 1AA'), ['/phone', '+447700900321']]],
  },
];

function place(country: string, state: string, city: string, postalCode: string): [string, unknown][] {
  return [
    ['/address/country', country],
    ['/address/state', state],
    ['/address/city', city],
    ['/address/postal_code', postalCode],
  ];
}

/** The members, the whole address last: one of its own members may be the cause. */
const strings = members.filter(({ type }) => type === 'string');
const wholesLast = [...strings, ...members.filter((member) => !strings.includes(member))];

/** Changes the members of the rejected customer one at a time. Each try is fresh, so no repeat interferes. */
export const rejectionOfTheValidCustomer = fixture(
  'why the service rejects the valid customer',
  async (): Promise<RejectionCause> => {
    for (const { member, what, changes } of openValues) {
      for (const change of changes) {
        const purpose = `with another ${what} of ${member}: ${change.map(([, value]) => JSON.stringify(value)).join(', ')}`;
        if (!(await isAccepted(purpose, (customer) => changed(customer, change)))) continue;
        const sentence = `The service accepts another ${what} of ${code(member)}, whose values the specification leaves open. Set ${code('CONFORMANCE_CUSTOMER')} to a file with values that this target accepts.`;
        return { kind: 'open value', member, sentence };
      }
    }
    for (const { pointer, name: member, requirement: id } of wholesLast) {
      if (!(await isAccepted(`without ${member}`, (customer) => without(customer, pointer)))) continue;
      if (isMadeUp(pointer)) {
        const sentence = `The service accepts the customer without ${code(member)}, for which only fictional values were tried. Set ${code('CONFORMANCE_CUSTOMER')} to a file with a ${code(member)} that this target accepts.`;
        return { kind: 'open value', member, sentence };
      }
      const sentence = `The service accepts the customer only without ${code(member)}, which the specification's table contains (${requirement(id).clause}).`;
      return { kind: 'member', member, requirement: id, sentence };
    }
    const configured = context().configuration.customer !== undefined;
    const sentence = configured
      ? 'No other value, and no omitted member, changes that.'
      : 'No other value, and no omitted member, changes that. Set `CONFORMANCE_CUSTOMER` to a file with values that this target accepts.';
    return { kind: 'unknown', sentence };
  },
);

/** Members for which the suite may send fictional values only: a service may reject those. */
function isMadeUp(pointer: string): boolean {
  return (pointer === '/phone' || pointer === '/email') && context().configuration.customer === undefined;
}

/** `{local}` is the part before the @ of the customer's own address, so that addresses stay fresh. */
function changed(customer: Customer, change: readonly (readonly [string, unknown])[]): Customer {
  const local = String(customer.email).split('@')[0] ?? '';
  return change.reduce(
    (of, [at, value]) => withMember(of, at, typeof value === 'string' ? value.replace('{local}', local) : value),
    customer,
  );
}

async function isAccepted(purpose: string, mutation: (customer: Customer) => Customer): Promise<boolean> {
  return isSuccess(await send(createCustomer, { purpose, customer: mutation(freshCustomer()) }));
}
