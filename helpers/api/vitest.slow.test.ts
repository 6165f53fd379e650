import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.js';
import { execute, installed } from './installed.fixture.js';

let server: ReferenceServer;
let cwd: string;
beforeAll(async () => {
  server = await startReferenceServer({ fault: 'leap-day-in-any-year', https: false });
  cwd = installed();
});
afterAll(() => server.close());

interface Told {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Somebody's own vitest on one test file. */
async function vitest(options: string, head = '', functions = '', argv: readonly string[] = []) {
  const { apiKey, tenantId } = server.credentials;
  const file = `contract-${Math.random().toString(36).slice(2)}`;
  writeFileSync(
    join(cwd, `${file}.test.js`),
    `import { conformanceTests } from '@OWNER/fsapi-conformance/vitest';
${head}
const target = { baseUrl: '${server.baseUrl}', apiKey: '${apiKey}', tenantId: '${tenantId}', profile: 'single-tenant' };
conformanceTests(${options}${functions});
`,
  );
  const called = await execute(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      file,
      '--reporter=json',
      '--reporter=verbose',
      `--outputFile=${file}.json`,
      ...argv,
    ],
    cwd,
  );
  const described = JSON.parse(readFileSync(join(cwd, `${file}.json`), 'utf8')) as Told;
  const tests = described.testResults[0]?.assertionResults ?? [];
  return { ...called, tests, file: described.testResults[0] };
}

describe('in somebody’s own vitest', { timeout: 120_000 }, () => {
  test('each requirement is a test: failing with its sides, skipped with its reason', async () => {
    const { status, stdout, tests } = await vitest('target');
    expect(status).toBe(1);
    expect(tests.map(({ title }) => title)).toEqual(catalogue.map(({ id, title }) => `${id} ${title}`));
    const failed = tests.filter((one) => one.status === 'failed');
    expect(failed.map(({ title }) => title.slice(0, 7))).toEqual(['CUST-09']);
    const [message = ''] = failed[0]?.failureMessages ?? [];
    expect(message).toMatch(/^Error: The service accepted an invalid date_of_birth \(29 February 1990\)/);
    expect(message).toMatch(/^Sent: POST \/customers with "date_of_birth": "1990-02-29"$/m);
    expect(message).toMatch(/^Expected: rejection \(any 4xx\)$/m);
    expect(message).toMatch(/^Received: 201, same as for a valid customer$/m);
    expect(message).toMatch(/^Request: curl -i/m);
    expect(message).toMatch(/^Again: npx vitest run -t CUST-09 \(the same values with seed: \d+ among the options\)$/m);
    // It points to the line that asked for the tests, and holds no key.
    expect(message).toMatch(/contract-\w+\.test\.js:4/);
    expect(message + stdout).not.toContain(server.credentials.apiKey);
    expect(tests.filter((one) => one.status === 'passed').length).toBeGreaterThan(30);
    expect(tests.some((one) => one.status === 'pending' || one.status === 'skipped')).toBe(true);
    expect(stdout).toMatch(/CUST-19.*201/);
    expect(stdout).toMatch(/ACCT-02.*The profile single-tenant leaves it out/);
  });

  test('a filter leaves the other tests out; in the threads of vitest too', async () => {
    const { status, tests } = await vitest("{ ...target, only: ['AUTH-01', 'VER'] }", '', '', ['--pool=threads']);
    expect(tests.map(({ title, status: one }) => `${title.split(' ')[0]} ${one}`)).toEqual([
      'AUTH-01 passed',
      'VER-01 passed',
      'VER-02 skipped',
    ]);
    expect(status).toBe(0);
  });

  test('what could not be decided is skipped with its reason, and the file is red', async () => {
    const options = "{ ...target, apiKey: 'sk_sandbox_wrongwrongwrong', only: ['AUTH-01'] }";
    const { status, tests, file, stdout, stderr } = await vitest(options);
    expect([status, file?.status]).toEqual([1, 'failed']);
    expect(tests.map((one) => one.status)).toEqual(['skipped']);
    expect(stdout).toMatch(/AUTH-01.*Inconclusive\. .*key/i);
    expect(stdout + stderr).toMatch(/Error: The configured API key was rejected: .* 1 requirement was inconclusive\./);
  });

  test('a failure of a listener names no port that is closed', async () => {
    const head =
      "const listener = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[]');";
    const { apiKey, tenantId } = server.credentials;
    const options = `{ listener, apiKey: '${apiKey}', tenantId: '${tenantId}', profile: 'single-tenant', only: ['AUTH-02'] }`;
    const { tests, status } = await vitest(options, head);
    expect(status).toBe(1);
    const [message = ''] = tests[0]?.failureMessages ?? [];
    expect(message).toMatch(/^Again: npx vitest run -t AUTH-02 /m);
    expect(message).not.toContain('curl');
  });

  test('without vitest the import succeeds, and the call says what to install', async () => {
    const program = "import { conformanceTests } from '@OWNER/fsapi-conformance/vitest';\nconformanceTests({});\n";
    const folder = installed();
    rmSync(join(folder, 'node_modules', 'vitest'));
    writeFileSync(join(folder, 'program.mjs'), program);
    const { status, stderr } = await execute(['program.mjs'], folder);
    expect(status).toBe(1);
    expect(stderr).toContain('UsageError: vitest is not installed beside this package. Install it (npm install');
    expect(stderr).not.toContain('ERR_MODULE_NOT_FOUND');
  });

  test('a run in which nothing was judged is not green', async () => {
    const { status, stderr, stdout } = await vitest("{ ...target, only: ['EVENT-05'] }");
    expect(status).toBe(1);
    expect(stdout + stderr).toContain('Nothing was judged.');
  });

  test('options that are wrong fail the file, and say so', async () => {
    const wrong = await vitest("{ ...target, tenantId: undefined, only: ['AUTH-01'] }");
    expect(wrong.status).toBe(1);
    expect(wrong.stdout + wrong.stderr).toContain('baseUrl is set, but tenantId is not.');
    const unknown = await vitest("{ ...target, only: ['AUTH-99'] }");
    expect(unknown.status).toBe(1);
    expect(unknown.file?.message).toContain('only names "AUTH-99"');
  });

  test('another vitest than the one that runs is named as such', async () => {
    const program = "import { conformanceTests } from '@OWNER/fsapi-conformance/vitest';\nconformanceTests({});\n";
    writeFileSync(join(cwd, 'program.mjs'), program);
    const { status, stderr } = await execute(['program.mjs'], cwd);
    expect(status).toBe(1);
    expect(stderr).toContain('UsageError: The vitest that this package finds is not the one that runs.');
  });

  test('the functions of another vitest can be handed over', async () => {
    const { tests, status } = await vitest(
      "{ ...target, only: ['AUTH-01'] }",
      "import { beforeAll, test } from 'vitest';",
      ", { beforeAll, test: (name, body) => test('handed over: ' + name, body) }",
    );
    expect(tests.map(({ title }) => title.slice(0, 21))).toEqual(['handed over: AUTH-01 ']);
    expect(status).toBe(0);
  });
});
