import { operations } from '../../schemas/operations.js';
import type { Report } from '../../schemas/types.js';
import { countInWords } from './counted.js';
import { embeddedNotice } from './summary-text.js';

const shown = countInWords(operations.length);

/** What a reader may not conclude from a run, one sentence each. */
export function limitsOf({ run, target, summary: { counts } }: Report): readonly string[] {
  const told = [
    target.embedded && embeddedNotice,
    !run.complete && 'The run was cut short. What it did not come to is no pass.',
    'A pass means that the answers of this run agree with the requirement. Other requests, or the same ones tomorrow, may be answered otherwise.',
    `The specification shows ${shown} operations, so ${shown} were asked. Transfers, cards, verification and the other areas were not.`,
    counts.pending > 0 &&
      'Where the specification shows no rule, nothing was judged, however odd the behaviour. The gap register tells what was seen.',
    `A second write that hides behind the answer of the first cannot be seen with these ${shown} operations.`,
    'Races were provoked a number of times, not for ever. A window that is narrow enough stays hidden.',
    target.tenants === 1 && 'One tenant was configured, so nothing that keeps two tenants apart was asked.',
    target.environment === 'sandbox'
      ? 'Sandbox was asked. Live may be another build with another configuration.'
      : 'Live was asked, and only with what does no harm there.',
    'To support an item of the OWASP API Security Top 10 is less than to prove it: this is no penetration test and no load test.',
    'An attestation is somebody’s word. The suite checked that it is given and not over, and nothing else.',
    'Times were measured from where the suite ran, the network included.',
  ];
  return told.filter((sentence) => typeof sentence === 'string');
}

/** The words of the report that are no verdict, and what they mean. */
export const glossary: readonly (readonly [word: string, meaning: string])[] = [
  ['Stated', 'The specification says it.'],
  [
    'Inferred',
    'It follows in one step from what the specification says. The step is written beside it; whoever disagrees can waive it.',
  ],
  ['Check', 'One way to ask for a requirement. A requirement takes the worst verdict of its checks.'],
  ['Control', 'The same request without the bend. A refusal counts only where the control was let in.'],
  ['Bend', 'The one thing in a request that is not as it should be.'],
  [
    'Withheld value',
    'What stands in ‹ › was left out when it was recorded: the shape of a body is evidence, the data in it is not ours.',
  ],
  ['Tenant', 'One business among those that the service keeps apart. The suite asks for one, or for two.'],
  ['Idempotency-Key', 'The name of one write: a client that sends it again under that name must not do it twice.'],
  ['Exam', 'Catalogue, schemas and suites together. Runs with the same exam were asked the same.'],
  ['Customer A, customer B', 'Two identities that the service gave out. The same letter is the same identity.'],
];
