import { supportOnly, topTen } from '../../../../reports/model/support.js';
import { hanging, wrap } from '../../../../reports/terminal/sanitise.js';
import { basisOf } from '../../../../reports/wording/verdict-labels.js';
import { consequences } from '../../../../schemas/consequences.js';
import { areaOf, type Requirement } from '../../../../schemas/specification.js';
import { namedIds } from '../../../configuration/values/filter.js';
import { programOf, type Tested } from '../../../session/tested.js';
import { defineCommand, type Outcome } from '../../define-command.js';
import { knownRequirement } from '../known.js';

/** `explain`: all that is known about a requirement beside a run. Nothing is sent. */
export const command = defineCommand({
  positionals: ['ID'],
  run: async ({ words: [id] }, { tested }) => {
    const isArea = tested.areas.some(({ short, prefixes }) =>
      [short, ...prefixes].some((name) => name.toUpperCase() === id.toUpperCase()),
    );
    const ids = isArea ? namedIds([id], 'ID', tested) : [];
    if (isArea) return listing(tested.catalogue.filter((row) => ids.includes(row.id)));
    const about = explained(knownRequirement(id, tested), await knownOf(tested));
    return { status: 0, lines: lines(about, programOf(tested)), data: about };
  },
});

const columns = 80;

function lines(about: Explained, program: string): readonly string[] {
  const { id, title, area, method, checks, faults, decisions } = about;
  const [example] = faults;
  const see = example && `See one fail: ${program} serve --fault ${example.id}, then run --only ${id} against it.`;
  return [
    ...below(`${id}  `, title),
    `${' '.repeat(id.length + 2)}${area}`,
    '',
    ...[...reasonsOf(about), ...method].flatMap((sentence) => wrap(sentence, columns)),
    ...section(`Checks (${checks.length})`, checks, ({ name }) => [name]),
    ...section(`Faults that fail it (${faults.length})`, faults, (fault) => [fault.id, fault.story]),
    ...(see ? ['', ...wrap(see, columns)] : []),
    ...section('Decide it', decisions, ({ command: how, does }) => [how, does]),
  ];
}

/** The requirements of an area, a line each. */
function listing(rows: readonly Requirement[]): Outcome {
  const lines = rows.flatMap(({ id, basis, title }) => below(`${id.padEnd(9)} ${basis.padEnd(9)}  `, title));
  return { status: 0, lines, data: rows };
}

/** A heading and terms, each with its text below it. */
function section<T>(
  heading: string,
  rows: readonly T[],
  of: (row: T) => readonly [term: string, text?: string],
): readonly string[] {
  if (rows.length === 0) return [];
  const lined = rows.map(of).flatMap(([term, text]) => [...below('  ', term), ...(text ? below('      ', text) : [])]);
  return ['', heading, ...lined];
}

const below = (head: string, text: string) => hanging(head, head.length, wrap(text, columns - head.length));

/** Everything that the project knows about a requirement beside a run. */
export type Explained = ReturnType<typeof explained>;

/** What is known of an API beside a run: its requirements, how they are tested, and the faults that fail them. */
export const knownOf = async (tested: Tested) => ({
  ...{ tested, ...(await tested.tests()), ...(await tested.reference?.()) },
});

/** How a requirement is tested, and the commands that decide it with what they do, by its basis. */
const ways: Readonly<
  Record<Requirement['basis'], { method: readonly string[]; commands: readonly [string, string][] }>
> = {
  stated: {
    method: [
      'Each check stands beside a valid request that the service has to accept first. Without that control the verdict is inconclusive.',
    ],
    commands: [['waive ID --by NAME --until DAY --reason TEXT', 'accepts a failure until that day']],
  },
  inferred: {
    method: [
      'Each check stands beside a valid request that the service has to accept first. Without that control the verdict is inconclusive.',
      'The specification does not say it in so many words; who reads it otherwise waives it, with the reason.',
    ],
    commands: [['waive ID --by NAME --until DAY --reason TEXT', 'accepts a failure until that day']],
  },
  attested: {
    method: ['No request can show it: the verdict is skipped, or attested once somebody vouches for it.'],
    commands: [['attest ID --by NAME --until DAY --reason TEXT --evidence FILE', 'vouches for it until that day']],
  },
  'not-shown': {
    method: ['The specification leaves it open: the suite records the behaviour, and the verdict is pending.'],
    commands: [
      ['settle ID --by NAME --reason TEXT', 'makes the last observed behaviour a rule that can fail'],
      ['accept ID --by NAME --reason TEXT', 'closes a change of that behaviour'],
    ],
  },
};

/** What there is to say about a requirement. Nothing is sent. */
export function explained(row: Requirement, { tested, suites, ...reference }: Awaited<ReturnType<typeof knownOf>>) {
  const kills = reference.readKills?.() ?? {};
  const definitions = suites.flatMap((suite) => suite.definitions);
  const checks = definitions
    .filter(({ id, phase }) => id === row.id && phase !== 'cases')
    .map(({ id, name }) => ({ name, faults: kills[`${id} ${name}`] ?? [] }));
  const ofRow = definitions.flatMap((one) => (one.kind === 'check' && one.id === row.id ? one.witnesses : []));
  const witnesses = [...new Set(ofRow.map(({ name }) => name))];
  const { ask } = tested.questions[row.id] ?? {};
  const { method, commands } = ways[row.basis];
  return {
    ...row,
    area: areaOf(tested, row.id).name,
    ...(ask !== undefined && { question: ask }),
    method: [
      ...(row.basis === 'not-shown' && checks.length === 0
        ? [`${method[0]} No request of this suite shows it.`]
        : method),
      ...(witnesses.length > 0 ? [`A pass counts only where the run showed: ${witnesses.join('; ')}.`] : []),
    ],
    checks,
    faults: (reference.faults ?? [])
      .filter(({ breaks }) => (breaks as readonly string[]).includes(row.id))
      .map(({ id, story }) => ({ id, story })),
    decisions: commands.map(([command, does]) => ({
      command: `${programOf(tested)} ${command.replace('ID', row.id)}`,
      does,
    })),
  };
}

/** Basis, clause and what a failure costs, one statement each. */
export function reasonsOf(about: Explained): readonly string[] {
  const { clause, step, consequence, why, supports = [], question } = about;
  return [
    `${basisOf(about)}: ${clause}.`,
    step,
    consequence && `${consequences[consequence].name}: ${consequences[consequence].means}`,
    why,
    supports.length > 0 ? `${topTen.name}: ${supports.join(', ')}. ${supportOnly}` : undefined,
    question && `Question to the owner of the API: ${question}`,
  ].filter((reason) => reason !== undefined);
}
