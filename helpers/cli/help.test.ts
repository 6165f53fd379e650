import { expect, test } from 'vitest';
import { settings } from '../configuration/settings.js';
import { fsapi } from '../fsapi/fsapi.js';
import { commandNamed, commands } from './commands.js';
import { helpOf, overview } from './help.js';

test.each([undefined, ...Object.keys(commands)])('the help of %s fits 80 columns', async (name) => {
  const lines = name ? await helpOf(name, fsapi) : overview(fsapi);
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) {
    expect(line.length, line).toBeLessThanOrEqual(80);
    expect(line).toBe(line.trimEnd());
  }
});

test('the help of run names every option, and every variable that has none', async () => {
  const page = (await helpOf('run', fsapi)).join('\n');
  for (const { option, variable } of settings) expect(page).toContain(option ? `  --${option}` : `  ${variable}`);
});

test('the overview names every command, and an unknown one gets the nearest name', () => {
  for (const name of Object.keys(commands))
    expect(overview(fsapi).some((line) => line.startsWith(`  ${name} `))).toBe(true);
  expect(() => commandNamed('sevre')).toThrow('There is no command "sevre"; the nearest is serve.');
});
