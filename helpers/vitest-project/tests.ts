/** The one file of the vitest project `conformance`: its checks overlap, since files of their own would run one after another. */
import { afterAll, inject, test } from 'vitest';
import { fsapi } from '../fsapi/fsapi.js';
import { defineTests, end } from '../runner/define-tests.js';
import { endRun } from '../runner/end-run.js';
import { openContext } from '../runner/open-context.js';
import { selected } from '../runner/select.js';
import type { Given } from './run-of-vitest.js';
import { testEnds } from './test-ends.js';

declare module 'vitest' {
  interface ProvidedContext {
    conformance: Given;
  }
}

const given = inject('conformance');
const { catalogue } = fsapi;
const { suites, atEnd, ...made } = await fsapi.tests();
const input = { ...given.input, specification: fsapi };
const definitions = selected(suites, input.configuration);
const run = openContext(input, definitions, made);
const ends = testEnds(given, definitions, fsapi);

defineTests(run, definitions, ends.ofFinding);
// What no request shows stands beside the rest: requirements of people, and what the specification has no operation for.
for (const { id, title } of catalogue) {
  const isOut = !input.configuration.only.includes(id);
  if (isOut || definitions.some((definition) => definition.id === id)) continue;
  test.concurrent(`${id} ${title}`, ({ skip }) => end(ends.ofRequirement(id), skip));
}
// biome-ignore lint/correctness/noEmptyPattern: vitest takes a first parameter only where it is destructured
afterAll(async ({}, { file }) => {
  await endRun(run, atEnd);
  file.meta.entries = [...run.journal.entries];
});
