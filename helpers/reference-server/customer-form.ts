import { validator } from '../../schemas/validate.js';

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

/** What this service wants to know of everybody. */
const required = ['first_name', 'last_name', 'email'];

/** What is wrong with a customer: the members as dotted paths, each once; `body` where it is no object at all. */
export function wrongMembers(customer: unknown): readonly string[] {
  const validate = validator('customer');
  const malformed = validate(customer) ? [] : (validate.errors ?? []);
  const paths = malformed.map(({ instancePath }) => instancePath.slice(1).replaceAll('/', '.') || 'body');
  const isObject = !paths.includes('body');
  const missing = isObject ? required.filter((name) => !Object.hasOwn(Object(customer), name)) : [];
  return [...new Set([...paths, ...missing])].sort();
}
