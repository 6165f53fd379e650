/** A setup file of vitest: makes tests of the checks of each suite file. */
import { expect, inject, test } from 'vitest';

const { testPath = '' } = expect.getState();

for (const { title, state, text } of inject('conformance')[testPath] ?? [])
  if (state === 'todo') test.todo(`${title}: ${text}`);
  else
    test(title, ({ skip }) => {
      if (state === 'skip') skip(text);
      if (state === 'fail') throw withoutStack(text);
    });

/** The suite's stack helps nobody who reads what the target did. */
function withoutStack(text: string): Error {
  return Object.assign(new Error(text), { stack: `Error: ${text}` });
}
