import { type FsapiOperation, operations } from '../../schemas/fsapi/operations.js';

/** An operation that a path belongs to, with the values of its path parameters. */
export interface Route {
  readonly operation: FsapiOperation;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Operations at a path below the base address: none where the service has nothing there. */
export function routesAt(path: string): Route[] {
  return operations.flatMap((operation) => {
    const parameters = parametersIn(operation.path, path);
    return parameters ? [{ operation, parameters }] : [];
  });
}

/** The values of a pattern's parameters in a path; undefined where the path does not fit the pattern. */
export function parametersIn(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [expected, given] = [pattern.split('/'), path.split('/')];
  if (expected.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [at, step] of expected.entries()) {
    const value = given[at] ?? '';
    const name = /^\{(\w+)\}$/.exec(step)?.[1];
    if (name === undefined ? value !== step : value === '') return undefined;
    if (name !== undefined) parameters[name] = decoded(value);
  }
  return parameters;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
