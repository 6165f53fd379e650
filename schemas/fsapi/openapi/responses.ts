import { isObject } from '../../is-object.js';
import type { RequirementId } from '../catalogue.js';
import { exampleOf, ofTenants } from './customer.js';
import { member, type Part, schemaOf, statusesIn } from './observation.js';
import { inferredFrom, notShown, type Register } from './source.js';

type Responses = Record<string, Part>;

/** What an operation answers with on success: its description, and where its status and its shape are open. */
interface Success {
  readonly description: string;
  readonly status: RequirementId;
  readonly shape: RequirementId;
  /** The status, and an answer, for mock servers while neither is known. */
  readonly usual: number;
  readonly example: unknown;
}

/** Statuses whose answers have no body. */
const bodiless = [204, 205];

/** The success responses of an operation: by status where it was observed; where it was not, under a usual one, marked so. */
export function successes(register: Register, { description, status, shape, usual, example }: Success): Responses {
  const known = register.of(status);
  const seen = statusesIn(known?.observation, 200, 299);
  const content = json(shapeOf(register, shape), example);
  if (!known || seen.length === 0)
    return {
      [usual]: {
        description: `${description} Which 2xx is not shown: ${usual} stands for any.`,
        content,
        ...notShown(status),
      },
    };
  return Object.fromEntries(
    seen.map((one) => [one, { description, ...(!bodiless.includes(one) && { content }), ...known.mark }]),
  );
}

function shapeOf(register: Register, id: RequirementId): Part {
  const known = register.of(id);
  // An observation is an inferred schema, or statuses with one beside them.
  const hasStatuses = member(known?.observation, 'statuses') !== undefined;
  const schema = known && schemaOf(hasStatuses ? member(known.observation, 'schema') : known.observation);
  return known && schema ? { ...schema, ...known.mark } : { description: 'Not shown.', ...notShown(id) };
}

function json(schema: Part, example: Success['example']): Part {
  const open = isObject(schema['x-source']) && schema['x-source'].basis === 'not-shown';
  const made = open ? example : exampleOf(schema);
  // Mock servers take the one or the other.
  return { 'application/json': { schema: { ...schema, example: made }, ...ofTenants(made) } };
}

/** What ERR-01 observed, by status: the schema of the body; none where no JSON body was seen. */
function refusals(register: Register): Map<string, Part | undefined> {
  const known = register.of('ERR-01');
  const entries = Object.entries(isObject(known?.observation) ? known.observation : {});
  const refused = entries.filter(([status]) => /^[45]\d\d$/.test(status));
  return new Map(refused.map(([status, inferred]) => [status, schemaOf(inferred)]));
}

/** The body of a refusal with a status, as far as one was observed; nothing where that status was not. */
function bodyOf(register: Register, status: number | string): Part | undefined {
  const found = refusals(register);
  if (!found.has(String(status))) return undefined;
  const schema = found.get(String(status));
  const mark = register.of('ERR-01')?.mark;
  if (!schema) return { 'x-body': { description: 'No JSON body was seen.', ...mark } };
  return { content: { 'application/json': { schema: { ...schema, ...mark } } } };
}

/** The 401 of every operation. That it has a JSON body, if any, is inferred; its shape may have been observed. */
export function unauthorized(register: Register): Part {
  const open = { schema: { description: 'Not shown.', ...inferredFrom('HTTP-04') } };
  return {
    description: 'Unauthorized: Api-Key is missing or invalid.',
    ...(bodyOf(register, 401) ?? { content: { 'application/json': open } }),
  };
}

/** What a creation is refused with: the statuses that were observed, else a usual one. */
export function refusedCreation(register: Register): Responses {
  const observed = (id: RequirementId, description: string) => {
    const known = register.of(id);
    const statuses = statusesIn(known?.observation, 400, 499).filter((status) => status !== 401);
    return Object.fromEntries(
      statuses.map((status) => [status, { description, ...bodyOf(register, status), ...known?.mark }]),
    );
  };
  const { 'x-source': source } = inferredFrom('CUST-02');
  const seen = {
    ...observed('ERR-04', 'A conflict.'),
    ...observed('ERR-02', 'A member breaks the form that is stated for it.'),
  };
  if (Object.keys(seen).length > 0) return seen;
  return {
    '422': {
      description: 'A member breaks the form that is stated for it. Which 4xx is not shown: 422 stands for any.',
      'x-source': { ...source, requirement: 'CUST-02 to CUST-15', clause: 'Resources, customer and address object' },
    },
  };
}

/** Everything else: the refusals whose place is not known, or nothing but that they are not shown. */
export function anythingElse(register: Register, listed: Responses): Part {
  const known = register.of('ERR-01');
  const left = [...refusals(register)].filter(([status]) => !Object.hasOwn(listed, status));
  const schemas = left.flatMap(([, schema]) => schema ?? []);
  if (!known || left.length === 0) return { description: 'Not shown.', ...notShown('ERR-01') };
  const statuses = left.map(([status]) => status).join(', ');
  return {
    description: `Other answers, seen somewhere in the run: ${statuses}.`,
    ...(schemas.length > 0 && { content: { 'application/json': { schema: { anyOf: schemas } } } }),
    ...known.mark,
  };
}
