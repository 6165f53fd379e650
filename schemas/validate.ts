import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { packageRoot } from './package-root.js';

/** The schemas of this folder, by the names of their files. */
export type SchemaName =
  | 'address'
  | 'customer'
  | 'decisions'
  | 'manifest'
  | 'qualification'
  | 'report'
  | 'request-headers';

const folder = new URL('schemas/', packageRoot);
const suffix = '.schema.json';

// `strictRequired` stays off: a definition may ask for members that the schema it refers to describes.
const compiler = (allErrors: boolean) => {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors,
    code: { optimize: false },
    // A test validates the schemas; compiling the meta-schema would slow down the start of every run.
    validateSchema: false,
  });
  formats.default(ajv);
  // The requirement that states the form of a member: `members.ts` reads it, and it validates nothing.
  return ajv.addKeyword('x-requirement');
};
const ajv = compiler(true);
/** For files that a stranger may have made: a million errors take minutes, and the first one is enough. */
const ofFiles = compiler(false);

type SchemaDocument = Readonly<Record<string, unknown>> & { readonly $id: string };

const documents = new Map<string, SchemaDocument>();
for (const file of readdirSync(folder).filter((name) => name.endsWith(suffix))) {
  const schema = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as SchemaDocument;
  ajv.addSchema(schema);
  ofFiles.addSchema(schema);
  documents.set(file.slice(0, -suffix.length), schema);
}

/**
 * The validator of a schema, compiled once, on first use. With `definition` the one of that entry of its `$defs`:
 * `validator('report', 'check')`. All errors are in its `errors` after a call that gave false; of a report, a manifest and a
 * qualification the first alone.
 * @throws RangeError for a schema or a definition that is not there.
 */
export function validator(name: SchemaName, definition?: string): ValidateFunction {
  const urn = documents.get(name)?.$id;
  const by = ['report', 'manifest', 'qualification'].includes(name) ? ofFiles : ajv;
  const validate = urn && by.getSchema(definition ? `${urn}#/$defs/${definition}` : urn);
  if (!validate)
    throw new RangeError(`there is no schema ${name}${definition ? ` with a definition ${definition}` : ''}`);
  return validate;
}

/** A schema as it stands in its file. Not to be changed. @throws RangeError for a schema that is not there */
export function schemaDocument(name: SchemaName): Readonly<Record<string, unknown>> {
  const document = documents.get(name);
  if (!document) throw new RangeError(`there is no schema ${name}`);
  return document;
}

const metaSchema = new Ajv2020({ strict: false });
const settled = new WeakMap<object, ValidateFunction>();

/**
 * The validator of a user's schema (JSON Schema 2020-12), separate from all others, so that two may have the same `$id`.
 * The meta-schema is compiled once.
 * @throws Error for an invalid schema
 */
export function settledBy(schema: object): ValidateFunction {
  const before = settled.get(schema);
  if (before) return before;
  metaSchema.validateSchema(schema, true);
  const own = new Ajv2020({ strict: false, allErrors: true, verbose: true, validateSchema: false });
  formats.default(own);
  const validate = own.compile(schema);
  settled.set(schema, validate);
  return validate;
}

/**
 * The errors of Ajv as one short clause without a full stop: the first error, and how many more there are. It names
 * members and rules, never values, so it is safe to print.
 */
export function complaint(errors: readonly ErrorObject[] | null | undefined): string {
  const [first, ...more] = errors ?? [];
  if (!first) return 'nothing is wrong';
  const rest = more.length > 0 ? ` (and ${more.length} more)` : '';
  return `${place(first.instancePath)} ${rule(first)}${rest}`;
}

/** All errors, each once, as `complaint` gives the first: for a person who wants to mend them together. */
export function complaints(errors: readonly ErrorObject[] | null | undefined): string {
  // Of a condition the errors of its branch count, not that the branch was taken.
  const relevant = (errors ?? []).filter(({ keyword }) => keyword !== 'if');
  const all = [...new Set(relevant.map((error) => `${place(error.instancePath, 'it')} ${rule(error)}`))];
  return all.length === 0 ? complaint(errors) : all.join('; ');
}

/** `/checks/0/name` as `checks[0].name`. */
function place(pointer: string, root = 'the whole'): string {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const path = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
  return path.replace(/^\./, '') || root;
}

/** One error in words. `params` is typed by keyword in Ajv's documentation only. */
function rule({ keyword, params, message, schema }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `lacks ${params.missingProperty}`;
    case 'additionalProperties':
      return `has a member that is not known: ${String(params.additionalProperty).slice(0, 40)}`;
    case 'enum':
      return `must be one of ${params.allowedValues.join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'type':
      return `must be ${[params.type].flat().join(' or ')}`;
    case 'minItems':
      return `has fewer than ${params.limit}`;
    case 'contains':
      // A verbose validator adds the schema to the error.
      return `lacks ${JSON.stringify((schema as { const?: unknown } | undefined)?.const ?? 'an item')}`;
    default:
      return message ?? `breaks the rule ${keyword}`;
  }
}
