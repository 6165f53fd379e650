import { members } from '../../schemas/fsapi/members.js';
import { validator } from '../../schemas/validate.js';

/** Names of the members of a customer that are kept, and of its address; whatever else is sent is ignored. */
export const memberNames = namesBelow('');
export const addressMemberNames = namesBelow('/address');

function namesBelow(holder: string): readonly string[] {
  return members.flatMap(({ pointer }) => {
    const at = pointer.lastIndexOf('/');
    return pointer.slice(0, at) === holder ? [pointer.slice(at + 1)] : [];
  });
}

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
