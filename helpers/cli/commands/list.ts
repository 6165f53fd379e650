import { areaOf, catalogue } from '../../../schemas/catalogue.js';
import { UsageError } from '../../configuration/usage-error.js';
import { readKills } from '../../reference-server/kills.js';
import { defineCommand, type Outcome } from '../define-command.js';
import { doneOrUnusable } from '../exits.js';

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
    matrix: { help: 'faults of the reference server by requirement' },
    checks: { help: 'with --matrix: by check, three faults at most' },
  },
  exits: doneOrUnusable,
  run: ({ values: { matrix, checks } }) => {
    if (checks && !matrix) throw new UsageError('--checks goes with --matrix.');
    if (checks) return faultsByCheck();
    return matrix ? faultsByRow() : list();
  },
});

/** Each check that can fail, and faults that fail it: `kills.json`, which the kill matrix proves. */
async function faultsByCheck(): Promise<Outcome> {
  const { suites } = await import('../../../suites/all.js');
  const kills = readKills();
  const listed = suites
    .flatMap(({ definitions }) => definitions)
    .filter(({ kind, phase }) => kind === 'check' && phase !== 'cases')
    .map(({ id, name }) => ({ id, name, faults: kills[`${id} ${name}`] ?? [] }));
  const lines = listed.map(({ id, name, faults }) => `${id.padEnd(9)} ${name}: ${faults.join(', ') || '(no fault)'}`);
  return { status: 0, lines, data: listed };
}

async function list(): Promise<Outcome> {
  const rows = await checksByRequirement();
  const listed = catalogue.map((row) => ({ ...row, area: areaOf(row.id).name, checks: rows.get(row.id) ?? [] }));
  const lines = listed.map(
    ({ id, basis, title, checks }) => `${id.padEnd(9)} ${basis.padEnd(9)} ${title}${described(checks)}`,
  );
  return { status: 0, lines, data: listed };
}

function described(checks: readonly string[]): string {
  return checks.length === 0 ? '' : ` [${checks.length === 1 ? checks[0] : `${checks.length} checks`}]`;
}

async function faultsByRow(): Promise<Outcome> {
  const { faults } = await import('../../reference-server/faults/all.js');
  const lines = catalogue.flatMap(({ id: row, basis }) => {
    if (basis !== 'stated' && basis !== 'inferred') return [];
    const killers = faults.filter(({ breaks }) => (breaks as readonly string[]).includes(row)).map(({ id }) => id);
    return [`${row.padEnd(9)} ${killers.join(', ') || '(no fault)'}`];
  });
  return { status: 0, lines, data: faults.map(({ id, breaks, story }) => ({ id, breaks, story })) };
}
