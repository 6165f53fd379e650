import { expect, test } from 'vitest';
import { chosenFormats } from './formats.js';

test('json is always written, first, and stands for nothing more', () => {
  expect(chosenFormats(['json'], 'it')).toEqual(['json']);
  expect(chosenFormats(['html', 'MD', 'html'], 'it')).toEqual(['json', 'html', 'md']);
});

test('all is all that are built', () => {
  expect(chosenFormats(['all'], 'it')).toEqual(['json', 'html', 'md', 'junit', 'har', 'pdf']);
});

test('a format that is not built, and an unknown one, are refused', () => {
  for (const name of ['ctrf', 'sarif', 'earl', 'oscal'])
    expect(() => chosenFormats(['html', name], 'it')).toThrow(`The format ${name} is not part of this version yet.`);
  expect(() => chosenFormats(['junti'], '--format')).toThrow(
    '--format names an unknown format, "junti"; the nearest is junit.',
  );
});
