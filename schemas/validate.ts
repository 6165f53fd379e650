import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { packageRoot } from './common/package-root.js';
import type { SchemaName } from './types.js';

const folder = new URL('schemas/', packageRoot);
const suffix = '.schema.json';

const files = readdirSync(folder).filter((name) => name.endsWith(suffix));
/** The schemas of this folder, not to be changed. */
export const schemas = Object.fromEntries(
  files.map((file) => [file.slice(0, -suffix.length), JSON.parse(readFileSync(new URL(file, folder), 'utf8'))]),
) as Readonly<Record<SchemaName, Readonly<Record<string, unknown>>>>;

function compiler(options: Options): Ajv2020 {
  const ajv = new Ajv2020(options);
  formats.default(ajv);
  return ajv;
}

const compilers = new Map<'all errors' | 'first error' | 'meta-schema', Ajv2020>();

/** Compiles each schema at its first use. */
function ownCompiler(errors: 'all errors' | 'first error'): Ajv2020 {
  const existing = compilers.get(errors);
  if (existing) return existing;
  const ajv = compiler({
    allErrors: errors === 'all errors',
    allowUnionTypes: true,
    // A definition may require members of the schema that it refers to.
    strictRequired: false,
    // A test validates the schemas. Optimising costs more than it saves.
    validateSchema: false,
    code: { optimize: false },
  });
  // `members.ts` reads it; it validates nothing.
  ajv.addKeyword('x-requirement');
  ajv.addSchema(Object.values(schemas));
  compilers.set(errors, ajv);
  return ajv;
}

/** Files may come from strangers: a million errors would take minutes. */
const ofFiles: readonly string[] = ['report', 'evidence', 'manifest'];

/**
 * The validator of a schema, or of an entry of its `$defs`: `validator('report', 'check')`. `errors` holds the errors
 * of the last call; of report, evidence and manifest only the first.
 * @throws RangeError for an unknown schema or definition
 */
export function validator(name: SchemaName, definition?: string): ValidateFunction {
  const id = `${schemas[name]?.$id}${definition === undefined ? '' : `#/$defs/${definition}`}`;
  const validate = ownCompiler(ofFiles.includes(name) ? 'first error' : 'all errors').getSchema(id);
  if (!validate) throw new RangeError(`there is no schema ${id}`);
  return validate;
}

const settled = new WeakMap<object, ValidateFunction>();

/** The validator of a user's schema; several may have one `$id`. @throws Error for an invalid schema */
export function settledBy(schema: object): ValidateFunction {
  const existing = settled.get(schema);
  if (existing) return existing;
  const metaSchema = compilers.get('meta-schema') ?? compiler({ strict: false });
  compilers.set('meta-schema', metaSchema);
  metaSchema.validateSchema(schema, true);
  const validate = compiler({ strict: false, allErrors: true, verbose: true, validateSchema: false }).compile(schema);
  settled.set(schema, validate);
  return validate;
}

/** The first error as a clause, and how many more there are. It is safe to print: it holds no values. */
export function complaint(errors: Errors) {
  const [first = 'nothing is wrong', ...more] = brokenRules(errors);
  return `${first}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
}

export const complaints = (errors: Errors) => brokenRules(errors).join('; ');

type Errors = readonly ErrorObject[] | null | undefined;

function brokenRules(errors: Errors) {
  // The error of `if` only names the branch.
  const relevant = (errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return [...new Set(relevant.map((error) => `${place(error.instancePath)} ${rule(error)}`))];
}

/** `/checks/0/name` as `checks[0].name`. */
function place(pointer: string) {
  const steps = pointer.replace(/\/(\d+)(?=\/|$)/g, '[$1]').replace(/^\//, '');
  const path = steps.replaceAll('/', '.');
  return path.replaceAll('~1', '/').replaceAll('~0', '~') || 'it';
}

/** The rule of a keyword as a clause. A verbose validator adds the schema. */
const rules: Readonly<Record<string, (error: ErrorObject) => string>> = {
  required: ({ params }) => `lacks ${params.missingProperty}`,
  additionalProperties: ({ params }) => `has an unknown member: ${String(params.additionalProperty).slice(0, 40)}`,
  enum: ({ params }) => `must be one of ${params.allowedValues.join(', ')}`,
  const: ({ params }) => `must be ${JSON.stringify(params.allowedValue)}`,
  type: ({ params }) => `must be ${[params.type].flat().join(' or ')}`,
  format: ({ params, message = `is no ${params.format}` }) =>
    params.format === 'date' ? 'must be a day, written as YYYY-MM-DD' : message,
  'false schema': () => 'must not be there',
  contains: ({ schema }) => `lacks ${JSON.stringify((schema as { const?: unknown } | undefined)?.const ?? 'an item')}`,
};

const rule = (error: ErrorObject) =>
  rules[error.keyword]?.(error) ?? error.message ?? `breaks the rule ${error.keyword}`;
