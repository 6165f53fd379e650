import type { Response } from '../../helpers/client/message.js';
import { inItsWords, isSuccess, returned } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive, NoResponse } from '../../helpers/client/verdicts.js';
import { fixture } from '../../helpers/runner/fixture.js';
import type { Trait } from '../../schemas/finding.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { hasOwnKeys } from './tenants.js';
import { baselineCreation, baselineListing } from './valid-requests.js';

/** @throws NoResponse if the service rejects the configured key: no waiver covers that */
export function requireAcceptedKey(response: Response): void {
  if (response.status !== 401) return;
  const isOther = response.request.change.caller === 'second' && hasOwnKeys();
  const variable = isOther ? 'CONFORMANCE_OTHER_API_KEY' : 'CONFORMANCE_API_KEY';
  throw new NoResponse(
    `The configured API key was rejected: ${returned(response)}. Check ${code(variable)}.`,
    `${variable} was rejected`,
  );
}

/** @throws Inconclusive if both operations return 403: a service that forbids one of two knows the tenant */
export async function requireAcceptedTenant({ status }: Response): Promise<void> {
  if (status !== 403 || !(await allReturned([403], [baselineListing, baselineCreation]))) return;
  const listing = await baselineListing();
  throw new Inconclusive(
    `${returned(listing)} to the configured key and tenant.${inItsWords(listing)} Check ${code('CONFORMANCE_TENANT_ID')} and ${code('CONFORMANCE_API_KEY')}.`,
    'CONFORMANCE_TENANT_ID or CONFORMANCE_API_KEY was rejected',
  );
}

export const orUndefined = <T>(promise: Promise<T>): Promise<T | undefined> => promise.catch(() => undefined);

export const noSuchPath = 'fsapi-conformance-no-such-path';

export function requestUnknownPath(how: 'with the key' | 'without a key'): Promise<Response> {
  const apiKey = how === 'with the key' ? undefined : null;
  return send(listAccounts, { path: noSuchPath, apiKey, purpose: `at an unknown path, ${how}` });
}

export const unknownPath = fixture('an unknown path', () => requestUnknownPath('with the key'));

const asUnknownPath = (response: Response, unmet?: Trait) =>
  new Inconclusive(
    `${returned(response)}, as an unknown path does, so this may not be the API. Check ${code('CONFORMANCE_BASE_URL')}.`,
    unmet,
  );

/** @throws Inconclusive for a success without data of its own, such as a page, if an unknown path returns the same */
export async function requireOwnResponse(response: Response): Promise<void> {
  const { text, isJson, headers } = response;
  const isPage = !isJson && text !== '';
  if (!isSuccess(response) || headers.has('location') || (!isPage && /\d/.test(text))) return;
  const elsewhere = await orUndefined(unknownPath());
  if (!elsewhere || !isSuccess(elsewhere)) return;
  const isPageToo = isPage && !elsewhere.isJson && elsewhere.text !== '';
  if (text === elsewhere.text || isPageToo) throw asUnknownPath(response, 'every path returns the same');
}

/** @throws Inconclusive if an unknown path returns the same status */
export async function requireOtherStatus(response: Response): Promise<void> {
  if ((await unknownPath()).status === response.status) throw asUnknownPath(response);
}

/** Whether no request got another status. */
async function allReturned(statuses: readonly number[], requests: readonly (() => Promise<Response>)[]) {
  for (const request of requests) {
    const response = await orUndefined(request());
    if (response && !statuses.includes(response.status)) return false;
  }
  return true;
}

/** @throws Inconclusive if both operations and an unknown path return 404 or 405: then the base address is wrong */
export async function requireRightAddress(): Promise<void> {
  if (await allReturned([404, 405], [baselineListing, baselineCreation, unknownPath]))
    throw asUnknownPath(await baselineListing(), 'nothing is found');
}
