import type { Operation } from '../../schemas/operations.js';
import type { RequestChange } from '../client/request.js';
import { describeRequest, isRejection, isSuccess } from '../client/response.js';
import { send } from '../client/send.js';
import { Failed, Inconclusive } from '../client/verdicts.js';
import { baselineListing } from './baseline-requests.js';
import { baselineFor } from './baselines.js';
import { afterInvalidKeys } from './invalid-keys.js';

/** A change that lacks a valid key. A `lenient` one may meet any refusal: something in front may answer it. */
type Bent = RequestChange & { readonly purpose: string; readonly lenient?: boolean };

/** @throws Failed unless the answer is 401; where it may be any refusal, unless it is one */
export async function expect401(operation: Operation, change: Bent): Promise<void> {
  const control = await baselineFor(operation);
  const { lenient, ...mutation } = change;
  const { parameters } = control.request.change;
  const response = await send(operation, { ...(parameters && { parameters }), ...mutation });
  if (response.status === 401 || (lenient && isRejection(response))) return;
  throw new Failed({
    found: `${sentence(mutation.purpose)}, ${describeRequest({ ...response.request, change: { ...mutation, purpose: undefined } })} is answered ${response.status}${lenient ? '' : ' instead of 401'}.`,
    expected: lenient ? 'a refusal, any 4xx' : '401',
    received: String(response.status),
    control: { request: 'with the valid key', response: control },
    response,
  });
}

/** A text as the beginning of a sentence. */
export function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** As `mustBe401`, for a bad key: where the right key is refused afterwards, the target has locked it out. */
export async function expect401ForInvalidKey(operation: Operation, change: Bent): Promise<void> {
  const [contradiction, after] = await afterInvalidKeys(() =>
    expect401(operation, change).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Failed) return error;
        throw error;
      },
    ),
  );
  if (isSuccess(await baselineListing()) && !isSuccess(after)) {
    throw new Inconclusive(
      `After the bad keys the right one is answered ${after.status}: the target seems to lock out whoever sends several, so its refusals show nothing.`,
    );
  }
  if (contradiction) throw contradiction;
}
