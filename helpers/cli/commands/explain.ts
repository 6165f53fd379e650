import { hanging, wrap } from '../../../reports/terminal/style.js';
import { basisOf } from '../../../reports/wording/verdict-labels.js';
import { consequences } from '../../../schemas/consequences.js';
import { areaOf, type Requirement } from '../../../schemas/specification.js';
import { calledBy } from '../../../schemas/suite-version.js';
import { kinds } from '../../decisions/decisions.js';
import type { Tested } from '../../session/prepare.js';
import { allIds, namedIds } from '../../settings/filter.js';
import type { Given, Outcome, Place } from '../place.js';

/** `explain`: the catalogue, an area, a group, or all that is known about a requirement. Nothing is sent. */
export async function explain(
  { words: [word] }: Pick<Given, 'words'>,
  { tested }: Pick<Place, 'tested'>,
): Promise<Outcome> {
  const sources = await sourcesOf(tested);
  const groups = Object.entries(tested.groups).map(([short, { requirements, unmet }]) => {
    return { short, prefixes: requirements, unmet };
  });
  const areas = [...tested.areas, ...groups];
  const ids = word === undefined ? allIds(tested) : namedIds([word], 'ID', { ...tested, areas });
  const rows = tested.catalogue.filter((row) => ids.includes(row.id));
  const [only] = rows;
  if (only && only.id === word?.toUpperCase()) {
    const about = explained(only, sources);
    return { status: 0, lines: linesOf(about), data: about };
  }
  const lines = rows.flatMap(({ id, basis, title }) => below(`${id.padEnd(9)} ${basis.padEnd(9)}  `, title));
  const named = groups.filter(({ short }) => word === undefined || short === word.toLowerCase());
  const beside = section('What a mock may lack: decide lack GROUP', named, ({ short, prefixes, unmet }) => [
    `${short}: ${prefixes.join(', ')}`,
    `A client that is tested against such a mock alone never sees ${unmet}.`,
  ]);
  return { status: 0, lines: [...lines, ...beside], data: rows.map((row) => explained(row, sources)) };
}

const columns = 80;
const below = (head: string, text: string) => hanging(head, text, columns);

type Explained = ReturnType<typeof explained>;

/** What a check sends, if its name says so: `create customer: no key`. */
function sentBy(check: string, { operations }: Pick<Tested, 'operations'>): string | undefined {
  const [operation, ...change] = check.split(': ');
  const { method, path } = operations.find(({ name }) => name === operation) ?? {};
  return method && `${method} ${path} with ${change.join(': ')}`;
}

function linesOf({ id, title, area, reasons, checks, faults, decisions }: Explained) {
  return [
    ...below(`${id}  `, title),
    `${' '.repeat(id.length + 2)}${area}`,
    '',
    ...reasons.flatMap((sentence) => wrap(sentence, columns)),
    ...section('Checks, and what they send', checks, ({ name, sends }) => (sends ? [name, sends] : [name])),
    ...section('Faults that fail it: serve --fault ID', faults, (fault) => [fault.id, fault.story]),
    ...section('Decide it', decisions, ({ command, does }) => [command, does]),
  ];
}

function section<T>(heading: string, all: readonly T[], of: (item: T) => readonly [term: string, text?: string]) {
  const lines = all.map(of).flatMap(([term, text]) => [...below('  ', term), ...(text ? below('      ', text) : [])]);
  return all.length === 0 ? [] : ['', heading, ...lines];
}

async function sourcesOf(tested: Tested) {
  const { suites } = await tested.tests();
  const { changes } = await tested.reference();
  return { tested, suites, all: (await changes()).faults };
}

function explained(row: Requirement, { tested, suites, all }: Awaited<ReturnType<typeof sourcesOf>>) {
  const failing = (check: string) => all.filter(({ fails }) => fails.includes(check)).map((fault) => fault.id);
  const { id, basis, clause, step, consequence, why, supports = [] } = row;
  const own = suites.flatMap((suite) => suite.definitions).filter((definition) => definition.id === id);
  const reasons = [
    `${basisOf(row)}: ${clause}.`,
    step,
    consequence && `${consequences[consequence].name}: ${consequences[consequence].means}`,
    why,
    supports.length > 0 &&
      `OWASP API Security Top 10: ${supports.join(', ')}. A pass supports an item but does not prove it.`,
  ];
  return {
    ...row,
    area: areaOf(tested, id).name,
    reasons: reasons.filter((reason) => typeof reason === 'string'),
    checks: own.map(({ name }) => ({ name, sends: sentBy(name, tested), faults: failing(`${id} ${name}`) })),
    faults: all
      .filter(({ breaks }) => (breaks as readonly string[]).includes(id))
      .map((fault) => ({ id: fault.id, story: fault.story })),
    decisions: Object.entries(kinds).flatMap(([kind, { needs, does, suits }]) => {
      const isPossible = suits.includes(basis) && (kind !== 'lack' || !tested.floor.includes(id));
      return isPossible ? [{ command: `${calledBy} decide ${kind} ${id} ${needs}`, does }] : [];
    }),
  };
}
