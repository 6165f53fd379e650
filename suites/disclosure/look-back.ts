import { context } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { belongings, holdsNothingForeign } from '../accounts/isolation.js';
import { tenantOf } from '../accounts/tenant-ids.js';
import { createsCustomer } from '../creation.js';
import { creationBaseline, orNone, requireNotPrepared } from '../creation-baseline.js';
import { otherThan, requireKeysApart } from '../requests.js';
import { customersOf, held, noTraces, without, withoutShared } from '../traces.js';

/** Which requirement a response contradicts that holds what the other tenant alone has; undefined for one that others judge. */
type LookedBack = 'ACCT-02' | 'ACCT-03' | 'ACCT-04' | 'CUST-23';

function requirementOf({ request }: Response): LookedBack | undefined {
  const { change, operation, tenant, raw } = request;
  const other = tenantOf(otherThan(change.caller ?? 'first'));
  // Without the caller's own key it is a matter of authentication (AUTH-05, AUTH-07).
  if (change.apiKey !== undefined) return undefined;
  if (createsCustomer(operation)) return tenant === other ? 'ACCT-03' : 'CUST-23';
  if (operation !== listAccounts) return undefined;
  if (tenant === other) return 'ACCT-03';
  if (change.tenant !== undefined) return 'ACCT-04';
  const named = [raw.path, ...raw.headers.map(([, value]) => value)];
  return named.some((text) => text.includes(other)) ? 'ACCT-03' : 'ACCT-02';
}

/** What the other tenant alone has, by who asks. Without a listing that can be read there are still customers. */
async function foreignTo() {
  const alone = (await orNone(belongings()))?.alone ?? { first: noTraces, second: noTraces };
  const [first, second] = [await customersOf('first'), await customersOf('second')];
  return {
    first: { accounts: alone.second, customers: without(second, first) },
    second: { accounts: alone.first, customers: without(first, second) },
  };
}

/**
 * Searches all responses of the run so far, rejections and headers included, for what the tenant that did not ask alone has.
 * @param requirement whose requests are looked at
 * @throws Failed where one holds any; Skipped without such requests, or two tenants with keys of their own
 */
export async function holdNothingForeign(requirement: LookedBack): Promise<Proof> {
  requireKeysApart();
  const responses = context().responses.filter((one) => requirementOf(one) === requirement);
  if (responses.length === 0) throw new Skipped('This run has no response that this check could search.');
  const foreign = await foreignTo();
  for (const response of responses) {
    const { accounts, customers } = foreign[response.request.change.caller ?? 'first'];
    const shown = withoutShared(response, held(response, customers));
    // Of a few prepared customers two agree by chance.
    const known = shown.length > 0 && (await orNone(creationBaseline()));
    if (known && held(response, accounts).length === 0) await requireNotPrepared(known);
    const all = { ...accounts, values: new Set([...accounts.values, ...shown]) };
    await holdsNothingForeign(response, 'in one of all responses of the run', all);
  }
  const received = `nothing of the other tenant in ${responses.length} responses`;
  return { received, response: responses.at(-1) as Response };
}
