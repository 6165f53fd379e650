import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** The members of a customer that are kept; whatever else is sent is ignored. */
export const members = [
  'first_name',
  'last_name',
  'middle_name',
  'email',
  'phone',
  'type',
  'gender',
  'date_of_birth',
  'address',
] as const;

const required = ['first_name', 'last_name', 'email'];

/** Walks up to the package: this module also runs compiled, some folders deeper. */
function packageRoot(folder = dirname(fileURLToPath(import.meta.url))): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageRoot(dirname(folder));
}

const schema = (name: string) =>
  JSON.parse(readFileSync(join(packageRoot(), 'schemas', `${name}.schema.json`), 'utf8'));

function compile() {
  const ajv = new Ajv2020({ allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(schema('address'));
  return ajv.compile({ allOf: [schema('customer'), { type: 'object', required }] });
}

let validate: ReturnType<typeof compile> | undefined;

/** What is wrong with a customer: the members as dotted paths, each once; `body` where it is no object at all. */
export function wrongMembers(customer: unknown): readonly string[] {
  validate ??= compile();
  if (validate(customer)) return [];
  const paths = (validate.errors ?? []).map(({ instancePath, params }) =>
    [...instancePath.split('/').slice(1), ...(params.missingProperty ? [params.missingProperty] : [])].join('.'),
  );
  return [...new Set(paths.map((path) => path || 'body'))].sort();
}
