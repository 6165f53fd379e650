import { expect, test } from 'vitest';
import { settings } from '../settings/schema.js';
import { commandNames } from './program.js';
import { callHere, emptyFolder } from './testing/command.js';

const cwd = emptyFolder();
const printed = async (...argv: string[]) => (await callHere(argv, {}, cwd)).stdout;

test.each(commandNames)('the help of %s fits 80 columns, and names its exit statuses', async (name) => {
  const page = await printed(name, '--help');
  for (const line of page.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  expect(page).toMatch(/\nExit status:\n {2}0 +\S/);
});

test('nine commands, and 24 options of run at most: each with its variable, or as a variable alone', async () => {
  const overview = await printed('--help');
  expect(commandNames).toHaveLength(9);
  for (const name of commandNames) expect(overview).toMatch(new RegExp(`^  ${name} `, 'm'));
  const page = await printed('run', '--help');
  expect(page.match(/^ {2}--/gm)?.length).toBeLessThanOrEqual(24);
  for (const { option, variable } of settings) expect(page).toContain(option ? `  --${option}` : `  ${variable}`);
  expect(await printed('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each<[argv: string[], message: string]>([
  [['sevre'], 'There is no command "sevre"; the nearest is serve.'],
  [['https://topsecret.example/v1/'], 'An address is not a command: pass it with --base-url URL.'],
  [['run', 'topsecret'], 'run takes options only, and nothing else;'],
  [['run', '--api-key=topsecret'], 'Secrets are never options: set CONFORMANCE_API_KEY in the environment or in .env.'],
  [['run', '--tenant-id', 'topsecret'], '--tenant-id is not an option: set CONFORMANCE_TENANT_ID in the environment'],
  [['run', '--sk_topsecret_1'], 'There is an unknown option; --help lists them.'],
  [['run', '--embeded'], 'There is no option --embeded; the nearest is --embedded.'],
  [['run', '--quiet=topsecret'], '--quiet takes no value.'],
  [['run', '--rate', '5', '--rate', '6'], '--rate is given twice; it takes one value.'],
  [['run', '--out='], '--out needs a value.'],
  [['run', '--out', '--quiet'], '--out needs a value.'],
  [['run', '--out'], '--out needs a value.'],
  [['run', '--rate=many'], '--rate is "many"; it must be a number from 0.01 to 10000.'],
  [
    ['run', '--profile=singel-tenant'],
    '--profile is "singel-tenant"; it must be one of full, single-tenant, read-only; the nearest is single-tenant.',
  ],
  [['run', '--format=pdf'], '--format is "pdf"; it must be one of json, html, md, junit, har'],
  [['run', '--seed=sk_1234567890abc'], '--seed is a text of 16 characters; it must be a whole number from 0'],
  [['diff', 'a'], 'diff needs NEW; see npx --no -- fsapi-conformance diff --help.'],
  [['verify', 'a', 'topsecret'], 'verify takes DIR, and nothing else;'],
])('status 2: %j', async (argv, message) => {
  const { status, stdout, stderr } = await callHere(argv, {}, cwd);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('topsecret');
});
