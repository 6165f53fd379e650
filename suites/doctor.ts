/** What `doctor` looks at in a service of this API, with ten requests at most. */

import { context } from '../helpers/client/context.js';
import { mayWrite } from '../helpers/client/live-guard.js';
import type { RequestChange, Response } from '../helpers/client/message.js';
import { inItsWords, isRejectionOfContent, isSuccess, returned } from '../helpers/client/response.js';
import { send } from '../helpers/client/send.js';
import { Inconclusive, Skipped } from '../helpers/client/verdicts.js';
import { establishOnce } from '../helpers/runner/fixture.js';
import type { Look, Looks } from '../helpers/runner/look.js';
import { type Trait, traits } from '../schemas/finding.js';
import { createCustomer, listAccounts } from '../schemas/fsapi/operations.js';
import type { Operation } from '../schemas/operation.js';
import { adviceOfSecondTenant, lacks } from '../schemas/profiles.js';
import { claimsOneCustomer, orNone } from './shared/creation-baseline.js';
import { freshCustomer } from './shared/customer.js';
import { ofTenants } from './shared/facts.js';
import { notEmpty, pointerOf, read } from './shared/listing.js';
import { randomKey } from './shared/near-misses.js';
import { requireAcceptedKey, requireAcceptedTenant, requireRightAddress } from './shared/right-address.js';
import * as requests from './shared/valid-requests.js';
import { causeOf } from './shared/why-rejected.js';

type Looked = Awaited<ReturnType<Look['look']>>;

/** @throws Inconclusive if the key, the tenant or the base path is not accepted */
async function accepted(response: Response, variables: string) {
  requireAcceptedKey(response);
  if (isSuccess(response)) return;
  await requireRightAddress();
  const advice = response.status === 403 ? ` Check ${variables}.` : '';
  throw new Inconclusive(`${returned(response)}.${inItsWords(response)}${advice}`);
}

async function first() {
  const response = await requests.baselineListing();
  await accepted(response, 'CONFORMANCE_TENANT_ID and CONFORMANCE_API_KEY');
  return `${returned(response)}.`;
}

async function second(): Promise<Looked> {
  const { otherTenantId, otherApiKey, profile } = context().configuration;
  if (profile === 'single-tenant') throw new Skipped('The profile leaves it out.');
  if (otherTenantId === undefined) {
    const { untested } = lacks['second-tenant'];
    return { state: profile === 'full' ? 'problem' : 'warning', text: `${untested} ${adviceOfSecondTenant}` };
  }
  const response = await requests.secondListing();
  await accepted(response, 'CONFORMANCE_OTHER_TENANT_ID and CONFORMANCE_OTHER_API_KEY');
  if (otherApiKey !== undefined) return `${returned(response)}.`;
  const lack = 'The second tenant has no key, so ACCT-03 is skipped: set CONFORMANCE_OTHER_API_KEY.';
  return { state: 'warning', text: `${returned(response)}. ${lack}` };
}

/** Only listings that are not empty, and what identifies an account, decide isolation. */
async function accounts() {
  const { otherTenantId, profile } = context().configuration;
  const own = read(await requests.baselineListing());
  const count = `On the first page: ${own.items.length}`;
  if (otherTenantId === undefined || profile === 'single-tenant') return `${count}.`;
  const other = read(await requests.secondListing());
  notEmpty(own, other);
  return `${count} and ${other.items.length}, identified by ${pointerOf([own, other])}.`;
}

/** Whether the service accepts a customer as a run makes them; if not, why, as far as ten requests reach. */
async function customer(): Promise<Looked> {
  if (!mayWrite(context())) throw new Skipped('The suite writes nothing in this configuration.');
  const response = await requests.createValidCustomer({ body: freshCustomer() });
  requireAcceptedKey(response);
  await requireAcceptedTenant(response);
  const text = `${returned(response)} for a valid customer.`;
  if (requests.isTrueSuccess(response)) return text;
  const isAboutContent = isSuccess(response) || isRejectionOfContent(response);
  const { sentence = 'A run looks for the cause; or set CONFORMANCE_CUSTOMER to values that this target accepts.' } =
    (isAboutContent && (await orNone(causeOf(response)))) || {};
  return { state: 'problem', text: `${text}${inItsWords(response)} ${sentence}` };
}

const ifAccepted = (shows: Trait, operation: Operation, change: () => RequestChange) => async () =>
  requests.isTrueSuccess(await send(operation, change())) ? shows : undefined;

const acceptsAnything = ifAccepted('nothing is validated', createCustomer, () => {
  const body = Object.fromEntries(Object.keys(freshCustomer()).map((name) => [name, false]));
  return { body, purpose: 'with false for each member', mayBreak: true };
});

const acceptsAnyKey = ifAccepted('any key is accepted', listAccounts, () => ({
  apiKey: randomKey(),
  purpose: 'with a random Api-Key',
}));

const returnsTheSame = async (): Promise<Trait | undefined> => {
  const first = context().responses.find(requests.isCreationOfCustomer);
  const second = await requests.createValidCustomer();
  return first && claimsOneCustomer(first, second) ? 'answers are canned' : undefined;
};

function unmetOf(error: unknown): string | undefined {
  if (error instanceof Inconclusive) return error.unmet;
  if (error instanceof Skipped) return undefined;
  throw error;
}

/** They fail nothing by themselves: checks that need the opposite stay open. */
const open: readonly Trait[] = ['answers are canned', 'listings are new at each reading'];

/** What the target is like as a whole, in the words of reports. @param writes whether it accepted a customer */
async function likeness(writes: boolean) {
  const creations = writes ? [returnsTheSame, acceptsAnything] : [];
  // The wrong key comes last: a service may block whoever sends one.
  const answers: unknown[] = [];
  const ofListings = ofTenants.map((fact) => () => establishOnce(fact));
  for (const question of [...creations, ...ofListings, acceptsAnyKey]) answers.push(await question().catch(unmetOf));
  const found = (Object.keys(traits) as Trait[]).filter((trait) => answers.includes(trait));
  return found.map((trait) => ({ text: `${traits[trait]}.`, isOpen: open.includes(trait) }));
}

export const looks: Looks = {
  first: { topic: 'Key and tenant', look: first },
  others: [
    { topic: 'Second tenant', look: second },
    { topic: 'Accounts', look: accounts },
    { topic: 'Customer', look: customer },
  ],
  likeness,
};
