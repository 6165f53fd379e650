import type { Response } from '../helpers/client/message.js';
import { describeResponse, isSuccess } from '../helpers/client/response.js';
import { send } from '../helpers/client/send.js';
import { Inconclusive } from '../helpers/client/verdicts.js';
import { fixture } from '../helpers/runner/fixture.js';
import type { Trait } from '../schemas/finding.js';
import { listAccounts } from '../schemas/fsapi/operations.js';
import { code } from '../schemas/marked.js';
import { baselineCreation, baselineListing } from './requests.js';

/** A path of no operation, which names its purpose. */
export const noSuchPath = 'fsapi-conformance-no-such-path';

export function requestUnknownPath(how: 'with the key' | 'without a key'): Promise<Response> {
  const apiKey = how === 'with the key' ? undefined : null;
  return send(listAccounts, { path: noSuchPath, apiKey, purpose: `at an unknown path, ${how}` });
}

export const unknownPath = fixture('an unknown path', () => requestUnknownPath('with the key'));

/**
 * Asks about a success that may be everything's, such as the page of another server: it holds no data of its own.
 * @throws Inconclusive where an unknown path returns the same: then nothing at this address need be the API
 */
export async function requireOwnResponse(response: Response): Promise<void> {
  const { text, isJson, headers } = response;
  const isPage = !isJson && text !== '';
  if (!isSuccess(response) || headers.has('location') || (!isPage && /\d/.test(text))) return;
  const other = await unknownPath().catch(() => undefined);
  if (!other || !isSuccess(other) || (text !== other.text && !(isPage && !other.isJson && other.text !== ''))) return;
  throw new Inconclusive(
    `${describeResponse(response)} returned the same as an unknown path (${response.status}), so this may not be the address of the API. Check ${code('CONFORMANCE_BASE_URL')}.`,
    'every path returns the same' satisfies Trait,
  );
}

/** @throws Inconclusive where an unknown path returns the same status: then no operation need be at this address */
export async function requireOtherStatus(response: Response): Promise<void> {
  const other = await unknownPath();
  if (other.status !== response.status) return;
  throw new Inconclusive(
    `${describeResponse(response)} returned ${response.status}, as an unknown path does, so this may not be the address of the API. Check ${code('CONFORMANCE_BASE_URL')}.`,
  );
}

const isMissing = ({ status }: Response) => status === 404 || status === 405;

/** @throws Inconclusive where both operations and an unknown path return 404 or 405: then the base address is wrong */
export async function requireRightAddress(): Promise<void> {
  const listing = await baselineListing();
  if (!isMissing(listing)) return;
  const [creation, other] = [
    await baselineCreation().catch(() => undefined),
    await unknownPath().catch(() => undefined),
  ];
  if ((creation && !isMissing(creation)) || !other || !isMissing(other)) return;
  throw new Inconclusive(
    `Both operations returned ${listing.status}, as an unknown path does, so the service is not at this address. Check ${code('CONFORMANCE_BASE_URL')}.`,
    'nothing is found' satisfies Trait,
  );
}
