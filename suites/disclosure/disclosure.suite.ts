/**
 * Endpoints, common request headers: x-tenant-id names the caller, so no customer is disclosed to another tenant.
 *
 * What the second tenant was made to send is its own from then on, so each probe has a customer of its own.
 */

import { now, sleep } from '../../helpers/client/context.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { send } from '../../helpers/client/send.js';
import type { Proof } from '../../helpers/client/verdicts.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { lookBack } from '../shared/belongings.js';
import { creationBaseline, customerToProbe, leapDay, requireCustomer } from '../shared/creation-baseline.js';
import { freshCustomer } from '../shared/customer.js';
import { describe } from '../shared/describe.js';
import { ofCustomers, provedBy } from '../shared/facts.js';
import * as tenants from '../shared/tenants.js';
import * as requests from '../shared/valid-requests.js';
import { expectNoDisclosure } from './expect-no-disclosure.js';

const patient = { phase: 'patient', shown: ofCustomers } as const;
const lookingBack = { phase: 'last', shown: ofCustomers } as const;

// A conflict never discloses another tenant's customer.

/** The second tenant sends the e-mail address and phone. @param naming names the first one besides */
const addressDiscloses = (customer: Response, naming: RequestChange = {}): Promise<Proof> =>
  expectNoDisclosure(customer, ({ request }) => () => {
    const { email, phone } = requests.customerIn(request) ?? {};
    const purpose = 'with the e-mail address and phone of another tenant’s customer';
    return send(createCustomer, { caller: 'second', body: { ...freshCustomer(), email, phone }, purpose, ...naming });
  });

/** One that was created anyway, if the service accepted it: no operation deletes customers. */
async function customerWithAnAddress(): Promise<Response> {
  const { acceptance } = await creationBaseline();
  const customer = await leapDay();
  return acceptance(customer) === 'accepted' ? customer : customerToProbe('for its e-mail address');
}

const keptForTheEnd = fixture('a customer for the end of the run', async () => {
  tenants.needsSecondTenant();
  return { response: await customerToProbe('for the end of the run'), at: now() };
});

export const CUST_23 = describe('CUST-23', ({ test }) => {
  test('the e-mail address and phone of the first tenant’s customer, sent by the second', patient, async () => {
    tenants.needsSecondTenant();
    await requests.secondCustomer();
    const proof = await addressDiscloses(await customerWithAnAddress());
    await keptForTheEnd();
    return proof;
  });

  test('the same with the first tenant’s id', patient, async () => {
    tenants.requireKeysApart();
    const purpose = 'with the e-mail address and phone, and the tenant id, of another tenant’s customer';
    const customer = await customerToProbe('for its e-mail address under its tenant’s id');
    return addressDiscloses(customer, { tenant: tenants.tenantOf('first'), purpose });
  });

  test('the same at the end of the run', lookingBack, async () => {
    const { response, at } = await keptForTheEnd();
    // An index of customers may lag behind: at least a second.
    await sleep(Math.max(0, 1000 - (now() - at)));
    return addressDiscloses(response);
  });

  test('no response holds anything of the other tenant', lookingBack, () => lookBack('CUST-23'));
});

// A key known to one tenant never discloses that tenant's customer to another.

/** What the second tenant sends with an Idempotency-Key of the first. `inBody`: both bodies name the first one. */
interface Use {
  readonly name: string;
  readonly otherBody?: true;
  readonly named?: typeof tenants.tenantInQuery;
  readonly inBody?: true;
}

const uses: readonly Use[] = [
  { name: 'the same body' },
  { name: 'another body', otherBody: true },
  { name: 'the first one’s tenant id', named: (tenant) => ({ tenant }) },
  { name: 'the first one’s tenant id in the query and the body', named: tenants.tenantInQuery, inBody: true },
  { name: 'the first one’s tenant id in a second header', named: tenants.tenantInSecondHeader },
];

/** The address in the same body may disclose a customer by itself, whatever the key. */
const addressKeepsApart = (named?: typeof tenants.tenantInQuery) =>
  provedBy('CUST-23', 'an e-mail address discloses no customer of another tenant', async () =>
    addressDiscloses(await customerToProbe('for its e-mail address alone'), named?.(tenants.tenantOf('first'))),
  );

async function usedByTheSecond({ name: use, otherBody, named, inBody }: Use): Promise<Proof> {
  if (named) tenants.requireKeysApart();
  else tenants.needsSecondTenant();
  const first = tenants.tenantOf('first');
  const baseline = await creationBaseline();
  const members = inBody && tenants.tenantMembers(first);
  const create = () => customerToProbe('for another tenant’s use of its Idempotency-Key', members);
  const ofBaseline = otherBody ? baseline.sameBody : baseline.control;
  const customer = !named && baseline.acceptance(ofBaseline) === 'accepted' ? ofBaseline : await create();
  const purpose = `with another tenant’s Idempotency-Key and ${use}`;
  const repeating = ({ request: { idempotencyKey, body } }: Response) => {
    // One for each customer: sent again, a body may conflict with itself.
    const sent = { idempotencyKey, body: otherBody ? freshCustomer() : body };
    return () => send(createCustomer, { ...named?.(first), ...sent, caller: 'second', urgent: true, purpose });
  };
  return expectNoDisclosure(customer, repeating, create);
}

// One key that both tenants send at the same time, with a body each: what joins tries under way may know the key alone.
async function sentByBothAtOnce(): Promise<Proof> {
  tenants.needsSecondTenant();
  const baseline = await creationBaseline();
  const ofSecondTenant = new Map<Response, Response>();
  const create = async () => {
    const response = await requests.drawnAgain(async () => {
      const purpose = 'at the same time as another tenant, with the same Idempotency-Key';
      const own = { idempotencyKey: requests.freshKey(), purpose };
      const [first, second] = await requests.together(createCustomer, [own, { ...own, caller: 'second' }]);
      ofSecondTenant.set(first as Response, second as Response);
      return first as Response;
    });
    return requireCustomer(response, baseline);
  };
  const probe = (ofFirst: Response) => async (tries: number) => {
    const beside = ofSecondTenant.get(ofFirst) as Response;
    const purpose = 'with an Idempotency-Key that another tenant sent at the same time';
    const change = { ...requests.againOf(beside), caller: 'second', purpose, urgent: true } as const;
    return tries === 0 ? beside : send(createCustomer, change);
  };
  // Numbers that each tenant counts for itself agree twice if both create as many.
  const createMore = async () => {
    await requests.createValidCustomer({ caller: 'second', purpose: 'for the second tenant, once more' });
    return create();
  };
  // Three pairs, since two requests do not always overlap.
  for (let pair = 1; pair < 3; pair += 1) await expectNoDisclosure(await create(), probe, createMore);
  return expectNoDisclosure(await create(), probe, createMore);
}

export const IDEM_05 = describe('IDEM-05', ({ test }) => {
  for (const use of uses) {
    const unless = use.otherBody ? [] : [addressKeepsApart(use.named)];
    const name = `a key of the first tenant, sent by the second with ${use.name}`;
    test(name, { ...patient, unless }, () => usedByTheSecond(use));
  }
  test('a key that both tenants send at the same time', patient, sentByBothAtOnce);
});
