import { context } from '../../helpers/client/context.js';
import { mayWrite } from '../../helpers/client/live-guard.js';
import type { Response } from '../../helpers/client/message.js';
import { describeResponse, inItsWords, isRejectionOfContent, isSuccess } from '../../helpers/client/response.js';
import { Inconclusive, NoResponse, Skipped } from '../../helpers/client/verdicts.js';
import { reportsRejection } from '../../helpers/identity/acceptance.js';
import type { Look, Looks } from '../../helpers/runner/look.js';
import { traits } from '../../schemas/finding.js';
import { lacks, profiles } from '../../schemas/profiles.js';
import { notEmpty, pointerOf, type ReadListing, read } from '../accounts/listing.js';
import { requireAcceptedTenant, requireRightAddress } from '../baselines.js';
import { freshCustomer } from '../customers/customer.js';
import { baselineListing, createValidCustomer, requireAcceptedKey, secondListing } from '../requests.js';
import { causeOf } from '../why-rejected.js';
import { lacksOf, likenessOf, traitBy } from './likeness.js';

const first: Look = {
  topic: 'Key and tenant',
  look: async () => {
    const response = await baselineListing();
    await accepted(response, 'CONFORMANCE_TENANT_ID and CONFORMANCE_API_KEY');
    return `${describeResponse(response)} returned ${response.status}.`;
  },
};

/** @throws Inconclusive where the key, the tenant or the base path is not accepted */
async function accepted(response: Response, variables: string): Promise<void> {
  requireAcceptedKey(response);
  if (isSuccess(response)) return;
  const returned = `${describeResponse(response)} returned ${response.status}.`;
  const { pathname } = context().connection.base;
  if (response.status === 404) {
    const trait = await traitBy(requireRightAddress);
    const like = trait === undefined ? '' : ` ${traits[trait]}.`;
    throw new Inconclusive(
      `${returned}${like} Check the path of CONFORMANCE_BASE_URL (${pathname}): it ends in ${context().specification.basePath}.`,
    );
  }
  const advice = response.status === 403 ? `Check ${variables}.` : 'Ask the owner of the target why.';
  throw new Inconclusive(`${returned}${inItsWords(response)} ${advice}`);
}

const second: Look = {
  topic: 'Second tenant',
  look: async () => {
    const { otherTenantId, otherApiKey, profile } = context().configuration;
    if (profile === 'single-tenant') throw new Skipped('The profile leaves it out.');
    if (otherTenantId === undefined) {
      const { untested, advice } = lacks['second-tenant'];
      const isWanted = profiles[profile].wants.includes('second-tenant');
      return { state: isWanted ? 'problem' : 'warning', text: `${untested} ${advice}` };
    }
    const response = await secondListing();
    await accepted(response, 'CONFORMANCE_OTHER_TENANT_ID and CONFORMANCE_OTHER_API_KEY');
    const text = `${describeResponse(response)} returned ${response.status}.`;
    if (otherApiKey !== undefined) return text;
    const lack = 'It has no key of its own, so ACCT-03 is skipped: set CONFORMANCE_OTHER_API_KEY.';
    return { state: 'warning', text: `${text} ${lack}` };
  },
};

/** Isolation is decided only between listings that are not empty, and by what identifies an account. */
const accounts: Look = {
  topic: 'Accounts',
  look: async () => {
    const { otherTenantId, profile } = context().configuration;
    const compares = otherTenantId !== undefined && profile !== 'single-tenant';
    const listings: ReadListing[] = [read(await baselineListing())];
    if (compares) listings.push(read(await secondListing()));
    const sizes = listings.map(({ items }) => accountsIn(items));
    if (!compares) return `${sizes[0]} on the first page.`;
    for (const [at, listing] of listings.entries())
      notEmpty(listing, at === 0 ? 'The first tenant’s' : 'The second tenant’s');
    return `${sizes.join(' and ')} on the first pages, identified by ${pointerOf(listings)}.`;
  },
};

/** Whether the service accepts the customers that a run makes, by one of them; if not, why, as far as the requests reach. */
const customer: Look = {
  topic: 'Customer',
  look: async () => {
    if (!mayWrite(context())) throw new Skipped('The suite writes nothing in this configuration.');
    const response = await createValidCustomer({ body: freshCustomer() });
    requireAcceptedKey(response);
    await requireAcceptedTenant(response);
    const returned = `${describeResponse(response)} returned ${response.status}`;
    if (isSuccess(response) && !reportsRejection(response)) return `${returned} for a valid customer.`;
    const words = inItsWords(response);
    if (!isSuccess(response) && !isRejectionOfContent(response))
      return { state: 'problem', text: `${returned} for a valid customer.${words} Ask the owner of the target why.` };
    const untried =
      'A run tries its members one by one; or set CONFORMANCE_CUSTOMER to a file with values that this target accepts.';
    const { sentence } = await causeOf(response).catch((error: unknown) => {
      if (error instanceof NoResponse) return { sentence: untried };
      throw error;
    });
    return { state: 'problem', text: `${returned} for a valid customer.${words} ${sentence}` };
  },
};

const accountsIn = ({ length }: readonly unknown[]) => (length === 1 ? '1 account' : `${length} accounts`);

/** What `doctor` looks at in a service of this API: keys, tenants, accounts and one customer. */
export const looks: Looks = { first, others: [second, accounts, customer], likeness: likenessOf, lacks: lacksOf };
