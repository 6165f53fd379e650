import { expect, test } from 'vitest';
import { settings } from '../configuration/settings.js';
import { commands } from './commands.js';
import { help } from './help.js';

const pages = [undefined, ...commands.map(({ name }) => name)];

test.each(pages)('the help of %s fits 80 columns', (name) => {
  const lines = help(name);
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) {
    expect(line.length, line).toBeLessThanOrEqual(80);
    expect(line).toBe(line.trimEnd());
  }
});

test('the help of run names every option, and every variable that has none', () => {
  const page = help('run').join('\n');
  for (const { option, variable } of settings) expect(page).toContain(option ? `  --${option}` : `  ${variable}`);
});

test('the overview names every command, and an unknown one is answered with the nearest', () => {
  for (const { name } of commands) expect(help().some((line) => line.startsWith(`  ${name} `))).toBe(true);
  expect(() => help('sevre')).toThrow('There is no command "sevre"; the nearest is serve.');
});
