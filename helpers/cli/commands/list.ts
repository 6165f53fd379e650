import { areaOf } from '../../../schemas/specification.js';
import { UsageError } from '../../configuration/usage-error.js';
import { referenceOf, type Tested } from '../../session/tested.js';
import { defineCommand, type Outcome } from '../define-command.js';

/** `list`: the catalogue, a line each, or as JSON; with `--matrix` the faults against the requirements, or against the checks. */
export const command = defineCommand({
  options: {
    matrix: { help: 'faults of the reference server by requirement' },
    checks: { help: 'with --matrix: by check, three faults at most' },
  },
  run: ({ values: { matrix, checks } }, { tested }) => {
    if (checks && !matrix) throw new UsageError('--checks goes with --matrix.');
    if (checks) return faultsByCheck(tested);
    return matrix ? faultsByRow(tested) : list(tested);
  },
});

/** Checks and observations as the suites define them. Nothing is sent. */
async function definitions({ tests }: Tested) {
  const { suites } = await tests();
  return suites.flatMap((suite) => suite.definitions).filter(({ phase }) => phase !== 'cases');
}

/** Each check that can fail, and faults that fail it: `kills.json`, which the kill matrix proves. */
async function faultsByCheck(tested: Tested): Promise<Outcome> {
  const kills = (await referenceOf(tested)).readKills();
  const listed = (await definitions(tested))
    .filter(({ kind }) => kind === 'check')
    .map(({ id, name }) => ({ id, name, faults: kills[`${id} ${name}`] ?? [] }));
  const lines = listed.map(({ id, name, faults }) => `${id.padEnd(9)} ${name}: ${faults.join(', ') || '(no fault)'}`);
  return { status: 0, lines, data: listed };
}

async function list(tested: Tested): Promise<Outcome> {
  const all = await definitions(tested);
  const listed = tested.catalogue.map((row) => ({
    ...{ ...row, area: areaOf(tested, row.id).name },
    checks: all.flatMap(({ id, name }) => (id === row.id ? [name] : [])),
  }));
  const lines = listed.map(({ id, basis, title, checks }) => {
    const [first = ''] = checks.length > 1 ? [`${checks.length} checks`] : checks;
    return `${id.padEnd(9)} ${basis.padEnd(9)} ${title}${first && ` [${first}]`}`;
  });
  return { status: 0, lines, data: listed };
}

async function faultsByRow(tested: Tested): Promise<Outcome> {
  const { faults } = await referenceOf(tested);
  const lines = tested.catalogue.flatMap(({ id: row, basis }) => {
    if (basis !== 'stated' && basis !== 'inferred') return [];
    const killers = faults.filter(({ breaks }) => (breaks as readonly string[]).includes(row)).map(({ id }) => id);
    return [`${row.padEnd(9)} ${killers.join(', ') || '(no fault)'}`];
  });
  return { status: 0, lines, data: faults.map(({ id, breaks, story }) => ({ id, breaks, story })) };
}
