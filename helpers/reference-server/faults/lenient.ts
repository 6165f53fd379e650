import type { RequirementId } from '../../../schemas/fsapi/catalogue.js';
import { crash, created, refused, withAnswerBody } from '../answered.js';
import { isCreation, type Members, membersOf, withBody } from '../asked.js';
import type { Fault, Middleware } from '../middleware.js';
import { afterwards } from '../rewrite.js';

export const at = (members: Members, path: string): unknown =>
  path.split('.').reduce<unknown>((item, name) => (Object(item) as Members)[name], members);
function put(members: Members, path: string, value: unknown): Members {
  const [name = '', ...rest] = path.split('.');
  return {
    ...members,
    [name]: rest.length === 0 ? value : put(Object(members[name]) as Members, rest.join('.'), value),
  };
}

/** What is right for each member: the honest service is asked with it in the place of what was sent. */
const right: Members = {
  email: 'someone@example.com',
  phone: '+15550100',
  gender: 'female',
  date_of_birth: '1990-01-01',
  address: {},
  'address.country': 'GB',
  'address.state': 'GB-LND',
};

type Takes = RegExp | ((value: unknown) => boolean);

/**
 * Servers that store some malformed values of one member as they are, and show them so; with `the id` they show
 * nothing of the customer at all, and with a status they break on the values.
 */
export const lenient = (
  row: RequirementId,
  path: string,
  table: Readonly<Record<string, readonly [story: string, takes: Takes, shows?: 'the id' | 500 | 501]>>,
): Fault[] =>
  Object.entries(table).map(([id, [story, takes, shows]]) => ({
    ...{ id, breaks: [row], story },
    middleware: typeof shows === 'number' ? breakingOn(path, takes, shows) : takingAsIs(path, takes, shows),
  }));

/** Answers a server error in place of the rejection of some values of a member. */
const breakingOn = (path: string, takes: Takes, status: number): Middleware =>
  afterwards(
    (asked, answer) =>
      isCreation(asked) && refused(asked, answer) && isTaken(takes, at(membersOf(asked.body) ?? {}, path)),
    { ...crash, status },
  );

const isTaken = (takes: Takes, value: unknown) => (typeof takes === 'function' ? takes : text(takes))(value);

export const takingAsIs =
  (path: string, takes: Takes, shows?: 'the id'): Middleware =>
  (honest) =>
  async (asked) => {
    const sent = isCreation(asked) ? membersOf(asked.body) : undefined;
    const value = sent && at(sent, path);
    const mutated = sent && isTaken(takes, value);
    // The sent value goes along under a name that the service ignores, so that two bodies stay two.
    const normalised = mutated ? withBody(asked, { ...put(sent, path, right[path] ?? 'text'), sent: value }) : asked;
    const answer = await honest(normalised);
    if (!created(asked, answer)) return answer;
    const stored = membersOf(answer.body) ?? {};
    if (shows === 'the id') return withAnswerBody(answer, { id: stored.id });
    return mutated ? withAnswerBody(answer, put(stored, path, value)) : answer;
  };

export const isNumber = (value: unknown) => typeof value === 'number';
export const isBoolean = (value: unknown) => typeof value === 'boolean';
export const isArray = (value: unknown) => Array.isArray(value);
export const text =
  (pattern: RegExp): ((value: unknown) => boolean) =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
/** Texts of several lines, one of which fits: the pattern has the flag `m`. */
const onAnyLine =
  (pattern: RegExp): ((value: unknown) => boolean) =>
  (value) =>
    typeof value === 'string' && value.includes('\n') && pattern.test(value);

/** Forms of members that are looked for in a text, and found with something around them. */
const forms: readonly (readonly [row: RequirementId, path: string, name: string, form: string])[] = [
  ['CUST-05', 'email', 'email', '\\S+@[a-z.]+'],
  ['CUST-06', 'phone', 'phone', '\\+\\d+'],
  ['CUST-08', 'gender', 'gender', '[a-z]+'],
  ['CUST-09', 'date_of_birth', 'date', '\\d{4}-\\d\\d-\\d\\d'],
  ['CUST-13', 'address.country', 'country', '[A-Z]{2}'],
  ['CUST-15', 'address.state', 'state', '[A-Z]{2}-[A-Z0-9]{1,3}'],
];

/** Servers whose pattern of a member has no anchors, or those of a line. */
export const unanchoredFaults: readonly Fault[] = forms.flatMap(([row, path, name, form]) =>
  lenient(row, path, {
    [`${name}-after-something`]: ['The pattern has no anchor at its front.', new RegExp(`; ${form}$`)],
    [`${name}-before-something`]: ['The pattern has no anchor at its end.', new RegExp(`^${form} ;`)],
    [`${name}-on-any-line`]: [
      'The anchors are those of a line, not of the text.',
      onAnyLine(new RegExp(`^${form}$`, 'm')),
      'the id',
    ],
  }),
);
