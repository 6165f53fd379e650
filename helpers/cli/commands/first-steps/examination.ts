import { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { counted } from '../../../../reports/text/counted.js';
import { daysBetween } from '../../../../reports/text/dates.js';
import { plain } from '../../../../reports/text/inline.js';
import { traits } from '../../../../schemas/finding.js';
import { lacks, leftOutBy, profiles } from '../../../../schemas/profiles.js';
import { freshCustomer } from '../../../../suites/customers/test-data/customer.js';
import { notEmpty, pointerOf, type ReadListing, read } from '../../../../suites/probes/accounts/listings.js';
import {
  baselineListing,
  createValidCustomer,
  requireAcceptedKey,
  secondListing,
} from '../../../../suites/probes/baseline-requests.js';
import { causeOf, requireAcceptedTenant } from '../../../../suites/probes/rejection-cause.js';
import { requireRightAddress } from '../../../../suites/probes/unknown-path.js';
import { lookAtConnection, requireConnection } from '../../../client/connection-state.js';
import { context, inScope, type RunContext } from '../../../client/context.js';
import { mayWrite } from '../../../client/live-guard.js';
import type { Response } from '../../../client/message.js';
import { describeResponse, inItsWords, isRejectionOfContent, isSuccess } from '../../../client/response.js';
import { Inconclusive, NoResponse, Skipped } from '../../../client/verdicts.js';
import type { Configuration } from '../../../configuration/settings.js';
import { reportsRejection } from '../../../identity/acceptance.js';

import { likenessOf, traitBy } from './likeness.js';

/** `problem`: a run would not be conclusive. `warning`: it would, but somebody should look at it. */
export type State = 'ok' | 'warning' | 'problem' | 'skipped';

/** One thing that was looked at: what there is, and what to do next where that is not as it should be. */
export interface Looked {
  readonly topic: string;
  readonly state: State;
  readonly text: string;
}

/** Looks at a target as its run would: address, connection, keys, tenants, accounts, one customer, and what it is like. */
export function examine(run: RunContext, withLikeness = true): Promise<readonly Looked[]> {
  return inScope(
    'doctor',
    async () => {
      const before = [await address(), await name(), await certificate()];
      const lines = before.flat();
      if (lines.some(({ state }) => state === 'problem')) return lines;
      const first = await looked('Key and tenant', () => firstListing());
      // Without an answer to a valid key nothing else says anything.
      if (first.state === 'problem') return [...lines, first, ...(await clock())];
      const looks = [first, ...(await clock()), await second(), await accounts(), await customer()];
      return [...lines, ...looks, ...(withLikeness ? await likeness(looks) : [])];
    },
    run,
  );
}

/** A look. What it throws says the reason, and the variable or option that helps. */
async function looked(topic: string, look: () => Promise<string | Omit<Looked, 'topic'>>): Promise<Looked> {
  try {
    const seen = await look();
    return typeof seen === 'string' ? { topic, state: 'ok', text: seen } : { topic, ...seen };
  } catch (error) {
    if (error instanceof Skipped) return { topic, state: 'skipped', text: plain(error.message) };
    if (error instanceof Inconclusive) return { topic, state: 'problem', text: plain(error.message) };
    throw error;
  }
}

/** What the target is like as a whole, where nothing else is in the way. */
async function likeness(looks: readonly Looked[]): Promise<readonly Looked[]> {
  if (looks.some(({ state }) => state === 'problem')) return [];
  const shown = await likenessOf(looks.at(-1)?.state === 'ok');
  return shown.map(({ text, isOpen }) => ({ topic: 'Target', state: isOpen ? 'problem' : 'warning', text }));
}

function address(): Looked {
  const { base, proxied } = context().connection;
  const { environment, profile } = context().configuration;
  const by = proxied ? 'by the proxy of HTTPS_PROXY' : 'directly, without a proxy';
  const leftOut = leftOutBy(profile).map((lack) => ` ${lacks[lack].leftOut}`);
  const text = `${base.href} (${environment}), ${by}, profile ${profile}.${leftOut.join('')}`;
  return { topic: 'Address', state: 'ok', text };
}

async function name(): Promise<readonly Looked[]> {
  const { base, proxied } = context().connection;
  const host = base.hostname.replace(/^\[|\]$/g, '');
  if (proxied || isIP(host) > 0) return [];
  const found = await lookup(host, { all: true }).catch(() => []);
  const [state, text] =
    found.length > 0
      ? (['ok', `is ${found.map((one) => one.address).join(', ')}.`] as const)
      : ([
          'problem',
          'is unknown here. Check CONFORMANCE_BASE_URL, the resolver of this machine, and whether it takes a VPN or HTTPS_PROXY.',
        ] as const);
  return [{ topic: 'Name', state, text: `${host} ${text}` }];
}

/** Days before its end at which a certificate is somebody's business. */
const soon = 30;

async function certificate(): Promise<readonly Looked[]> {
  const { clientCert } = context().configuration;
  const own = clientCert === undefined ? [] : [lifetime('Client certificate', new X509Certificate(clientCert).validTo)];
  const line = await looked('Connection', async () => {
    const look = await lookAtConnection();
    await requireConnection();
    const seen = look.state === 'open' ? look.certificate : undefined;
    if (!seen) return { state: 'warning', text: 'Plain HTTP: whoever is on the way reads the keys.' };
    return lifetime('Connection', seen.validTo, `${seen.protocol}, certificate issued by ${seen.issuer}. `);
  });
  return [line, ...own];
}

function lifetime(topic: string, until: string, before = ''): Looked {
  const end = new Date(until);
  if (end.getTime() < Date.now()) return { topic, state: 'problem', text: `${before}It has expired. Renew it.` };
  const days = daysBetween(new Date().toISOString(), end.toISOString());
  const text = `${before}It expires in ${counted(days, 'day')}.`;
  return days < soon ? { topic, state: 'warning', text: `${text} Renew it.` } : { topic, state: 'ok', text };
}

/** @throws Inconclusive where the key, the tenant or the base path is not accepted */
async function firstListing(): Promise<string> {
  const response = await baselineListing();
  await accepted(response, 'CONFORMANCE_TENANT_ID and CONFORMANCE_API_KEY');
  return `${plain(describeResponse(response))} returned ${response.status}.`;
}

async function accepted(response: Response, variables: string): Promise<void> {
  requireAcceptedKey(response);
  if (isSuccess(response)) return;
  const returned = `${describeResponse(response)} returned ${response.status}.`;
  const { pathname } = context().connection.base;
  if (response.status === 404) {
    const trait = await traitBy(requireRightAddress);
    const like = trait === undefined ? '' : ` ${traits[trait]}.`;
    throw new Inconclusive(`${returned}${like} Check the path of CONFORMANCE_BASE_URL (${pathname}): it ends in /v1/.`);
  }
  const advice = response.status === 403 ? `Check ${variables}.` : 'Ask the owner of the target why.';
  throw new Inconclusive(`${returned}${inItsWords(response)} ${advice}`);
}

/** Milliseconds by which a Date header may differ: it has whole seconds, and the response took its time. */
const skewMs = 60_000;

/** The target's clock, where it shows one. A skewed one spoils signatures of webhooks, and the times of reports. */
async function clock(): Promise<readonly Looked[]> {
  const response = await baselineListing().catch(() => undefined);
  const shown = Date.parse(response?.headers.get('date') ?? '');
  if (Number.isNaN(shown)) return [];
  const skew = Date.now() - shown;
  if (Math.abs(skew) <= skewMs) return [{ topic: 'Clock', state: 'ok', text: 'As the target’s, within a minute.' }];
  const text = `${Math.round(Math.abs(skew) / 1000)} s ${skew > 0 ? 'ahead of' : 'behind'} the target’s. Synchronise this machine (NTP), or tell the owner of the target.`;
  return [{ topic: 'Clock', state: 'warning', text }];
}

function second(): Promise<Looked> {
  return looked('Second tenant', async () => {
    const { otherTenantId, otherApiKey, profile } = context().configuration;
    if (profile === 'single-tenant') throw new Skipped('The profile leaves it out.');
    if (otherTenantId === undefined) {
      const { untested, advice } = lacks['second-tenant'];
      const isWanted = profiles[profile as Configuration['profile']].wants.includes('second-tenant');
      return { state: isWanted ? 'problem' : 'warning', text: plain(`${untested} ${advice}`) };
    }
    const response = await secondListing();
    await accepted(response, 'CONFORMANCE_OTHER_TENANT_ID and CONFORMANCE_OTHER_API_KEY');
    const text = `${plain(describeResponse(response))} returned ${response.status}.`;
    if (otherApiKey !== undefined) return text;
    const lack = 'It has no key of its own, so ACCT-03 is skipped: set CONFORMANCE_OTHER_API_KEY.';
    return { state: 'warning', text: `${text} ${lack}` };
  });
}

/** Isolation is decided only between listings that are not empty, and by what identifies an account. */
function accounts(): Promise<Looked> {
  return looked('Accounts', async () => {
    const { otherTenantId, profile } = context().configuration;
    const compares = otherTenantId !== undefined && profile !== 'single-tenant';
    const listings: ReadListing[] = [read(await baselineListing())];
    if (compares) listings.push(read(await secondListing()));
    const sizes = listings.map(({ items }) => counted(items.length, 'account'));
    if (!compares) return `${sizes[0]} on the first page.`;
    for (const [at, listing] of listings.entries())
      notEmpty(listing, at === 0 ? 'The first tenant’s' : 'The second tenant’s');
    return `${sizes.join(' and ')} on the first pages, identified by ${pointerOf(listings)}.`;
  });
}

/** Whether the service accepts the customers that a run makes, by one of them; if not, why, as far as the requests reach. */
function customer(): Promise<Looked> {
  return looked('Customer', async () => {
    if (!mayWrite(context())) throw new Skipped('The suite writes nothing in this configuration.');
    const response = await createValidCustomer({ customer: freshCustomer() });
    requireAcceptedKey(response);
    await requireAcceptedTenant(response);
    const returned = `${plain(describeResponse(response))} returned ${response.status}`;
    if (isSuccess(response) && !reportsRejection(response)) return `${returned} for a valid customer.`;
    const words = plain(inItsWords(response));
    if (!isSuccess(response) && !isRejectionOfContent(response))
      return { state: 'problem', text: `${returned} for a valid customer.${words} Ask the owner of the target why.` };
    const untried =
      'A run tries its members one by one; or set CONFORMANCE_CUSTOMER to a file with values that this target accepts.';
    const { sentence } = await causeOf(response).catch((error: unknown) => {
      if (error instanceof NoResponse) return { sentence: untried };
      throw error;
    });
    return { state: 'problem', text: `${returned} for a valid customer.${words} ${plain(sentence)}` };
  });
}
