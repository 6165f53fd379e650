import { sleep } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { changingHeaders } from '../../helpers/client/response.js';
import { spokenOf } from '../../helpers/identity/candidates.js';
import { identityValues } from '../../helpers/identity/resource-identity.js';
import { type Leaf, leavesOf } from '../../helpers/json/json-leaves.js';
import { belongsToAnswer, isMoment, saysUnfinished } from '../../helpers/json/member-names.js';
import { type CreationBaseline, creationBaseline } from '../shared/creation-baseline.js';
import { isNamedLike } from '../shared/customer.js';
import { again } from '../shared/retries.js';
import { customerIn, isTrueSuccess } from '../shared/valid-requests.js';

/** How long a service may take to validate what it accepted. */
const pauseMs = 3000;
/** Fewest members that were sent by which a body shows the customer. */
const fewestShown = 3;

/**
 * Returns the later repeat of an invalid customer's 202 if it shows the invalid member and looks as the valid customer's
 * does. Undefined if the service may still validate: either shows something unfinished, or they differ in more than what
 * was sent, identity and times.
 */
export async function shownAsStored(response: Response, member: string): Promise<Response | undefined> {
  const baseline = await creationBaseline();
  const { original, repeat } = baseline;
  if (repeat.status === 202 || !isTrueSuccess(repeat)) return undefined;
  const ofValid = shownBy(repeat, original, baseline);
  const isUnfinished = ofValid.some(([, value]) => value === 'unfinished');
  if (isUnfinished || ofValid.filter(([, value]) => value === 'as sent').length < fewestShown) return undefined;
  await sleep(pauseMs);
  const later = await again(response, ', three seconds later', { mayBreak: true });
  const invalid = leavesOf(customerIn(response.request)).filter(({ pointer }) => pointer.startsWith(member));
  const isShown = leavesOf(later.json).some(isOneOf(invalid));
  const besides = (shown: typeof ofValid) => JSON.stringify(shown.filter(([, value]) => value !== 'as sent'));
  const isAlike = isShown && besides(shownBy(later, response, baseline)) === besides(ofValid);
  return later.status === repeat.status && isAlike ? later : undefined;
}

const isOneOf = (sent: readonly Leaf[]) => (leaf: Leaf) =>
  sent.some((member) => member.value === leaf.value && isNamedLike(leaf, member.pointer));

/** Members and headers of a repeat, sorted, with words in place of what differs between two customers. */
function shownBy(repeat: Response, { request }: Response, { identity }: CreationBaseline) {
  const isAsSent = isOneOf(leavesOf(customerIn(request)));
  const identities = identity ? identityValues(repeat, identity) : [];
  const spoken = spokenOf(repeat);
  const inWords = (leaf: Leaf) => {
    if (isAsSent(leaf)) return 'as sent';
    if (isMoment(leaf)) return 'a time';
    // What is about the response has another number each time; in words it may be the verdict.
    if (belongsToAnswer(leaf, spoken) && /\d/.test(String(leaf.value))) return 'of this response';
    if (saysUnfinished(leaf)) return 'unfinished';
    return identities.reduce((text, id) => text.replaceAll(id, 'the identity'), JSON.stringify(leaf.value));
  };
  const headers = [...repeat.headers].filter(([name]) => !changingHeaders.test(name));
  return [...leavesOf(repeat.json).map((leaf) => [leaf.pointer, inWords(leaf)] as const), ...headers].sort(
    ([a], [b]) => (a < b ? -1 : 1),
  );
}
