import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { packageRoot } from '../../../../schemas/package-root.js';
import { readConfiguration } from '../../../configuration/configuration.js';
import { fsapi } from '../../../fsapi/fsapi.js';
import { call, emptyFolder } from '../../testing/command.js';
import { answersOf } from './answers.js';
import { platformOf, templateOf, writeFirstFiles } from './init.js';

let cwd: string;
beforeEach(() => {
  cwd = emptyFolder();
});
const read = (name: string) => readFileSync(join(cwd, name), 'utf8');

const firstFiles = (...of: Parameters<typeof writeFirstFiles>) => writeFirstFiles(...of).map(({ text }) => text);

const answers = {
  baseUrl: 'https://api.payments.example/v1/',
  environment: 'sandbox',
  apiKey: `sk'"#8Zr1v T0pW5nXc`,
  tenantId: 'tnt_1',
  otherTenantId: 'tnt_2',
  otherApiKey: 'sk_0Qp4cVn7sLw2',
};

test('what is written is what a run reads, and .env is its owner’s alone', () => {
  const lines = firstFiles(cwd, answers, 'none');
  expect(readConfiguration({ specification: fsapi, argv: [], env: {}, cwd }).configuration).toMatchObject(answers);
  if (process.platform !== 'win32') expect(statSync(join(cwd, '.env')).mode & 0o777).toBe(0o600);
  expect(readdirSync(cwd).sort()).toEqual(['.env', '.gitignore', 'decisions.json']);
  expect(lines).not.toContain('Fill in the empty lines of .env.');
  expect(lines.join()).not.toContain(answers.apiKey);
});

test('nothing is overwritten, and a second call adds nothing', () => {
  for (const name of ['.env', 'decisions.json', '.gitlab-ci.yml']) writeFileSync(join(cwd, name), `# mine: ${name}`);
  writeFileSync(join(cwd, '.gitignore'), 'node_modules\nreports/');
  const lines = firstFiles(cwd, answers, platformOf(cwd));
  for (const name of ['.env', 'decisions.json', '.gitlab-ci.yml']) expect(read(name)).toBe(`# mine: ${name}`);
  expect(read('.gitignore')).toBe('node_modules\nreports/\n.env\n*.env\n*.headers\n*-key.pem\nsigning-key\n');
  expect(read('conformance.gitlab-ci.yml')).toContain('junit: reports/runs/*/junit.xml');
  expect(lines).toContain('Exists, and stays as it is: .env');
  expect(lines.join('\n')).toMatch(/Set in it by hand: CONFORMANCE_BASE_URL/);
  expect(lines.join('\n')).toContain('under include: in .gitlab-ci.yml');
  expect(firstFiles(cwd, answers, 'gitlab')).toContain('Has its lines already: .gitignore');
});

test('git ignores a folder of runs, and of a folder that was there what runs leave in it', () => {
  mkdirSync(join(cwd, 'reports', 'runs'), { recursive: true });
  expect(firstFiles(cwd, answers, 'none').join('\n')).toMatch(/^Added to .gitignore: .* reports\/$/m);
  writeFileSync(join(cwd, 'reports', 'quarterly.csv'), '');
  writeFileSync(join(cwd, '.gitignore'), '');
  firstFiles(cwd, answers, 'none');
  expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['reports/runs/', 'reports/latest']));
  expect(read('.gitignore').split('\n')).not.toContain('reports/');
});

test('nothing is written through a symbolic link, wherever it points', () => {
  const elsewhere = emptyFolder();
  symlinkSync(join(elsewhere, 'ignored'), join(cwd, '.gitignore'));
  symlinkSync(elsewhere, join(cwd, '.github'));
  const lines = firstFiles(cwd, answers, 'github').join('\n');
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(lines).toContain('Not extended: .gitignore is a symbolic link. Have git ignore .env *.env');
  expect(lines).toContain('Not written: .github/workflows/conformance.yml, since ".github" is a symbolic link');
});

test('the platform is that of files, else of a remote', () => {
  expect(platformOf(cwd)).toBe('none');
  mkdirSync(join(cwd, '.git'));
  writeFileSync(join(cwd, '.git', 'config'), '[remote "origin"]\n\turl = git@gitlab.bank.example:team/it.git\n');
  expect(platformOf(cwd)).toBe('gitlab');
  mkdirSync(join(cwd, '.github'));
  expect(platformOf(cwd)).toBe('github');
});

test('the workflow is this project’s own, but for how it calls the suite', () => {
  const own = readFileSync(new URL('.github/workflows/nightly.yml', packageRoot), 'utf8');
  const called = own.replace('npm run conformance ||', 'npx --no -- fsapi-conformance run ||');
  expect(called).not.toBe(own);
  expect(templateOf('github')).toBe(called);
});

test('what was not given is asked for, a slip once more, keys hidden, and a question without sense not at all', async () => {
  const asked: string[] = [];
  const complaints: string[] = [];
  const typed = ['ftp://nobody', 'https://sandbox.payments.example/v1', 'sk_q8Zr1vT0pW5n', '', ''];
  const given = await answersOf(
    {},
    fsapi,
    async (question, isHidden) => {
      asked.push(`${question}${isHidden ? 'hidden' : ''}`);
      return typed.shift() ?? '';
    },
    (line) => complaints.push(line),
  );
  expect(asked.map((question) => question.slice(0, 10))).toEqual([
    ...['Base URL o', 'Base URL o', 'Secret Key', 'x-tenant-i', 'x-tenant-i'],
  ]);
  expect(asked[2]).toMatch(/hidden$/);
  expect(complaints).toHaveLength(1);
  expect(given).toEqual({
    baseUrl: 'https://sandbox.payments.example/v1/',
    apiKey: 'sk_q8Zr1vT0pW5n',
    tenantId: '',
    otherTenantId: '',
  });
});

test('the command, without a terminal: the options, and empty lines for the keys', async () => {
  const argv = ['init', '--base-url', 'https://sandbox.payments.example/v1/', '--ci', 'github'];
  const { status, stdout } = await call(argv, {}, cwd);
  expect([status, existsSync(join(cwd, '.github', 'workflows', 'conformance.yml'))]).toEqual([0, true]);
  expect(read('.env')).toMatch(/^CONFORMANCE_API_KEY=$/m);
  expect(stdout).toContain('Fill in the empty lines of .env.\nThen: npx --no -- fsapi-conformance doctor\n');
  const run = await call(['doctor'], {}, cwd);
  expect([run.status, run.stderr]).toEqual([
    2,
    'CONFORMANCE_BASE_URL (in .env) is set, but CONFORMANCE_API_KEY and CONFORMANCE_TENANT_ID are not.\n',
  ]);
  expect((await call(['init', '--base-url', 'nonsense'], {}, cwd)).status).toBe(2);
});
