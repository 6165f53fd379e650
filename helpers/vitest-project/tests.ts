/** A setup file of vitest, which runs it before each file of suites: each check of that file becomes a test of it. */
import { expect, inject, test } from 'vitest';

const { testPath = '' } = expect.getState();

for (const { title, state, text } of inject('conformance')[testPath] ?? [])
  if (state === 'todo') test.todo(`${title}: ${text}`);
  else
    test(title, ({ skip }) => {
      if (state === 'skip') skip(text);
      if (state === 'fail') throw withoutStack(text);
    });

/** The lines of the suite help nobody who reads what the target did. */
function withoutStack(text: string): Error {
  return Object.assign(new Error(text), { stack: `Error: ${text}` });
}
