import { areaOf, catalogue } from '../../../schemas/catalogue.js';
import { UsageError } from '../../configuration/usage-error.js';
import { readKills } from '../../reference-server/kills.js';
import { defineCommand } from '../define-command.js';
import { doneOrUnusable } from '../exits.js';
import { printJson } from '../print-json.js';

/** Checks and observations by requirement, as the suites define them. Nothing is sent. */
async function checksByRequirement(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { suites } = await import('../../../suites/all.js');
  const definitions = suites.flatMap((suite) => suite.definitions).filter(({ phase }) => phase !== 'cases');
  const byId = new Map<string, string[]>();
  for (const { id, name } of definitions) byId.set(id, [...(byId.get(id) ?? []), name]);
  return byId;
}

/** `list`: the catalogue, a line each, or as JSON; with `--matrix` the faults against the requirements, or against the checks. */
export const command = defineCommand({
  options: {
    json: { help: 'as JSON' },
    matrix: { help: 'faults of the reference server by requirement' },
    checks: { help: 'with --matrix: by check, three faults at most' },
  },
  exits: doneOrUnusable,
  run: ({ values: { json, matrix, checks } }) => {
    if (checks && !matrix) throw new UsageError('--checks goes with --matrix.');
    if (checks) return faultsByCheck(json);
    return matrix ? faultsByRow(json) : list(json);
  },
});

/** Each check that can fail, and faults that fail it: `kills.json`, which the kill matrix proves. */
async function faultsByCheck(asJson: boolean): Promise<number> {
  const { suites } = await import('../../../suites/all.js');
  const kills = readKills();
  const listed = suites
    .flatMap(({ definitions }) => definitions)
    .filter(({ kind, phase }) => kind === 'check' && phase !== 'cases')
    .map(({ id, name }) => ({ id, name, faults: kills[`${id} ${name}`] ?? [] }));
  if (asJson) printJson(listed);
  else
    for (const { id, name, faults } of listed)
      process.stdout.write(`${id.padEnd(9)} ${name}: ${faults.join(', ') || '(no fault)'}\n`);
  return 0;
}

async function list(asJson: boolean): Promise<number> {
  const rows = await checksByRequirement();
  const listed = catalogue.map((row) => ({ ...row, area: areaOf(row.id).name, checks: rows.get(row.id) ?? [] }));
  if (asJson) printJson(listed);
  else
    for (const { id, basis, title, checks } of listed)
      process.stdout.write(`${id.padEnd(9)} ${basis.padEnd(9)} ${title}${described(checks)}\n`);
  return 0;
}

function described(checks: readonly string[]): string {
  return checks.length === 0 ? '' : ` [${checks.length === 1 ? checks[0] : `${checks.length} checks`}]`;
}

async function faultsByRow(asJson: boolean): Promise<number> {
  const { faults } = await import('../../reference-server/faults/all.js');
  if (asJson) {
    const plain = faults.map(({ id, breaks, story }) => ({ id, breaks, story }));
    printJson(plain);
    return 0;
  }
  for (const { id: row, basis } of catalogue) {
    const killers = faults.filter(({ breaks }) => (breaks as readonly string[]).includes(row)).map(({ id }) => id);
    if (basis === 'stated' || basis === 'inferred')
      process.stdout.write(`${row.padEnd(9)} ${killers.join(', ') || '(no fault)'}\n`);
  }
  return 0;
}
