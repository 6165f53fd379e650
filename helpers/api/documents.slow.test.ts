import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '../../schemas/common/package-root.js';
import type { Report } from '../../schemas/types.js';
import { startReferenceServer } from '../reference-server/server.js';
import { runFolders } from '../run-folder/earlier-runs.js';
import { documents, type Example } from './documents.fixture.js';
import { execute, installed } from './installed.fixture.js';

/** What is not an option, and values that an option does not take. */
const slips = `import { runConformance } from 'fsapi-conformance';
// @ts-expect-error
await runConformance({ baseURL: 'http://127.0.0.1:3000/v1/' });
// @ts-expect-error
await runConformance({ observe: 'everything' });
const { report } = await runConformance({ listener: (_, response) => response.end(), only: ['AUTH'] });
// @ts-expect-error
report.summary.verdict === 'green';
export const verdict: 'pass' | 'fail' | 'waived' | 'lacking' | 'inconclusive' | 'skipped' | 'attested' | 'pending' =
  report.requirements[0].verdict;
`;

const written = documents()
  .flatMap(({ examples }) => examples)
  .filter(({ name }) => name.endsWith('.mjs'));

function appFor(baseUrl: string): string {
  return `import { request } from 'node:http';
/** @type {import('node:http').RequestListener} */
export const app = (incoming, outgoing) => {
  const { method, rawHeaders } = incoming;
  const url = new URL(String(incoming.url).replace('/v1/', ''), '${baseUrl}');
  const asked = request(url, { method, headers: rawHeaders }, (answer) => {
    outgoing.writeHead(Number(answer.statusCode), answer.rawHeaders);
    answer.pipe(outgoing);
  });
  asked.on('error', () => outgoing.destroy());
  outgoing.on('close', () => asked.destroy());
  incoming.pipe(asked);
};
`;
}

async function followed() {
  const server = await startReferenceServer({ fault: 'leap-day-in-any-year', https: false });
  const files = Object.fromEntries(written.map(({ name, code }) => [name, code]));
  const cwd = installed({ ...files, 'app.mjs': appFor(server.baseUrl) });
  const { apiKey, tenantId } = server.credentials;
  return { server, cwd, env: { MOCK_API_KEY: apiKey, MOCK_TENANT_ID: tenantId } };
}

test('the program of the library runs', async () => {
  const { server, cwd, env } = await followed();
  const { status, stdout, stderr } = await execute(['conformance.mjs'], cwd, env);
  await server.close();
  expect([status, stderr]).toEqual([1, '']);
  expect(stdout).toMatch(/^CUST-09: .*1990-02-29.*\nnonconformant\n$/);
});

test('the types of the package are those of the programs', async () => {
  const { server, cwd } = await followed();
  await server.close();
  writeFileSync(join(cwd, 'slips.ts'), slips);
  // Node's own types come with a TypeScript project; the compiler is that of this project.
  mkdirSync(join(cwd, 'types'));
  symlinkSync(fileURLToPath(new URL('node_modules/typescript', packageRoot)), join(cwd, 'types', 'typescript'));
  // A mock is a program of its own, without types.
  const programs = written.filter(({ code }) => code.includes("'fsapi-conformance"));
  const flags = '--noEmit --strict --checkJs --allowJs --module nodenext --target es2023 --types node'.split(' ');
  const files = [...programs.map(({ name }) => name), 'slips.ts'];
  expect(await execute(['types/typescript/bin/tsc', ...flags, ...files], cwd)).toMatchObject({ status: 0, stdout: '' });
});

/** What differs from run to run, and nothing else: digests, times, ids of runs, ports that were free, and seconds. */
const steady = (line: string) =>
  line
    .replace(/[0-9a-f]{64}/g, 'DIGEST')
    .replace(/\d{4}-\d\d-\d\d(T[\d:.-]+Z)?/g, 'TIME')
    .replace(/\d+ [A-Z][a-z]+ \d{4}(, [\d:]+ UTC)?/g, 'DAY')
    .replace(/(127\.0\.0\.1):\d+/g, '$1:PORT')
    .replace(/\d+(\.\d+)? s\b/g, 'SECONDS')
    .replace(/\s+/g, ' ')
    .trim();

/** In a checkout the suite is called by its own scripts; here it is installed. */
const asInstalled = (code: string) =>
  code
    .replaceAll('node .build/helpers/cli/main.js', 'node_modules/.bin/fsapi-conformance')
    .replaceAll('npm run conformance --', 'npx --no -- fsapi-conformance');

async function inShell({ code }: Example, cwd: string) {
  const quiet = { NO_COLOR: '1', npm_config_offline: 'true', npm_config_update_notifier: 'false' };
  const env = { PATH: process.env.PATH, HOME: cwd, ...quiet };
  const ended = promisify(execFile)('bash', ['--norc', '-euc', asInstalled(code)], { cwd, env, timeout: 240_000 });
  const { code: status = 0, stdout, stderr } = await ended.catch((error) => error);
  return { status, printed: `${stdout}${stderr}` };
}

function described(cwd: string): readonly string[] {
  const newest = runFolders(cwd).toSorted().at(-1);
  if (newest === undefined) return [];
  const file = join(newest, 'report.json');
  const { requirements } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return requirements.map(({ id, sentence, found, reason }) => `${id} ${found ?? sentence ?? reason ?? ''}`);
}

// One after another: some listen on ports of their own.
const inDocuments = documents().filter(({ examples }) => examples.some(({ name }) => name.endsWith('.sh')));
// CI has seven minutes: it follows the README alone.
const followable = inDocuments.filter(({ path }) => process.env.SEEDS !== '1' || path === 'README.md');
test.each(followable)('the commands of $path run, and print what it shows', async (document) => {
  const { examples } = document;
  const isShell = ({ name }: Example) => name.endsWith('.sh');
  const files = examples.filter((one) => !isShell(one)).map(({ name, code }) => [name, code]);
  const cwd = installed(Object.fromEntries(files));
  for (const shell of examples.filter(isShell)) {
    const { status, printed } = await inShell(shell, cwd);
    expect(status, printed).toBe(0);
    const lines = [...printed.split('\n'), ...described(cwd)].map(steady);
    const shown = shell.output.map(steady).filter((line) => line !== '' && line !== '…');
    expect(lines, printed).toEqual(expect.arrayContaining(shown));
  }
});
