import type { Response } from '../../helpers/client/message.js';
import type { Observed, Sample } from '../../helpers/client/verdicts.js';
import { inferSchema, memberList } from '../../helpers/json/infer-schema.js';
import { inferContract, type Schema, says } from '../../helpers/runner/infer-contract.js';
import { byKey } from '../../schemas/common/by-key.js';
import { listed } from '../../schemas/common/listed.js';
import { dialect } from '../../schemas/observation.js';
import { statuses } from './observing.js';

const noBody = 'no JSON body';

export const shapeOf = (responses: readonly Response[]): object | string =>
  inferSchema(responses.filter(isWhole).flatMap(({ isJson, json }) => (isJson ? [json] : []))) ?? noBody;

export function shapesByStatus(responses: readonly Response[]): Pick<Observed, 'observation' | 'sentences'> {
  const shapes = statuses(responses).map(
    (status) => [status, shapeOf(responses.filter((response) => response.status === status))] as const,
  );
  const alike = byKey(shapes.map(([status, shape]) => [shape === noBody ? noBody : memberList(shape), status]));
  return {
    observation: Object.fromEntries(shapes),
    sentences: [...alike].map(([members, withMembers]) => `The body of ${listed(withMembers)} contains ${members}.`),
  };
}

const bodyOf = ({ isJson, json }: Response) => (isJson ? json : null);

/** The run keeps but the beginning of a large body. */
const isWhole = ({ cut, isJson, json }: Response) => !cut && (!isJson || json !== undefined);

/** What a settlement of a shape is applied to. @param size how many of what */
export function sampleOf(responses: readonly Response[], size: string): Sample {
  const bodies = responses.filter(isWhole).map((response) => ({ response, value: bodyOf(response) }));
  const contract = inferContract(bodies.map(({ value }) => value));
  return { contract: { $schema: dialect, ...contract }, bodies, isByStatus: false, size };
}

/** A sample with a schema for each status. @param forms as of `inferContract` */
export function sampleByStatus(
  responses: readonly Response[],
  what: string,
  forms?: Readonly<Record<string, Schema>>,
): Sample {
  const whole = responses.filter(isWhole);
  const ofStatus = [...byKey(whole.map((response) => [response.status, bodyOf(response)]))].sort(([a], [b]) => a - b);
  const schemas = ofStatus.map(([status, bodies]) => [status, inferContract(bodies, forms)] as const);
  const properties = Object.fromEntries(schemas.filter(([, schema]) => says(schema)));
  return {
    contract: { $schema: dialect, ...(says(properties) && { properties }) },
    bodies: whole.map((response) => ({ response, value: { [response.status]: bodyOf(response) } })),
    isByStatus: true,
    size: `${whole.length} ${what}`,
  };
}
