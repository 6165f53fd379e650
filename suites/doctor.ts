/** What `doctor` looks at in a service of this API, with ten requests at most: keys, tenants, accounts, one customer, and what a mock lacks. */

import { context } from '../helpers/client/context.js';
import { mayWrite } from '../helpers/client/live-guard.js';
import type { Response } from '../helpers/client/message.js';
import { describeResponse, inItsWords, isRejectionOfContent, isSuccess } from '../helpers/client/response.js';
import { send } from '../helpers/client/send.js';
import { Inconclusive, NoResponse, Skipped } from '../helpers/client/verdicts.js';
import { reportsRejection } from '../helpers/identity/acceptance.js';
import { establishOnce } from '../helpers/runner/fact.js';
import type { Look, Looks } from '../helpers/runner/look.js';
import { type Trait, traits } from '../schemas/finding.js';
import type { LackName } from '../schemas/fsapi/groups.js';
import { createCustomer, listAccounts } from '../schemas/fsapi/operations.js';
import { lacks, profiles } from '../schemas/profiles.js';
import type { Customer } from '../schemas/types.js';
import { notEmpty, pointerOf, read } from './accounts/listing.js';
import { randomOfShape } from './authentication/invalid-keys.js';
import { requireAcceptedTenant, requireRightAddress } from './baselines.js';
import { claimsOneCustomer } from './creation-baseline.js';
import { freshCustomer } from './customers/customer.js';
import { ofTenants } from './facts.js';
import {
  againOf,
  baselineListing,
  createValidCustomer,
  isCreationOfCustomer,
  requireAcceptedKey,
  secondListing,
} from './requests.js';
import { causeOf } from './why-rejected.js';

const returned = (response: Response) => `${describeResponse(response)} returned ${response.status}`;

/** @throws Inconclusive where the key, the tenant or the base path is not accepted */
async function accepted(response: Response, variables: string): Promise<void> {
  requireAcceptedKey(response);
  if (isSuccess(response)) return;
  const { pathname } = context().connection.base;
  if (response.status === 404) {
    const trait = await shownBy(requireRightAddress);
    const like = isTrait(trait) ? ` ${traits[trait]}.` : '';
    throw new Inconclusive(
      `${returned(response)}.${like} Check the path of CONFORMANCE_BASE_URL (${pathname}): it ends in ${context().specification.basePath}.`,
    );
  }
  const advice = response.status === 403 ? `Check ${variables}.` : 'Ask the owner of the target why.';
  throw new Inconclusive(`${returned(response)}.${inItsWords(response)} ${advice}`);
}

const first: Look = {
  topic: 'Key and tenant',
  look: async () => {
    const response = await baselineListing();
    await accepted(response, 'CONFORMANCE_TENANT_ID and CONFORMANCE_API_KEY');
    return `${returned(response)}.`;
  },
};

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
    if (otherApiKey !== undefined) return `${returned(response)}.`;
    const lack = 'The second tenant has no key, so ACCT-03 is skipped: set CONFORMANCE_OTHER_API_KEY.';
    return { state: 'warning', text: `${returned(response)}. ${lack}` };
  },
};

/** Isolation is decided only between listings that are not empty, and by what identifies an account. */
const accounts: Look = {
  topic: 'Accounts',
  look: async () => {
    const { otherTenantId, profile } = context().configuration;
    const own = read(await baselineListing());
    const count = ({ items }: typeof own) => (items.length === 1 ? '1 account' : `${items.length} accounts`);
    if (otherTenantId === undefined || profile === 'single-tenant') return `${count(own)} on the first page.`;
    const other = read(await secondListing());
    notEmpty(own, 'The first tenant’s');
    notEmpty(other, 'The second tenant’s');
    return `${count(own)} and ${count(other)} on the first pages, identified by ${pointerOf([own, other])}.`;
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
    const text = `${returned(response)} for a valid customer.`;
    if (isSuccess(response) && !reportsRejection(response)) return text;
    const problem = (why: string) => ({ state: 'problem' as const, text: `${text}${inItsWords(response)} ${why}` });
    if (!isSuccess(response) && !isRejectionOfContent(response)) return problem('Ask the owner of the target why.');
    const cause = await causeOf(response).catch((error: unknown) => {
      if (!(error instanceof NoResponse)) throw error;
      return {
        sentence:
          'A run varies each member to find the cause; or set CONFORMANCE_CUSTOMER to a file with values that this target accepts.',
      };
    });
    return problem(cause.sentence);
  },
};

/** What one more request shows of a target: a trait, or what a mock lacks; undefined where it shows nothing. */
type Question = () => Promise<string | undefined>;

/** The trait, or the lack, that a look ends with, if it does. */
async function shownBy(look: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await look();
  } catch (error) {
    if (error instanceof Inconclusive) return error.unmet;
    if (!(error instanceof Skipped)) throw error;
  }
  return undefined;
}

const isTrait = (shown: string | undefined): shown is Trait => shown !== undefined && shown in traits;

/** What it shows that the target accepted what it should reject. */
const ifAccepted = (response: Response, shows: Trait | LackName) =>
  isSuccess(response) && !reportsRejection(response) ? shows : undefined;

/** The customer that was accepted before. */
const original = () => context().responses.find(isCreationOfCustomer);

const returnsTheSame: Question = async () => {
  const [one, other] = [original(), await createValidCustomer()];
  return one && claimsOneCustomer(one, other) ? ('answers are canned' satisfies Trait) : undefined;
};

const acceptsAnything: Question = async () => {
  const body = Object.fromEntries(Object.keys(freshCustomer()).map((name) => [name, false])) as unknown as Customer;
  const change = { body, purpose: 'with false for each member', mayBreak: true };
  return ifAccepted(await send(createCustomer, change), 'nothing is validated');
};

/** A repeat is accepted, and not as that customer. */
const forgetsRepeats: Question = async () => {
  const one = original();
  const repeat = one && (await send(createCustomer, { ...againOf(one), purpose: 'again, same key' }));
  return repeat && !claimsOneCustomer(one, repeat) ? ifAccepted(repeat, 'repeats return other customers') : undefined;
};

/** Without its last brace: who looks at the end alone takes it for whole. */
const cut = '{"address":{"city":"Madrid"}';

const acceptsNoJson: Question = async () =>
  ifAccepted(await send(createCustomer, { text: cut, purpose: 'with a body that is cut off' }), 'bad-json');

const validatesFirst: Question = async () => {
  const purpose = 'without Api-Key, and with a body that is cut off';
  const { status } = await send(createCustomer, { text: cut, apiKey: null, purpose });
  return status === 401 ? undefined : ('auth-first' satisfies LackName);
};

const acceptsAnyKey: Question = async () => {
  const apiKey = randomOfShape(context().configuration.apiKey);
  return ifAccepted(await send(listAccounts, { apiKey, purpose: 'with a random Api-Key' }), 'any key is accepted');
};

const ofListings = ofTenants.map(
  (fact): Question =>
    () =>
      shownBy(() => establishOnce(fact)),
);

/** What questions show. What has no answer says nothing. */
async function answered(question: Question): Promise<string | undefined> {
  let shown: string | undefined;
  const unmet = await shownBy(async () => {
    shown = await question();
  });
  return shown ?? unmet;
}

/** Traits that fail nothing by themselves: what rests on them stays open. */
const open: readonly Trait[] = ['answers are canned', 'listings are new at each reading'];

/** What the target is like as a whole, in the words of reports. @param writes whether it accepted a customer */
async function likeness(writes: boolean) {
  const found = new Set<string | undefined>();
  const creations = writes ? [returnsTheSame, acceptsAnything] : [];
  // The wrong key comes last: a service may block whoever sends one.
  for (const question of [...creations, ...ofListings, acceptsAnyKey]) found.add(await answered(question));
  return [...found].filter(isTrait).map((trait) => ({ text: `${traits[trait]}.`, isOpen: open.includes(trait) }));
}

/**
 * The groups that a mock lacks, by its traits, and by a few answers more. Whether each listing shows other accounts comes
 * last, since requests may be used up then.
 */
async function lacksOfMock(): Promise<readonly string[]> {
  const own = [returnsTheSame, forgetsRepeats, acceptsAnything, acceptsNoJson, validatesFirst, acceptsAnyKey];
  const found: (string | undefined)[] = context().configuration.otherTenantId === undefined ? ['tenants'] : [];
  for (const question of [...own, ...ofListings.toReversed()])
    if (question !== forgetsRepeats || !found.includes('answers are canned')) found.push(await answered(question));
  return Object.entries(context().specification.groups).flatMap(([name, { traits: shown = [] }]) =>
    [name, ...shown].some((one) => found.includes(one)) ? [name] : [],
  );
}

export const looks: Looks = { first, others: [second, accounts, customer], likeness, lacks: lacksOfMock };
