/** What a configuration may lack or withhold. */
export type Lack = 'second-tenant' | 'writes';

/** What a report says of each; `leftOut` if the profile leaves it out. */
export const lacks: Readonly<Record<Lack, Readonly<Record<'untested' | 'leftOut', string>>>> = {
  'second-tenant': {
    untested: 'Tenant isolation was not tested: no second tenant is configured.',
    leftOut: 'Separation of tenants was not tested.',
  },
  writes: {
    untested: 'Writes were not tested: the suite does not write on live.',
    leftOut: 'Nothing was written, so writes were not tested.',
  },
};

export const adviceOfSecondTenant =
  'Set `CONFORMANCE_OTHER_TENANT_ID` and `CONFORMANCE_OTHER_API_KEY`, or choose `--profile single-tenant` to leave it out.';

export type Profile = 'full' | 'single-tenant' | 'read-only';

/** What each profile wants: a run that lacks it is inconclusive. */
export const wanted: Readonly<Record<Profile, readonly Lack[]>> = {
  full: ['second-tenant', 'writes'],
  'single-tenant': ['writes'],
  'read-only': [],
};
export const profileNames = Object.keys(wanted) as readonly Profile[];

export const leftOutBy = (profile: Profile): readonly Lack[] =>
  (Object.keys(lacks) as Lack[]).filter((lack) => !wanted[profile].includes(lack));
