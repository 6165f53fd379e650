import { expect, test } from 'vitest';
import { builtFormats, chosenFormats } from './formats.js';

test('json is always written, first, and stands for nothing more', () => {
  expect(chosenFormats(['json'], 'it')).toEqual(['json']);
  expect(chosenFormats(['html', 'MD', 'html'], 'it')).toEqual(['json', 'html', 'md']);
});

test('all is all that are built', () => {
  expect(chosenFormats(['all'], 'it')).toEqual([...builtFormats]);
});

test('an unknown format is refused', () => {
  expect(() => chosenFormats(['junti'], '--format')).toThrow(
    '--format names an unknown format, "junti"; the nearest is junit.',
  );
});
