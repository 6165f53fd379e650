import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { exitOf } from './exit-status.js';

/** Of a report only what the status depends on. */
const report = (verdict: string, changed?: string[]) =>
  ({ summary: { verdict }, ...(changed && { comparison: { changed } }) }) as unknown as Report;

test.each<
  [verdict: string, changed: string[] | undefined, failOnDrift: boolean, forced: number | undefined, status: number]
>([
  ['conformant', undefined, true, undefined, 0],
  ['conformant', [], true, undefined, 0],
  ['conformant', ['ERR-02'], false, undefined, 0],
  ['conformant', ['ERR-02'], true, undefined, 1],
  ['partial', undefined, false, undefined, 0],
  ['inconclusive', ['ERR-02'], false, undefined, 3],
  ['inconclusive', ['ERR-02'], true, undefined, 1],
  ['nonconformant', ['ERR-02'], true, undefined, 1],
  ['conformant', ['ERR-02'], true, 130, 130],
  ['inconclusive', undefined, false, 143, 143],
])('%s, changed %j, --fail-on-drift %s, signal %s: %i', (verdict, changed, failOnDrift, forced, status) => {
  const exit = exitOf(report(verdict, changed), failOnDrift, forced);
  expect(exit.status).toBe(status);
  // Only where the verdict alone would have given another status is there something to explain.
  expect(exit.because !== undefined).toBe(status === 1 && verdict !== 'nonconformant');
});
