import { sleep } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { spokenOf } from '../../helpers/identity/candidates.js';
import { identityValues } from '../../helpers/identity/resource-identity.js';
import { type Leaf, leavesOf, wordsOf } from '../../helpers/json/json-leaves.js';
import { belongsToAnswer, isMoment } from '../../helpers/json/member-names.js';
import { type CreationBaseline, creationBaseline } from '../shared/creation-baseline.js';
import { isNamedLike } from '../shared/customer.js';
import { again } from '../shared/retries.js';
import { customerIn, isTrueSuccess } from '../shared/valid-requests.js';

/** In milliseconds: at least as long as the repeat of the valid customer took to show it. */
const pauseMs = 1000;

/** Fewest members, of those that were sent, by which a body shows the customer. */
const fewestShown = 3;

/** Values of a state that an unfinished check may have. */
const unfinished = /pending|process|queue|submit|receiv|review|validat|verif|check|screen|progress|wait|draft/i;
const namesOfStates: readonly string[] = ['status', 'state', 'stage', 'phase', 'step'];

/**
 * A 202 says nothing of the content. If the valid customer's repeat shows that customer with another status, the repeat
 * of an invalid one decides: its response; undefined if that is a 202 as well, or differs from the valid customer's in
 * more than what was sent, identity and times, since the service may still validate.
 */
export async function shownAsStored(response: Response): Promise<Response | undefined> {
  const baseline = await creationBaseline();
  const { original, repeat } = baseline;
  if (repeat.status === 202 || !isTrueSuccess(repeat) || leavesOf(repeat.json).some(isUnfinished)) return undefined;
  const ofValid = membersOf(repeat, original, baseline);
  if (ofValid.filter(([, value]) => value.startsWith('sent:')).length < fewestShown) return undefined;
  await sleep(pauseMs);
  const later = await again(response, ', a second later', { mayBreak: true });
  const isAlike = JSON.stringify(membersOf(later, response, baseline)) === JSON.stringify(ofValid);
  return later.status === repeat.status && isAlike ? later : undefined;
}

const isUnfinished = ({ names, value }: Leaf) =>
  wordsOf(names.at(-1) ?? '').some((word) => namesOfStates.includes(word)) && unfinished.test(String(value));

/** The members of a body, sorted, with names in place of what differs between two customers: what was sent, identity, times. */
function membersOf(repeat: Response, { request }: Response, { identity }: CreationBaseline) {
  const sent = leavesOf(customerIn(request));
  const identities = identity ? identityValues(repeat, identity) : [];
  const spoken = spokenOf(repeat);
  const written = (leaf: Leaf): string => {
    const member = sent.find(({ pointer, value }) => value === leaf.value && isNamedLike(leaf, pointer));
    if (member) return `sent: ${member.pointer}`;
    if (isMoment(leaf)) return 'a time';
    return identities.reduce((text, id) => text.replaceAll(id, 'the identity'), JSON.stringify(leaf.value));
  };
  const own = leavesOf(repeat.json).filter((leaf) => !belongsToAnswer(leaf, spoken));
  return own.map((leaf) => [leaf.pointer, written(leaf)] as const).sort(([a], [b]) => (a < b ? -1 : 1));
}
