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

test.each([
  [['sevre'], 'There is no command "sevre"; the nearest is serve; see --help.'],
  [['https://topsecret.example/v1/'], 'There is no command a text of 29 characters; see --help.'],
  [['run', 'topsecret'], 'The form is run [options]; see npx --no -- fsapi-conformance run --help.'],
  [['run', '--api-key=topsecret'], '--api-key is no option: set CONFORMANCE_API_KEY in the environment or in .env.'],
  [['run', '--tenant-id', 'topsecret'], '--tenant-id is no option: set CONFORMANCE_TENANT_ID in the environment'],
  [['run', '--sk_topsecret_1'], 'There is no option --sk; see npx'],
  [['run', '--embeded'], 'There is no option --embeded; the nearest is --embedded; see'],
  [['run', '--quiet=topsecret'], '--quiet takes no value;'],
  [['run', '--out='], '--out is ""; it must be the path of a file'],
  [['run', '--out'], '--out needs a value; see npx'],
  [['run', '--rate=many'], '--rate is "many"; it must be a number from 0.01 to 10000.'],
  [
    ['run', '--profile=singel-tenant'],
    '--profile is "singel-tenant"; it must be one of full, single-tenant, read-only; the nearest is single-tenant.',
  ],
  [['run', '--format=pdf'], '--format is "pdf"; it must be one of json, html, md, junit, har'],
  [['run', '--seed=sk_1234567890abc'], '--seed is a text of 16 characters; it must be a whole number from 0'],
  [['diff', 'a'], 'The form is diff <OLD> <NEW> [options]; see npx --no -- fsapi-conformance diff --help.'],
  [['verify', 'a', 'topsecret'], 'The form is verify <DIR> [options];'],
])('status 2: %j', async (argv, message) => {
  const { status, stdout, stderr } = await callHere(argv, {}, cwd);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('topsecret');
});
