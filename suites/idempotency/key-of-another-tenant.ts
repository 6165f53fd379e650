import { context } from '../../helpers/client/context.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof } from '../../helpers/client/verdicts.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import type { Customer } from '../../schemas/types.js';
import { freshCustomer } from '../customers/test-data/customer.js';
import { tenantMembers } from '../probes/accounts/unknown-tenant-ids.js';
import { createValidCustomer, drawnAgain, needsOwnKeys, needsSecondTenant } from '../probes/baseline-requests.js';
import { creationBaseline, customerToProbe } from '../probes/creation-baseline.js';
import { expectNoDisclosure, withAnothersAddress } from '../probes/customers/tenant-isolation.js';
import { returned } from '../probes/keys/customers-by-key.js';
import { uuid } from '../probes/keys/idempotency-keys.js';
import { againOf } from '../probes/retries.js';
import { together } from '../probes/together.js';

/** What the second tenant sends with an Idempotency-Key of the first. */
export interface UseOfAKey {
  readonly sameBody: boolean;
  readonly named?: (tenant: string) => RequestChange;
  /** Whether the body names the first tenant too, as the first one's own body does: else it would be another body. */
  readonly inBody?: true;
}

/**
 * Sends a key of the first tenant as the second.
 * @param name the use, for sentences
 * @throws Failed where a response discloses the first tenant's customer, Inconclusive where that cannot be determined (IDEM-05)
 */
export async function keepsApart(name: string, { sameBody, named, inBody }: UseOfAKey): Promise<Proof> {
  if (named) needsOwnKeys();
  else needsSecondTenant();
  const { tenantId = '' } = context().configuration;
  const members = inBody && tenantMembers(tenantId);
  const naming = named?.(tenantId) ?? {};
  // Data that the second tenant has sent is its own from then on, and IDEM-01 repeats the first customer at the same time:
  // each use has a customer of its own.
  const known = await creationBaseline();
  const create = () => customerToProbe('for another tenant’s use of its Idempotency-Key', members);
  const ofBaseline = sameBody ? known.control : known.sameBody;
  const customer = !named && known.acceptance(ofBaseline) === 'accepted' ? ofBaseline : await create();
  // One for each customer: a body that is sent again may conflict with itself.
  const others = new Map<Response, Customer>();
  const otherBody = (of: Response) => {
    others.set(of, others.get(of) ?? freshCustomer());
    return others.get(of);
  };
  const repeat = (of: Response) =>
    send(createCustomer, {
      ...naming,
      caller: 'second',
      idempotencyKey: of.request.idempotencyKey,
      body: sameBody ? of.request.body : otherBody(of),
      purpose: `with another tenant’s Idempotency-Key and ${name}`,
      urgent: true,
    });
  return expectNoDisclosure(customer, repeat, members && create).catch(async (error: unknown) => {
    if (sameBody && error instanceof Failed) await requireUndisclosedByAddress(naming);
    throw error;
  });
}

/**
 * Sends one key as both tenants at the same time, with a body of its own each: what joins tries under way may know the key
 * alone.
 * @throws as `keepsApart`
 */
export async function keepsApartAtOnce(): Promise<Proof> {
  needsSecondTenant();
  const { acceptance, identity } = await creationBaseline();
  const theirs = new Map<Response, Response>();
  const create = async () => {
    const made = await drawnAgain(async () => {
      const idempotencyKey = uuid();
      const purpose = 'at the same time as another tenant, with one Idempotency-Key';
      const [first, second] = (await together(createCustomer, [
        { idempotencyKey, purpose },
        { caller: 'second', idempotencyKey, purpose },
      ])) as [Response, Response];
      theirs.set(first, second);
      return first;
    });
    if (acceptance(made) === 'accepted') return made;
    throw new Inconclusive(`${returned(made, identity)}, so there is no customer to test with.`);
  };
  const answered = new Set<Response>();
  const probe = async (of: Response): Promise<Response> => {
    const beside = theirs.get(of) as Response;
    if (!answered.has(of)) {
      answered.add(of);
      return beside;
    }
    const purpose = 'with an Idempotency-Key that another tenant sent at the same time';
    return send(createCustomer, { ...againOf(beside), caller: 'second', purpose, urgent: true });
  };
  // Numbers that each tenant counts for itself agree twice where both create as many.
  const createMore = async () => {
    await createValidCustomer({ caller: 'second', purpose: 'for the second tenant, once more' });
    return create();
  };
  // Requests may miss each other, so that there are several pairs.
  for (let pairs = 1; pairs < 3; pairs += 1) await expectNoDisclosure(await create(), probe, createMore);
  return expectNoDisclosure(await create(), probe, createMore);
}

/** @throws Inconclusive where the address in the same body discloses a customer by itself, whatever the key */
async function requireUndisclosedByAddress(naming: RequestChange): Promise<void> {
  const customer = await customerToProbe('for its address alone');
  await expectNoDisclosure(customer, (of) => withAnothersAddress(of, naming)).catch((error: unknown) => {
    if (error instanceof Failed)
      throw new Inconclusive('The e-mail address and phone disclose this customer by themselves (CUST-23).');
  });
}
