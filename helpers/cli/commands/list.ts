import { areaOf } from '../../../schemas/areas.js';
import { catalogue } from '../../../schemas/catalogue.js';
import { UsageError } from '../../configuration/usage-error.js';
import { readKills } from '../../reference-server/kills.js';
import { defineCommand, type Outcome } from '../define-command.js';

/** `list`: the catalogue, a line each, or as JSON; with `--matrix` the faults against the requirements, or against the checks. */
export const command = defineCommand({
  options: {
    matrix: { help: 'faults of the reference server by requirement' },
    checks: { help: 'with --matrix: by check, three faults at most' },
  },
  run: ({ values: { matrix, checks } }) => {
    if (checks && !matrix) throw new UsageError('--checks goes with --matrix.');
    if (checks) return faultsByCheck();
    return matrix ? faultsByRow() : list();
  },
});

/** Checks and observations as the suites define them. Nothing is sent. */
async function definitions() {
  const { suites } = await import('../../../suites/index.js');
  return suites.flatMap((suite) => suite.definitions).filter(({ phase }) => phase !== 'cases');
}

/** Each check that can fail, and faults that fail it: `kills.json`, which the kill matrix proves. */
async function faultsByCheck(): Promise<Outcome> {
  const kills = readKills();
  const listed = (await definitions())
    .filter(({ kind }) => kind === 'check')
    .map(({ id, name }) => ({ id, name, faults: kills[`${id} ${name}`] ?? [] }));
  const lines = listed.map(({ id, name, faults }) => `${id.padEnd(9)} ${name}: ${faults.join(', ') || '(no fault)'}`);
  return { status: 0, lines, data: listed };
}

async function list(): Promise<Outcome> {
  const all = await definitions();
  const listed = catalogue.map((row) => ({
    ...{ ...row, area: areaOf(row.id).name },
    checks: all.flatMap(({ id, name }) => (id === row.id ? [name] : [])),
  }));
  const lines = listed.map(({ id, basis, title, checks }) => {
    const [first = ''] = checks.length > 1 ? [`${checks.length} checks`] : checks;
    return `${id.padEnd(9)} ${basis.padEnd(9)} ${title}${first && ` [${first}]`}`;
  });
  return { status: 0, lines, data: listed };
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
