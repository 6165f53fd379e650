import type { Limit, Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { isTested } from './scope.js';
import { embeddedNotice } from './summary-text.js';

/** What nobody may conclude from the run of a mock; the page of the signatures says it too. */
export const mockLimit = 'A mock was tested. It says nothing about Sandbox or Live.';

/** The limits of a run's conclusions, one sentence each: those of any run, and those that the specification adds. */
export function limitsOf(
  { run, target, requirements, summary: { counts } }: Report,
  { limits = [], headers }: Pick<Specification, 'limits' | 'headers'>,
): readonly string[] {
  const tested = (ids: readonly string[]) => requirements.some((row) => ids.includes(row.id) && isTested(row));
  const holds = (limit: Limit) =>
    (!limit.tested || tested(limit.tested)) && !(limit.untested && tested(limit.untested));
  const sentences = [
    target.embedded && embeddedNotice,
    !run.complete && 'The run is incomplete. Requirements that it did not reach have not passed.',
    'A pass means that the responses of this run agree with the requirement. Other requests, or the same ones tomorrow, may get other responses.',
    counts.pending > 0 &&
      'A point without a rule has no verdict, however odd the behaviour. The gap register records it.',
    ...limits.filter(holds).map(({ sentence }) => sentence),
    headers.tenant !== undefined && target.tenants === 1 && 'Only one tenant was configured.',
    {
      sandbox: 'The sandbox was tested. Live may be another build with another configuration.',
      live: 'Live was tested, and only with harmless requests.',
      mock: mockLimit,
    }[target.environment],
    'A pass supports an item of the OWASP API Security Top 10 but does not prove it: this is no penetration test and no load test.',
    'An attestation is a person’s statement. The suite checked only that it exists and has not expired.',
    'Times were measured on the machine of the suite and include the network.',
  ];
  return sentences.filter((sentence) => typeof sentence === 'string');
}

/** The terms of the report beside the verdicts, and their meaning. */
export const glossary: readonly (readonly [word: string, meaning: string])[] = [
  ['Stated', 'The specification says it.'],
  [
    'Inferred',
    'It follows from the specification in one step. The report states the step; an authorised person who disagrees can waive it.',
  ],
  ['Check', 'One test of a requirement. A requirement takes the worst verdict of its checks.'],
  [
    'Control',
    'A valid request of the same operation; beside a value that is compared with a valid neighbour, one with that neighbour. A rejection counts only where the service accepted the control.',
  ],
  ['Mutation', 'The one change that makes a request invalid.'],
  [
    'Withheld value',
    'A value in ‹ › was masked during recording: the structure of a body is evidence, its data are not.',
  ],
  ['Tenant', 'One business whose data the service isolates from others. The suite uses one or two.'],
  ['Idempotency key', 'The name of one write: a client that retries under this name must not create a duplicate.'],
  ['Suite digest', 'A digest of catalogue, schemas and suites. Runs with the same digest made the same tests.'],
  ['Customer A, customer B', 'Two identities that the service assigned. The same letter is the same identity.'],
];
