import { expect, test } from 'vitest';
import { builtFormats, chosenFormats } from './formats.js';

test('json comes first and is always written; alone it means nothing else', () => {
  expect(chosenFormats(['json'], 'it')).toEqual(['json']);
  expect(chosenFormats(['html', 'MD', 'html'], 'it')).toEqual(['json', 'html', 'md']);
});

test('all means every format', () => {
  expect(chosenFormats(['all'], 'it')).toEqual([...builtFormats]);
});

test('an unknown format is a usage error', () => {
  expect(() => chosenFormats(['junti'], '--format')).toThrow(
    '--format names an unknown format, "junti"; the nearest is junit.',
  );
});
