import { code } from '../../schemas/marked.js';
import type { Report } from '../../schemas/types.js';
import type { Journal, ValidOutcome } from '../evidence/journal.js';

type Unavailable = NonNullable<Report['run']['unavailable']>;

/** Statuses by which a service, or something in front of it, keeps a valid request out. A 500 is the service's answer. */
const keptOut: readonly (number | undefined)[] = [undefined, 401, 403, 429, 502, 503, 504];
/** Valid requests in a row, up to the end of the run, that are kept out: fewer may be chance, or a lock-out. */
const leastAtEnd = 5;

/**
 * Why the target could not be tested, or not from some moment of the run on: each valid request of the first caller was
 * kept out; or that each of the second caller got a 401, so its key was rejected. Undefined for neither.
 * @param lost why the run stopped, if the target no longer responded
 */
export function unavailabilityOf(of: Pick<Journal, 'valid' | 'unreached'>, lost?: string): Unavailable | undefined {
  const { valid, unreached } = of;
  if (unreached !== undefined) return { cause: 'not-reached', sentence: unreached, whole: true };
  const first = valid.filter(({ caller }) => caller === 'first');
  const lastAnswered = first.findLastIndex(({ status }) => !keptOut.includes(status));
  const atEnd = first.slice(lastAnswered + 1);
  const keptOutFirst = atEnd[0];
  if (keptOutFirst && lastAnswered < 0) return { ...causeOf(keptOutFirst, false), whole: true };
  if (lost !== undefined) return stoppedAnswering(`. ${lost}`);
  // A quota may stop one operation of two: that is its answer, 502 is none.
  const operations = new Set(atEnd.map(({ operation }) => operation));
  const isEach = operations.size > 1 || atEnd.every(({ status = 504 }) => status >= 502);
  if (keptOutFirst && atEnd.length >= leastAtEnd && isEach) return causeOf(keptOutFirst, true);
  const second = valid.filter(({ caller }) => caller === 'second');
  const [rejected] = second;
  if (!rejected || second.some(({ status }) => status !== 401)) return undefined;
  const variable = 'CONFORMANCE_OTHER_API_KEY';
  return {
    cause: 'other-key-rejected',
    sentence: `The second tenant’s API key was rejected: ${rejected.became}. Check ${code(variable)}.`,
    unmet: `${variable} was rejected`,
  };
}

const stoppedAnswering = (why: string) =>
  ({ cause: 'stopped-answering', sentence: `The target stopped answering during the run${why}` }) as const;

function causeOf({ status, became }: ValidOutcome, isLater: boolean): Pick<Unavailable, 'cause' | 'sentence'> {
  if (status === undefined)
    return isLater
      ? stoppedAnswering(`: ${became}.`)
      : { cause: 'not-reached', sentence: `The target did not answer any request: ${became}.` };
  const since = isLater ? ' from some moment of the run on' : '';
  if (status === 401)
    return {
      cause: 'key-rejected',
      sentence: `The configured API key was rejected${since}: ${became}. Check ${code('CONFORMANCE_API_KEY')}.`,
    };
  const check =
    status === 403
      ? ` Check ${code('CONFORMANCE_TENANT_ID')} and ${code('CONFORMANCE_API_KEY')}, and what stands in front of the service.`
      : ' This seems to come from something in front of the service.';
  return { cause: 'in-front', sentence: `Every valid request was kept out${since}: ${became}.${check}` };
}
