import { fsapi } from '../fsapi/fsapi.js';
import type { ConformanceOptions } from './run-conformance.js';
import { type TestFunctions, conformanceTests as testsOf } from './tests.js';

/**
 * Makes each requirement of this package's API a test of the vitest project from whose test file it is called.
 * @param functions those of the project's own vitest, where this package would find another copy of it
 * @throws UsageError for a filter that matches nothing, and where another vitest runs than is found, or none is
 */
export function conformanceTests(options: ConformanceOptions, functions?: TestFunctions): void {
  testsOf({ ...options, specification: fsapi, from: conformanceTests }, functions);
}
