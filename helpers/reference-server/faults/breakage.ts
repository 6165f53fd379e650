import { type Member, members } from '../../../schemas/fsapi/members.js';
import { created, refused } from '../answered.js';
import { isCreation, type Members, membersOf, withBody } from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { json, refusal } from '../service.js';
import { at } from './lenient.js';

/** A body with values in the place of invalid ones, so that the honest service stores something for it. */
function stored(sent: Members): Members {
  const { email } = sent;
  const valid = typeof email === 'string' && /^[^@\s]+@[^@\s]+\.[a-z]+$/.test(email);
  return { first_name: 'Any', last_name: 'Any', email: valid ? email : 'any@example.com', sent };
}

const storesAnything: Middleware = (honest) => async (asked) => {
  const sent = isCreation(asked) ? membersOf(asked.body) : undefined;
  const answer = await honest(asked);
  if (!sent || !refused(asked, answer) || answer.status !== 422) return answer;
  const honestly = await honest(withBody(asked, stored(sent)));
  return created(asked, honestly) ? json(201, { ...sent, id: membersOf(honestly.body)?.id }) : honestly;
};

/** Rejects every customer that has a member, which its own table lacks. */
const refusesMember =
  ({ pointer, name }: Member): Middleware =>
  (honest) =>
  async (asked) => {
    const answer = await honest(asked);
    const sent = membersOf(asked.body);
    if (!isCreation(asked) || sent === undefined) return answer;
    const has = at(sent, name) !== undefined;
    if (has) return created(asked, answer) ? refusal(422, 'invalid', `${pointer} is not known.`) : answer;
    return refused(asked, answer) ? honest(withBody(asked, { ...always, ...sent })) : answer;
  };

/** What this service wants to know of everybody, where a customer lacks it. */
const always: Members = { first_name: 'Any', last_name: 'Any', email: 'any@example.com' };

/** What stores any value, or knows a member not at all. */
export const breakageFaults: readonly Fault[] = [
  ...breaking([...new Set(members.map(({ requirement }) => requirement))].sort(), {
    'nothing-is-validated': [
      'The store keeps documents as they come, and validation was left to the clients.',
      storesAnything,
    ],
  }),
  ...members.map(
    (member): Fault => ({
      id: `${member.name.replaceAll(/[._]/g, '-')}-refused`,
      breaks: ['CUST-01', member.requirement],
      ...(['email', 'phone'].includes(member.name) && { customer: { type: 'individual' } }),
      story: 'The schema of the gateway was written before the member was added, and allows no others.',
      middleware: refusesMember(member),
    }),
  ),
];
