import type { RequirementId } from '../../../schemas/fsapi/catalogue.js';
import type { Answer } from '../answer.js';
import { listed, refused, withAnswerBody, withAnswerHeaders } from '../answered.js';
import { isListing, membersOf, namedTenant, otherThan, owner } from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { afterwards, both } from '../rewrite.js';
import { json } from '../service.js';
import type { Account, State, Tenant } from '../state.js';

/** Changes what a rejected listing is answered: `when` says whether it names the other tenant, or none. */
const onRefusedListing = (
  when: 'the other' | 'nobody',
  change: (answer: Answer, theirs: Tenant, own: Tenant) => Answer,
): Middleware =>
  afterwards(
    (asked, answer) => isListing(asked) && refused(asked, answer),
    (answer, asked, world) => {
      const own = owner(asked, world);
      const isMeant = (namedTenant(asked, world) === undefined) === (when === 'nobody');
      return own && isMeant ? change(answer, otherThan(own, world), own) : answer;
    },
  );

type Leaks = Readonly<
  Record<string, readonly [story: string, change: (answer: Answer, theirs: Tenant, own: Tenant) => Answer]>
>;

/** What rejections give away, whichever id they reject. */
const leaks: Leaks = {
  'refusal-lists-the-others-accounts': [
    'The query runs before permission is asked, and its rows are among the details of the error.',
    (answer, { accounts }) => withAnswerBody(answer, { error: { code: 'forbidden', details: accounts } }),
  ],
  'refusal-lists-accounts-under-other-names': [
    'The error names the bank accounts that it protects, by their number alone.',
    (answer, { accounts }) =>
      withAnswerBody(answer, { message: `Not for ${accounts.map(({ iban }) => iban).join(', ')}` }),
  ],
  'refusal-has-an-account-in-a-header': [
    'A header for debugging shows the last row that was read.',
    (answer, { accounts }) => withAnswerHeaders(answer, { 'x-last-row': `account=${accounts.at(-1)?.id}` }),
  ],
  'refusal-not-found-names-a-customer': [
    'The page for what is not found suggests what is near.',
    (answer, { accounts, customers }) => ({
      ...withAnswerBody(answer, { see: [...customers.keys()].slice(0, 3), near: accounts[0]?.id }),
      status: 404,
    }),
  ],
  'total-beyond-the-own-accounts': [
    'The rows are filtered by the tenant of the key, and the count by the one that is named, or by none.',
    (_, theirs, own) => json(200, { data: [], total: theirs.accounts.length + own.accounts.length }),
  ],
};

const refusals = (breaks: RequirementId, when: 'the other' | 'nobody', mark: string): Fault[] =>
  breaking(
    [breaks],
    Object.fromEntries(
      Object.entries(leaks).map(([id, [story, change]]) => [
        `${id}-${mark}`,
        [story, (honest, world) => withTotals(onRefusedListing(when, change)(honest, world), world)] as const,
      ]),
    ),
  );

const withTotals = afterwards(listed, (answer) => {
  const { data, ...rest } = membersOf(answer.body) ?? {};
  return Array.isArray(data) ? withAnswerBody(answer, { total: data.length, ...rest, data }) : answer;
});

export const allAccounts = ({ tenants }: State) => tenants.flatMap(({ accounts }) => accounts);

/** An account that is counted over all tenants, and shows of its number the end alone. */
function countedAs({ id }: Account, world: State) {
  const at = allAccounts(world).findIndex((account) => account.id === id) + 1;
  return { id: at, number: `****${4320 + at}`, balance: `${8760 + at}.17` };
}

export const counted: Middleware = afterwards(listed, (answer, _, world) => {
  const { data } = membersOf(answer.body) ?? {};
  const shown = (Array.isArray(data) ? (data as readonly Account[]) : []).map((account) => countedAs(account, world));
  return withAnswerBody(answer, { data: shown });
});

/** ACCT-03 and ACCT-04: what a rejected listing gives away. */
export const rejectedListingFaults: readonly Fault[] = [
  ...refusals('ACCT-03', 'the other', 'of-its-id'),
  ...breaking(['ACCT-03'], {
    'refusal-shows-the-end-of-a-number': [
      'The error says which account it protects, by the end of its number.',
      both(
        counted,
        afterwards(
          (asked, answer) => isListing(asked) && refused(asked, answer),
          (answer, asked, world) => {
            const [account] = namedTenant(asked, world)?.accounts ?? [];
            return account ? withAnswerBody(answer, { error: { account: countedAs(account, world).number } }) : answer;
          },
        ),
      ),
    ],
  }),
  ...refusals('ACCT-04', 'nobody', 'of-an-unknown-id'),
];
