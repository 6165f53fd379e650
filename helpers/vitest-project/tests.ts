/** A setup file of vitest, which runs it before each file of suites: each check of that file becomes a test of it. */
import { afterAll, expect, test } from 'vitest';
import { titleOf } from '../runner/suite.js';
import { definitionsIn, started } from './started.js';
import type { TestResult } from './test-ends.js';

const { testPath = '' } = expect.getState();
const { findings, ends, entries, cut, placeOf, unasked } = await started;
const definitions = await definitionsIn(testPath);

for (const definition of definitions) {
  const { id, name } = definition;
  const found = findings.get(definition);
  if (found === undefined) {
    test.skip(titleOf(definition));
    continue;
  }
  test.concurrent(titleOf(definition), { meta: { probe: { id, name, at: placeOf(definition) } } }, async ({
    task,
    skip,
  }) => {
    const finding = await found;
    task.meta.finding = finding;
    if (finding.kind === 'harness-fault') throw failure(finding.message);
    conclude(ends.ofFinding(finding), skip);
  });
}
for (const { id, title, basis } of unasked(definitions)) {
  const result = ends.ofRequirement(id);
  if (basis === 'not-shown') test.todo(`${id} ${title}: ${result.text}`);
  else test(`${id} ${title}`, ({ skip }) => conclude(result, skip));
}
// biome-ignore lint/correctness/noEmptyPattern: vitest takes a first parameter only where it is destructured
afterAll(async ({}, { file }) => {
  file.meta.entries = [...(await entries())];
  file.meta.cut = cut;
});

/** A tick for what passes, red for what fails; anything else is skipped with its reason. */
function conclude({ state, text }: TestResult, skip: (note: string) => void): void {
  if (state === 'skip') skip(text);
  if (state === 'fail') throw failure(text);
}

/** Without a stack: the lines of the suite help nobody who reads what the target did. */
function failure(text: string): Error {
  const error = new Error(text);
  error.stack = `Error: ${text}`;
  return error;
}
