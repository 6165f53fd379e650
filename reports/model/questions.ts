import { gravityOf } from '../../schemas/consequences.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';

/**
 * The questions that an open point raises to the owner of the API; pressing where the behaviour that was observed asks for
 * a decision, not just the gap. A point of a later catalogue raises none.
 */
export function questionsOf({ id, observation }: ReportedRequirement, { questions }: Pick<Specification, 'questions'>) {
  const question = questions[id];
  if (!question) return [];
  const { ask, harm, pressing = {} } = question;
  const raised = Object.entries(pressing).filter(([seen]) => isSeen(seen.split('/'), observation));
  if (raised.length > 0) return raised.map(([, decision]) => ({ ask: decision, isPressing: true, harm }));
  return [{ ask, isPressing: false, harm }];
}

/**
 * What the specification leaves open: first where the behaviour asks for a decision, then by the harm of leaving it so.
 */
export function openPoints(
  { requirements }: Report,
  specification: Pick<Specification, 'questions'>,
): readonly ReportedRequirement[] {
  const rank = (row: ReportedRequirement) => {
    const [first] = questionsOf(row, specification);
    return (first?.isPressing ? 0 : 10) + gravityOf(first?.harm);
  };
  return requirements.filter(({ basis }) => basis === 'not-shown').toSorted((a, b) => rank(a) - rank(b));
}

/** Whether an observation has a value, the last of the steps, where the others lead. */
function isSeen([step, ...rest]: readonly string[], value: unknown): boolean {
  if (step === undefined || rest.length === 0) return value === step;
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return false;
  return isSeen(rest, (value as Readonly<Record<string, unknown>>)[step]);
}
