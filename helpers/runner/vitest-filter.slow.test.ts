import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../schemas/package-root.js';
import { emptyFolder, variablesFor } from '../cli/testing/command.js';
import { startFor, type Which } from '../reference-server/testing/run-against.js';

interface Outcome {
  readonly status: number;
  /** Names of the tests, by what became of them. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

/** Runs the suites with vitest itself, from their TypeScript, as somebody does who works on them. */
async function withVitest(argv: readonly string[], which: Which = {}): Promise<Outcome> {
  const folder = emptyFolder();
  const server = await startFor(which);
  const file = join(folder, 'results.json');
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'conformance'];
  const reporting = ['--reporter=json', `--outputFile=${file}`];
  const options = {
    cwd: fileURLToPath(packageRoot),
    env: { PATH: process.env.PATH, NO_COLOR: '1', CONFORMANCE_SEED: '1', ...variablesFor(server, folder) },
  };
  const status = await new Promise<number>((resolve) => {
    execFile(process.execPath, [...vitest, ...reporting, ...argv], options, (error) =>
      resolve(typeof error?.code === 'number' ? error.code : error ? 1 : 0),
    );
  });
  await server.close();
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    testResults: readonly { assertionResults: readonly { title: string; status: string }[] }[];
  };
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (how: string) => results.filter((one) => one.status === how).map(({ title }) => title);
  return { status, passed: named('passed'), failed: named('failed') };
}

describe('vitest runs the suites', { timeout: 120_000 }, () => {
  test('one requirement', async () => {
    const { status, passed, failed } = await withVitest(['-t', 'IDEM-01']);
    expect({ status, failed }).toEqual({ status: 0, failed: [] });
    expect(passed.length).toBeGreaterThan(0);
    expect(passed.filter((name) => !name.startsWith('IDEM-01 '))).toEqual([]);
  });

  test('one check of a late phase: it waits for none of those that do not run', async () => {
    const { status, passed } = await withVitest(['-t', 'list accounts: the revoked key']);
    expect(status).toBe(0);
    expect(passed).toHaveLength(1);
  });

  test('against a service with a fault, which fails its test', async () => {
    const { status, failed } = await withVitest(['-t', 'CUST-09'], { fault: 'leap-day-in-any-year' });
    expect(status).toBe(1);
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.filter((name) => !name.startsWith('CUST-09 '))).toEqual([]);
  });
});
