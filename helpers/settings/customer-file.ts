import { isObject } from '../../schemas/common/is-object.js';
import { writes } from '../../schemas/operation.js';
import type { Specification } from '../../schemas/specification.js';
import { complaint, validator } from '../../schemas/validate.js';
import { nameOf, parsedJson, readText, unusable } from './usage-error.js';

/** In CONFORMANCE_CUSTOMER `{fresh}` stands for seven digits, `{fresh:N}` for N of at most seven. */
export const freshPart = /\{fresh(?::([1-7]))?\}/g;

/** Members merged over each created body. @throws UsageError unless it is a JSON object of valid members */
export function readCustomer(
  path: string,
  sourceName: string,
  { operations }: Pick<Specification, 'operations'>,
): Record<string, unknown> {
  const value = parsedJson(readText(path, sourceName), `${nameOf(path, sourceName)}, which`);
  if (!isObject(value)) throw unusable(path, sourceName, 'which is not a JSON object');
  // An invalid member would have every control rejected.
  const { body } = operations.find(writes) ?? {};
  if (!body) return value;
  const valid = validator(body);
  const sample: unknown = JSON.parse(
    JSON.stringify(value).replace(freshPart, (_, digits = '7') => '0'.repeat(Number(digits))),
  );
  if (!valid(sample)) throw unusable(path, sourceName, `in which ${complaint(valid.errors)}`);
  return value;
}
