/** The engine as a library: an API of one's own, tested as this package tests its own. docs/another-api.md shows it. */

import { relative } from 'node:path';
import { sha256 } from '../../reports/integrity/sha256.js';
import { profiles } from '../../schemas/profiles.js';
import type { Headers, Specification } from '../../schemas/specification.js';
import { call } from '../cli/call.js';
import type { Tested, Tests } from '../session/tested.js';

export { type Conformance, InternalError, type OptionsFor, runConformance, WithheldError } from '../api/run.js';
export { conformanceTests } from '../api/tests.js';
export { context } from '../client/context.js';
export type { BodyMakers, RequestChange, Resource, Response } from '../client/message.js';
export { describeResponse, isRejection, isSuccess } from '../client/response.js';
export { burst, send } from '../client/send.js';
export { Failed, Inconclusive, type Observed, type Proof, Skipped } from '../client/verdicts.js';
export { UsageError } from '../configuration/usage-error.js';
export { type Acceptance, acceptanceOf, reportsRejection } from '../identity/acceptance.js';
export { identityValues, learnIdentity, type ResourceIdentity, sameResource } from '../identity/resource-identity.js';
export { fixture } from '../runner/fixture.js';
export { suite } from '../runner/suite.js';
export type { Tested } from '../session/tested.js';

/** What has to be said of an API, and how it is tested: the rest is empty unless given. */
type Defined = Pick<Specification, 'name' | 'title' | 'version' | 'basePath' | 'headers' | 'areas' | 'catalogue'> &
  Pick<Specification, 'operations'> &
  Partial<Specification> &
  Tests;

/** An API with its tests, for `runConformance`, `conformanceTests` and `commandLine`. */
export function defineSpecification({ suites, bodies, resources, atEnd, looks, ...said }: Defined): Tested {
  const tests = { suites, bodies, ...(resources && { resources }), ...(atEnd && { atEnd }), ...(looks && { looks }) };
  const { full, 'single-tenant': single, 'read-only': reading } = profiles;
  const own = said.headers.tenant === undefined ? { full: single } : { full, 'single-tenant': single };
  return {
    ...{ profiles: { ...own, 'read-only': reading }, concerns: [], schemas: {}, groups: {}, floor: [], questions: {} },
    ...said,
    source: sourceOf(tests),
    tests: async () => tests,
  };
}

/** The digest of the tests: of the functions themselves, not of what they call. */
function sourceOf(tests: Tests): string {
  const plain = (_: string, value: unknown) =>
    typeof value === 'function' ? String(value) : value instanceof Set ? [...value] : value;
  return sha256(JSON.stringify(tests, plain));
}

/** The commands of this package for another API: `run`, `list`, `render`, `rejudge` and the others. Ends the process. */
export function commandLine(argv: readonly string[], specification: Tested): Promise<void> {
  const file = relative('', process.argv[1] ?? '');
  // A function: what a suite is known by (its digest) does not depend on where its program stands.
  const calledAs = () => `node ${/^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`}`;
  return call(argv, { tested: { calledAs, ...specification } });
}

/** What a version says otherwise than the one before. */
interface Revision extends Partial<Omit<Specification, 'headers' | 'catalogue'>> {
  readonly version: string;
  /** Headers that it spells otherwise. */
  readonly headers?: Partial<Headers>;
  /** Requirements that it adds, and the ids of those that it has no more. */
  readonly catalogue?: Specification['catalogue'];
  readonly retired?: readonly string[];
  readonly suites?: Tests['suites'];
}

/** A version over the one before it. The headers of before become side doors, and a service of before is recognised. */
export function revised(before: Tested, revision: Revision): Tested {
  const { headers = {}, catalogue = [], retired = [], suites = [], ...more } = revision;
  const { isOwn: _, ...said } = before;
  const stays = ({ id }: { readonly id: string }) => !retired.includes(id);
  const isChanged = ([role]: [string, string]) => role in headers;
  const former = Object.fromEntries(Object.entries<string>({ ...before.headers }).filter(isChanged));
  const source = sourceOf({ suites, bodies: {} });
  return {
    ...said,
    ...more,
    source: before.source === undefined ? source : sha256(`${before.source}${source}`),
    headers: { ...before.headers, ...headers },
    formerly: { version: before.version, headers: former },
    catalogue: [...before.catalogue.filter(stays), ...catalogue],
    tests: async () => {
      const tests = await before.tests();
      const kept = tests.suites.map(({ definitions }) => ({ definitions: definitions.filter(stays) }));
      return { ...tests, suites: [...kept, ...suites] };
    },
  };
}
