import { createReporter } from '../../reports/model/reporter.js';
import { areaOf, catalogue } from '../../schemas/catalogue.js';
import type { RunInput } from '../client/context.js';
import { openVitest } from '../session/start-vitest.js';
import { defineCommand } from './define-command.js';
import { doneOrUnusable } from './exits.js';

/** Checks and observations by requirement, as the suites define them. Nothing is sent. */
export async function checksByRow(): Promise<ReadonlyMap<string, readonly string[]>> {
  const reporter = createReporter(() => {});
  const vitest = await openVitest(reporter, (instance) => instance.provide('conformance', nobody));
  try {
    const { testModules } = await vitest.collect();
    const rows = new Map<string, string[]>();
    for (const module of testModules) {
      for (const error of module.errors()) throw new Error(error.message);
      for (const test of module.children.allTests()) {
        const [id = ''] = test.name.split(' ', 1);
        rows.set(id, [...(rows.get(id) ?? []), test.name.slice(id.length + 1)]);
      }
    }
    return rows;
  } finally {
    await vitest.close();
  }
}

/** A target that is never asked: what the suites define may depend on the form of a key. */
const nobody = {
  configuration: {
    baseUrl: 'https://127.0.0.1/v1/',
    apiKey: 'sk_sandbox_Pm4xQv7Zt2Lr9Yw6',
    tenantId: 'tnt_5qKd8Rn3Wc',
    only: [],
    concurrency: 1,
  },
  embedded: true,
  secrets: [],
  mark: 'list',
  suiteVersion: '',
  journalFile: '/dev/null',
  startedAt: 0,
} as unknown as RunInput;

/** `list`: the catalogue, a line each, or as JSON; with `--matrix` the faults against the requirements. */
export const command = defineCommand({
  options: {
    json: { help: 'as JSON' },
    matrix: { help: 'faults of the reference server against requirements' },
  },
  exits: doneOrUnusable,
  run: ({ values: { json, matrix } }) => (matrix ? faultsByRow(json) : list(json)),
});

async function list(asJson: boolean): Promise<number> {
  const rows = await checksByRow();
  const listed = catalogue.map((row) => ({ ...row, area: areaOf(row.id).name, checks: rows.get(row.id) ?? [] }));
  if (asJson) process.stdout.write(`${JSON.stringify(listed, undefined, 2)}\n`);
  else
    for (const { id, basis, title, checks } of listed)
      process.stdout.write(`${id.padEnd(9)} ${basis.padEnd(9)} ${title}${told(checks)}\n`);
  return 0;
}

function told(checks: readonly string[]): string {
  return checks.length === 0 ? '' : ` [${checks.length === 1 ? checks[0] : `${checks.length} checks`}]`;
}

async function faultsByRow(asJson: boolean): Promise<number> {
  const { faults } = await import('../reference-server/faults/all.js');
  if (asJson) {
    const plain = faults.map(({ id, breaks, story }) => ({ id, breaks, story }));
    process.stdout.write(`${JSON.stringify(plain, undefined, 2)}\n`);
    return 0;
  }
  for (const { id: row, basis } of catalogue) {
    const killers = faults.filter(({ breaks }) => (breaks as readonly string[]).includes(row)).map(({ id }) => id);
    if (basis === 'stated' || basis === 'inferred')
      process.stdout.write(`${row.padEnd(9)} ${killers.join(', ') || '(no fault)'}\n`);
  }
  return 0;
}
