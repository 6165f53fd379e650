import type { Operation } from '../../schemas/operations.js';
import type { Change } from '../engine/change.js';
import { Contradiction, Undecided } from '../engine/outcome.js';
import { isRefusal, isSuccess, tell } from '../engine/reply.js';
import { send } from '../engine/send.js';
import { admitted, rightListing } from './admission.js';
import { afterBadKeys } from './bad-keys.js';

/** A change that lacks a valid key. A `lenient` one may meet any refusal: something in front may answer it. */
type Bent = Change & { readonly purpose: string; readonly lenient?: boolean };

/** @throws Contradiction unless the answer is 401; where it may be any refusal, unless it is one */
export async function mustBe401(operation: Operation, change: Bent): Promise<void> {
  const control = await admitted(operation);
  const { lenient, ...bend } = change;
  const reply = await send(operation, bend);
  if (reply.status === 401 || (lenient && isRefusal(reply))) return;
  throw new Contradiction({
    found: `${sentence(bend.purpose)}, ${tell({ ...reply.asked, change: { ...bend, purpose: undefined } })} is answered ${reply.status}${lenient ? '' : ' instead of 401'}.`,
    expected: lenient ? 'a refusal, any 4xx' : '401',
    received: String(reply.status),
    control: `with the valid key: ${control.status}`,
    reply,
  });
}

/** A text as the beginning of a sentence. */
export function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** As `mustBe401`, for a bad key: where the right key is refused afterwards, the target has locked it out. */
export async function mustBe401ForBadKey(operation: Operation, change: Bent): Promise<void> {
  const [contradiction, after] = await afterBadKeys(() =>
    mustBe401(operation, change).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Contradiction) return error;
        throw error;
      },
    ),
  );
  if (isSuccess(await rightListing()) && !isSuccess(after)) {
    throw new Undecided(
      `After the bad keys the right one is answered ${after.status}: the target seems to lock out whoever sends several, so its refusals show nothing.`,
    );
  }
  if (contradiction) throw contradiction;
}
