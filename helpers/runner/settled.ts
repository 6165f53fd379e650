import type { ErrorObject } from 'ajv/dist/2020.js';
import { listed } from '../../schemas/common/listed.js';
import { settledCheck } from '../../schemas/finding.js';
import type { DecisionEntry } from '../../schemas/types.js';
import { complaint, settledBy } from '../../schemas/validate.js';
import { returned } from '../client/response.js';
import { Failed, Inconclusive, type Proof, type Sample } from '../client/verdicts.js';
import { isNamedByData, valueAt } from '../json/json-leaves.js';
import type { CheckDefinition, ObservationDefinition } from './suite.js';

/** The check that settlements of a shape add to its observation. */
export function settlementOf(
  { id, phase, place }: ObservationDefinition,
  sample: Sample,
  entries: readonly DecisionEntry[],
): CheckDefinition {
  return { kind: 'check', id, name: settledCheck, phase, place, probe: async () => expectAsSettled(sample, entries) };
}

/** Applies settlements to responses. @throws Failed for one that breaks them; Inconclusive if no status is settled */
function expectAsSettled({ bodies, isByStatus, size }: Sample, entries: readonly DecisionEntry[]): Proof {
  const statuses = entries.flatMap(({ schema }) =>
    Object.keys((schema as { readonly properties?: object }).properties ?? {}),
  );
  const judged = isByStatus ? bodies.filter(({ response }) => statuses.includes(String(response.status))) : bodies;
  const [first] = judged;
  if (bodies.length === 0) throw new Inconclusive(`This run saw ${size}, so there was nothing to judge.`);
  if (!first) {
    const others = [...new Set(bodies.map(({ response }) => response.status))].sort();
    throw new Inconclusive(`Of ${size} none has a status that is settled (${listed(statuses)}): ${listed(others)}.`);
  }
  const broken = judged.flatMap(({ response, value }) => {
    const said = complaintOf(value, entries, isByStatus);
    return said === undefined ? [] : [{ response, said }];
  });
  const others = bodies.length - judged.length;
  const aside = others > 0 ? `, ${others} with a status that is not settled` : '';
  const received = `${judged.length - broken.length} of ${size} agree${aside}`;
  const [worst] = broken;
  if (!worst) return { response: first.response, received };
  throw new Failed({
    found: `${returned(worst.response)}. This differs from the settled behaviour: ${worst.said}.`,
    received: `${worst.response.status}: ${worst.said}\n${received}`,
    response: worst.response,
  });
}

/** What Ajv complains of, without names that are data. @throws Inconclusive for a schema that refers to itself */
function complaintOf(value: unknown, entries: readonly DecisionEntry[], isByStatus: boolean): string | undefined {
  for (const { schema } of entries) {
    const validate = settledBy(schema as object);
    let isValid: unknown;
    try {
      isValid = validate(value);
    } catch {
      throw new Inconclusive('The settlement cannot be applied: its JSON Schema refers to itself without end.');
    }
    if (isValid) continue;
    const steps = isByStatus ? 1 : 0;
    return complaint(validate.errors?.map((error) => withoutData(error, value, steps)));
  }
  return undefined;
}

function withoutData(error: ErrorObject, value: unknown, outer: number): ErrorObject {
  let holder = value;
  const steps = error.instancePath.split('/').map((step, at) => {
    const isPlain = at === 0 || Array.isArray(holder) || !isNamedByData(step);
    holder = at === 0 ? value : valueAt(holder, `/${step}`);
    return isPlain ? step : '{}';
  });
  const { additionalProperty = '' } = error.params;
  const params = isNamedByData(String(additionalProperty))
    ? { ...error.params, additionalProperty: '{}' }
    : error.params;
  return { ...error, params, instancePath: ['', ...steps.slice(1 + outer)].join('/') };
}
