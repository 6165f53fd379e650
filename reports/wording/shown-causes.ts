/** What one cause explains: the traits of a target, and defects that several requirements share. Read off a report alone. */

import { byKey } from '../../schemas/by-key.js';
import { type Trait, traits } from '../../schemas/finding.js';
import { listed } from '../../schemas/listed.js';
import { code } from '../../schemas/marked.js';
import type { Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { counted } from '../text/counted.js';

type Row = ReportedRequirement;
type Test = (check: ReportedCheck) => boolean;

/** A cause that a report shows, and the open requirements that follow from it. */
export interface Shown {
  /** Where it says what the target is like as a whole. */
  readonly trait?: Trait;
  /** Without a full stop. */
  readonly sentence: string;
  readonly follows: (row: Row) => boolean;
}

/** What the rules look at. */
type Look = ReturnType<typeof lookAt>;
type Rule = (look: Look) => Shown | false | undefined;

/** The causes that a report shows, those that explain most first. */
export function shownCauses({ requirements }: Pick<Report, 'requirements'>): readonly Shown[] {
  const look = lookAt(requirements);
  return rules.flatMap((rule) => rule(look) || []);
}

/** The headings of both lists. */
export const traitsHeading = 'How this target behaves';
export const causesHeading = 'What would turn this green';

/** What the target is like, a sentence each, with the requirements that follow from it, those that are waived or declared lacking too. */
export function traitsOf({ requirements }: Pick<Report, 'requirements'>): NonNullable<Report['summary']['traits']> {
  const shown = shownCauses({ requirements });
  const open = requirements.filter(({ verdict }) => /^(fail|inconclusive|waived|lacking)$/.test(verdict));
  const by = byKey(open.map((row) => [shown.find(({ follows }) => follows(row)), row.id]));
  return shown.flatMap((one) => {
    const follow = by.get(one) ?? [];
    // A trait that another one implies explains nothing.
    return one.trait && follow.length > 0
      ? { name: one.trait, sentence: `${one.sentence}.`, requirements: follow }
      : [];
  });
}

const isFailed: Test = ({ verdict, found }) => verdict === 'fail' || (verdict === 'waived' && found !== undefined);
const isDecided: Test = (check) => check.verdict === 'pass' || isFailed(check);
const isAccepted: Test = (check) => isFailed(check) && Math.floor((check.status ?? 0) / 100) === 2;
const isError: Test = (check) => isFailed(check) && (check.status ?? 0) >= 500;
/** Checks that a keyless or wrong request gets 401, without those that something in front may reject. */
const isOfKeys: Test = ({ expected }) => expected === '401';
/** Checks that an invalid value of a member is rejected; generated cases repeat them. */
const isOfForm: Test = ({ basis, name }) => basis !== undefined && !name.startsWith('generated');
const isOfType: Test = (check) =>
  isOfForm(check) && /^(a number|a boolean|an array|an object|the boolean)/.test(check.name);

/** Fewer members than this may be an oversight at each: they say nothing of the service as a whole. */
const manyMembers = 5;

function lookAt(rows: readonly Row[]) {
  const checksOf = (id: string) => rows.find((row) => row.id === id)?.checks ?? [];
  const every = (checks: readonly ReportedCheck[], of: Test, is: Test) => {
    const those = checks.filter((check) => isDecided(check) && of(check));
    return those.length > 0 && those.every(is);
  };
  return {
    rows,
    every,
    /** Whether a check of a name failed by a success. */
    failed: (id: string, name: string) => checksOf(id).some((check) => check.name === name && isAccepted(check)),
    /** Whether all checks of a requirement that were decided are so. */
    all: (id: string, of: Test, is: Test = isAccepted) => every(checksOf(id), of, is),
    unmet: (trait: Trait) => rows.some(({ checks }) => checks.some((check) => check.unmet === trait)),
    /** Whether a failure shows the trait by itself, whatever else waited for its opposite. */
    failedBy: (trait: Trait) =>
      rows.some(({ checks }) => checks.some((check) => isFailed(check) && check.unmet === trait)),
    /** The members of a customer, as the rows that state their forms. */
    members: rows.filter(({ checks }) => checks.some((check) => isOfForm(check) && isDecided(check))),
  };
}

const among =
  (...ids: readonly string[]) =>
  ({ id }: Row) =>
    ids.includes(id);
const waitsFor = (name: string) => (row: Row) => row.checks.some((check) => !isDecided(check) && check.unmet === name);

const trait = (name: Trait, follows: Shown['follows'], more = ''): Shown => ({
  trait: name,
  sentence: `${traits[name]}${more}`,
  follows: (row) => follows(row) || waitsFor(name)(row),
});

/** The first rule that a requirement follows from takes it. */
const rules: readonly Rule[] = [
  (look) => look.unmet('nothing is found') && trait('nothing is found', ({ verdict }) => verdict === 'inconclusive'),
  (look) => look.unmet('every path returns the same') && trait('every path returns the same', () => false),
  (look) => {
    const is5xx = (id: string) => look.all(id, () => true, isError);
    return is5xx('CUST-01') && is5xx('ACCT-01') && trait('everything is a server error', () => true);
  },
  ({ unmet }) => unmet('server errors come by chance') && byChance,
  (look) => ofKeys(look, 'no key is needed', 'AUTH-01', 'AUTH-02'),
  (look) => ofKeys(look, 'any key is accepted', 'AUTH-03', 'AUTH-04'),
  ({ unmet }) => unmet('answers are canned') && trait('answers are canned', among('IDEM-04')),
  (look) => repeats(look) && listings(look) && trait('ids are new in each answer', (row) => isNew(row)),
  (look) => repeats(look) && trait('repeats return other customers', among(...ofRepeats)),
  (look) => listings(look) && trait('listings are new at each reading', among('ACCT-05')),
  ({ unmet, failed }) => {
    const isOne = failed('ACCT-02', 'in turn, on the same connections') && failed('ACCT-02', 'at the same time');
    return isOne && unmet('tenants are not told apart') && trait('tenants are not told apart', ofTenants);
  },
  ({ failed }) => {
    const isOpen = (caller: string) => failed('ACCT-03', `the ${caller} tenant’s key with the other’s id`);
    return isOpen('first') && isOpen('second') && trait('the tenant id opens any tenant', byTenantId);
  },
  ({ members, every }) => {
    const isNone = members.length >= manyMembers && members.every(({ checks }) => every(checks, isOfForm, isAccepted));
    const size = members.flatMap(({ checks }) => checks.filter((check) => isOfForm(check) && isFailed(check))).length;
    const follows = (row: Row) =>
      members.includes(row) || (row.id === 'HTTP-05' && every(row.checks, () => true, isAccepted));
    return isNone && trait('nothing is validated', follows, `: all ${size} invalid values of a customer were accepted`);
  },
  ({ rows }) => {
    const breaks = rows.filter(isBroken);
    const size = breaks.flatMap(({ checks }) => checks.filter(isError)).length;
    const statuses = [...new Set(breaks.flatMap(({ checks }) => checks.filter(isError).map(({ status }) => status)))];
    const sentence = `The service breaks on invalid requests instead of rejecting them: ${statuses.join(' or ')} in ${counted(size, 'check')}. Perhaps no handler maps an exception to a 4xx`;
    return { sentence, follows: isBroken };
  },
  (look) => ofMembers(look, 'Any value is accepted as', ({ checks }) => look.every(checks, isOfForm, isAccepted)),
  (look) =>
    ofMembers(look, 'A value of another type is accepted as', ({ checks }) =>
      checks.filter((check) => isOfForm(check) && isFailed(check)).every(isOfType),
    ),
  (look) =>
    ofMembers(look, 'Text of any form is accepted as', ({ checks }) =>
      look.every(checks, (check) => isOfForm(check) && !isOfType(check), isAccepted),
    ),
];

/** A trait of both operations, or of the one that shows it. */
function ofKeys({ all }: Look, name: Trait, creation: string, listing: string): Shown | false {
  const [create, list] = [all(creation, isOfKeys), all(listing, isOfKeys)];
  if (!create && !list) return false;
  const one = create && list ? '' : ` for ${create ? '`POST /customers`' : '`GET /accounts`'}`;
  const own =
    name === 'no key is needed'
      ? ['AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04', 'HTTP-04', 'HTTP-06']
      : ['AUTH-03', 'AUTH-04'];
  const follows = (row: Row) => {
    if (/^AUTH-0[1-4]$/.test(row.id)) return own.includes(row.id) && all(row.id, isOfKeys);
    return own.includes(row.id) || /^AUTH-0[5-9]$/.test(row.id);
  };
  return trait(name, follows, one);
}

const ofRepeats = ['IDEM-01', 'IDEM-02', 'IDEM-03'];
const isNew = (row: Row) =>
  among(...ofRepeats, 'ACCT-05')(row) ||
  (['repeats return other customers', 'listings are new at each reading'] as const).some((name) => waitsFor(name)(row));
/** Most retries returned another customer, and no check of them passed: one that passes shows that keys are kept. */
const repeats = ({ all, failedBy }: Look) =>
  failedBy('repeats return other customers') && all('IDEM-01', () => true, isFailed);
const listings = ({ all, unmet }: Look) =>
  unmet('listings are new at each reading') && all('ACCT-05', () => true, isFailed);

/** Requirements that server errors alone leave open. */
const byChance: Shown = {
  trait: 'server errors come by chance',
  sentence: traits['server errors come by chance'],
  follows: ({ verdict, checks }) => {
    const open = checks.filter((check) => check.verdict === 'inconclusive');
    const isOfError = ({ unmet, reason = '' }: ReportedCheck) =>
      unmet === 'server errors come by chance' || /returned 5\d\d/.test(reason);
    return verdict === 'inconclusive' && open.every(isOfError);
  },
};

/** What follows where both tenants get one listing: whatever names or compares them. */
const ofTenants = among('ACCT-02', 'ACCT-03', 'ACCT-04', 'IDEM-05', 'CUST-23');
/** A failure where a caller names the other tenant's id, and no other. */
const byTenantId = (row: Row) =>
  row.id === 'ACCT-03' ||
  (row.id === 'IDEM-05' && row.checks.filter(isFailed).every(({ name }) => /tenant id$/.test(name)));

/** A requirement on invalid requests that fails by server errors alone. */
const isBroken = ({ id, checks }: Row) =>
  !among('CUST-01', 'ACCT-01')({ id } as Row) && checks.some(isFailed) && checks.filter(isFailed).every(isError);

function ofMembers({ members }: Look, says: string, is: (row: Row) => boolean): Shown | false {
  const those = members.filter((row) => row.checks.some((check) => isOfForm(check) && isFailed(check)) && is(row));
  const names = those.map(({ title }) => code(title.split(' ')[0] ?? ''));
  return those.length > 1 && { sentence: `${says} ${listed(names)}`, follows: (row) => those.includes(row) };
}
