import { context } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive, Skipped } from '../../helpers/client/verdicts.js';
import { reportsRejection } from '../../helpers/identity/acceptance.js';
import { establishOnce } from '../../helpers/runner/fact.js';
import { type Trait, traits } from '../../schemas/finding.js';
import type { LackName } from '../../schemas/fsapi/groups.js';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import type { Customer } from '../../schemas/types.js';
import { randomOfShape } from '../authentication/invalid-keys.js';
import { isCreationOfCustomer } from '../creation.js';
import { claimsOneCustomer } from '../creation-baseline.js';
import { freshCustomer } from '../customers/customer.js';
import { ofTenants } from '../facts.js';
import { againOf } from '../idempotency/tries.js';
import { createValidCustomer } from '../requests.js';

/** A trait of the target as a sentence, and whether it would leave a run inconclusive. */
interface Shown {
  readonly text: string;
  readonly isOpen: boolean;
}

/** Traits that fail nothing by themselves: what rests on them stays open. */
const open: readonly Trait[] = ['answers are canned', 'listings are new at each reading'];

/**
 * What the target is like as a whole, in the words of reports: the witnesses that it does not show, and whether it
 * accepts a random key and a customer without a valid member. What has no answer says nothing.
 * @param writes whether it accepted a customer
 */
export async function likenessOf(writes: boolean): Promise<readonly Shown[]> {
  const found: (Trait | undefined)[] = [];
  const creations = writes ? [returnsTheSame, acceptsAnything] : [];
  // The wrong key comes last: a service may block whoever sends one.
  for (const look of [...creations, ...ofTenants.map((fact) => () => establishOnce(fact)), acceptsAnyKey])
    found.push(await traitBy(look));
  return [...new Set(found)].flatMap((trait) =>
    trait ? [{ text: `${traits[trait]}.`, isOpen: open.includes(trait) }] : [],
  );
}

/**
 * What a mock lacks, as far as ten requests show it: by its traits, and by a few answers more. Whether each listing shows
 * other accounts comes last, since requests may be used up then.
 */
export async function lacksOf(): Promise<readonly string[]> {
  const ownLooks = [returnsTheSame, forgetsRepeats, acceptsAnything, acceptsNoJson, validatesFirst, acceptsAnyKey];
  const found: (string | undefined)[] = context().configuration.otherTenantId === undefined ? ['tenants'] : [];
  for (const look of [...ownLooks, ...ofTenants.map((fact) => () => establishOnce(fact)).toReversed()])
    if (!found.includes('answers are canned') || look !== forgetsRepeats) found.push(await unmetBy(look));
  const { groups } = context().specification;
  return Object.entries(groups).flatMap(([name, { traits: own = [] }]) =>
    [name, ...own].some((one) => found.includes(one)) ? [name] : [],
  );
}

/** The trait that a look ends with, if it does. */
export async function traitBy(look: () => Promise<unknown>): Promise<Trait | undefined> {
  const unmet = await unmetBy(look);
  return unmet !== undefined && unmet in traits ? (unmet as Trait) : undefined;
}

async function unmetBy(look: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await look();
  } catch (error) {
    if (error instanceof Inconclusive) return error.unmet;
    if (!(error instanceof Skipped)) throw error;
  }
  return undefined;
}

/** The customer that was accepted before, and one more. */
async function returnsTheSame(): Promise<void> {
  const original = context().responses.find(isCreationOfCustomer);
  const control = await createValidCustomer();
  if (original && claimsOneCustomer(original, control))
    throw new Inconclusive('', 'answers are canned' satisfies Trait);
}

/** @throws Inconclusive with a trait, or what a mock lacks, where the target accepted what it should reject */
function mustReject(response: Response, otherwise: Trait | LackName): void {
  if (isSuccess(response) && !reportsRejection(response)) throw new Inconclusive('', otherwise);
}

async function acceptsAnything(): Promise<void> {
  const customer = Object.fromEntries(Object.keys(freshCustomer()).map((name) => [name, false])) as unknown as Customer;
  const change = { body: customer, purpose: 'with false for each member', mayBreak: true };
  mustReject(await send(createCustomer, change), 'nothing is validated');
}

/** A repeat of the customer that was accepted before is accepted, and not as that customer. */
async function forgetsRepeats(): Promise<void> {
  const original = context().responses.find(isCreationOfCustomer);
  if (!original) return;
  const repeat = await send(createCustomer, { ...againOf(original), purpose: 'again, same key' });
  if (!claimsOneCustomer(original, repeat)) mustReject(repeat, 'repeats return other customers');
}

/** Without its last brace: who looks at the end alone takes it for whole. */
const cut = '{"address":{"city":"Madrid"}';

async function acceptsNoJson(): Promise<void> {
  mustReject(await send(createCustomer, { text: cut, purpose: 'with a body that is cut off' }), 'bad-json');
}

async function validatesFirst(): Promise<void> {
  const purpose = 'without Api-Key, and with a body that is cut off';
  const { status } = await send(createCustomer, { text: cut, apiKey: null, purpose });
  if (status !== 401) throw new Inconclusive('', 'auth-first' satisfies LackName);
}

async function acceptsAnyKey(): Promise<void> {
  const apiKey = randomOfShape(context().configuration.apiKey);
  mustReject(await send(listAccounts, { apiKey, purpose: 'with a random Api-Key' }), 'any key is accepted');
}
