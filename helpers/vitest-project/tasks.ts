import type { RunnerTestCase, RunnerTestFile, RunnerTestSuite } from 'vitest';
import { requirementOf } from '../../schemas/specification.js';
import { fsapi } from '../fsapi/fsapi.js';
import type { Definition, Suite } from '../runner/suite.js';
import type { Shown } from './shown.js';

/** A test as vitest shows it, with the places where it and its requirement are defined. */
export type Test = Readonly<{
  id: string;
  name: string;
  places: readonly [own: Error, suite: Error];
  definition?: Definition;
}>;

/** `AUTH-01 Creating a customer without Api-Key returns 401`: the name of a suite. */
export const nameOf = ({ id }: Pick<Suite, 'id'>): string => `${id} ${requirementOf(fsapi, id).title}`;

/** The tests of a requirement: one where no request shows it. */
export function testsOf({ id, definitions, place }: Suite): Test[] {
  if (definitions.length === 0) return [{ id, name: 'no request shows it', places: [place, place] }];
  return definitions.map((definition) => ({
    id,
    name: definition.name,
    places: [definition.place, place],
    definition,
  }));
}

/** The line of a suite file. */
export function siteOf({ stack = '' }: Error) {
  const [, file = '', line, column] = /\(?((?:file:\/\/)?\/[^()\n]*\.suite\.ts):(\d+):(\d+)\)?$/m.exec(stack) ?? [];
  return { file: file.replace('file://', ''), line: Number(line), column: Number(column) };
}

/** The failure of a test: its stack is the line that defines the check, its diff what vitest makes of both sides. */
export function errorOf({ text, detail = '', sides }: Shown, [place]: Test['places']): Error {
  const { file, line, column } = siteOf(place);
  const error = Object.assign(new Error(text), { name: 'AssertionError' });
  // Formats without a place for a diff print the stack.
  const both = sides ? [`Expected: ${sides.expected}`, `Received: ${sides.received}`] : [];
  error.stack = [`AssertionError: ${text}`, ...both, detail, `    at ${file}:${line}:${column}`]
    .filter(Boolean)
    .join('\n');
  return sides ? Object.assign(error, { expected: sides.expected, actual: sides.received, showDiff: true }) : error;
}

/** Gives a test that was reported another result. */
export function setResult(task: RunnerTestCase, shown: Shown, places: Test['places']): void {
  const { state, text: note, durationMs: duration } = shown;
  if (state === 'skip') task.mode = 'skip';
  task.result = { ...task.result, state, duration, ...(state === 'skip' && { note, pending: true }) };
  const { name, message, stack } = errorOf(shown, places);
  task.result.errors = state === 'fail' ? [{ name, message, stack: stack ?? '' }] : undefined;
}

export const isFile = (suite: RunnerTestSuite): suite is RunnerTestFile => 'filepath' in suite;

export function failFile(file: RunnerTestFile, message: string): void {
  file.result = { ...file.result, state: 'fail', errors: [{ name: 'Error', message: message.trim(), stack: '' }] };
}
