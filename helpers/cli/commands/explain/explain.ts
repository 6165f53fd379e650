import { supportOnly, topTen } from '../../../../reports/model/support.js';
import { wrap } from '../../../../reports/terminal/sanitise.js';
import { bases } from '../../../../reports/wording/verdict-labels.js';
import { areaOf } from '../../../../schemas/areas.js';
import type { Requirement } from '../../../../schemas/catalogue.js';
import { consequences } from '../../../../schemas/consequences.js';
import { type Question, questions } from '../../../../schemas/questions.js';
import { suites } from '../../../../suites/all.js';
import { faults } from '../../../reference-server/faults/all.js';
import { readKills } from '../../../reference-server/kills.js';
import { defineCommand, program } from '../../define-command.js';
import { knownRequirement } from '../decide.js';

/** `explain`: all that is known about a requirement beside a run. Nothing is sent. */
export const command = defineCommand({
  positionals: ['ID'],
  run: ({ words: [id] }) => {
    const about = explained(knownRequirement(id));
    return { status: 0, lines: lines(about), data: about };
  },
});

const columns = 80;

function lines(about: Explained): readonly string[] {
  const { id, title, area, method, checks, faults, decisions } = about;
  const [example] = faults;
  return [
    ...hanging(`${id}  `, title),
    `${' '.repeat(id.length + 2)}${area}`,
    '',
    ...[...reasonsOf(about), ...method].flatMap((sentence) => wrap(sentence, columns)),
    ...section(
      `Checks (${checks.length})`,
      checks.map(({ name }) => [name, '']),
    ),
    ...section(
      `Faults that fail it (${faults.length})`,
      faults.map((fault) => [fault.id, fault.story]),
    ),
    ...(example
      ? [
          '',
          ...wrap(`See one fail: ${program} serve --fault ${example.id}, then run --only ${id} against it.`, columns),
        ]
      : []),
    ...section(
      'Decide it',
      decisions.map(({ command: how, does }) => [how, does]),
    ),
  ];
}

/** A heading and terms, each with its text below it. */
function section(heading: string, rows: readonly (readonly [term: string, text: string])[]): readonly string[] {
  if (rows.length === 0) return [];
  return [
    '',
    heading,
    ...rows.flatMap(([term, text]) => [...hanging('  ', term), ...(text ? hanging('      ', text) : [])]),
  ];
}

function hanging(before: string, text: string): readonly string[] {
  return wrap(text, columns - before.length).map((line, at) => (at === 0 ? before : ' '.repeat(before.length)) + line);
}

/** Everything that the project knows about a requirement beside a run. */
export type Explained = ReturnType<typeof explained>;

const waive = 'waive ID --by NAME --until DAY --reason TEXT';
const testable = [{ command: waive, does: 'accepts a failure until that day' }];
const ways: Readonly<
  Record<Requirement['basis'], { method: readonly string[]; decisions: readonly { command: string; does: string }[] }>
> = {
  stated: {
    method: [
      'Each check stands beside a valid request that the service has to accept first. Without that control the verdict is inconclusive.',
    ],
    decisions: testable,
  },
  inferred: {
    method: [
      'Each check stands beside a valid request that the service has to accept first. Without that control the verdict is inconclusive.',
      'The specification does not say it in so many words; who reads it otherwise waives it, with the reason.',
    ],
    decisions: testable,
  },
  attested: {
    method: ['No request can show it: the verdict is skipped, or attested once somebody vouches for it.'],
    decisions: [
      {
        command: 'attest ID --by NAME --until DAY --reason TEXT --evidence FILE',
        does: 'vouches for it until that day',
      },
    ],
  },
  'not-shown': {
    method: ['The specification leaves it open: the suite records the behaviour, and the verdict is pending.'],
    decisions: [
      { command: 'settle ID --by NAME --reason TEXT', does: 'makes the last observed behaviour a rule that can fail' },
      { command: 'accept ID --by NAME --reason TEXT', does: 'closes a change of that behaviour' },
    ],
  },
};

/** What there is to say about a requirement. Nothing is sent. */
export function explained(row: Requirement) {
  const kills = readKills();
  const definitions = suites.flatMap((suite) => suite.definitions);
  const checks = definitions
    .filter(({ id, phase }) => id === row.id && phase !== 'cases')
    .map(({ id, name }) => ({ name, faults: kills[`${id} ${name}`] ?? [] }));
  const { ask } = (questions as Readonly<Record<string, Question>>)[row.id] ?? {};
  const { method, decisions } = ways[row.basis];
  return {
    ...row,
    area: areaOf(row.id).name,
    ...(ask !== undefined && { question: ask }),
    method:
      row.basis === 'not-shown' && checks.length === 0 ? [`${method[0]} No request of this suite shows it.`] : method,
    checks,
    faults: faults
      .filter(({ breaks }) => (breaks as readonly string[]).includes(row.id))
      .map(({ id, story }) => ({ id, story })),
    decisions: decisions.map(({ command, does }) => ({ command: `${program} ${command.replace('ID', row.id)}`, does })),
  };
}

/** Basis, clause and what a failure costs, one statement each. */
export function reasonsOf({
  basis,
  clause,
  step,
  consequence,
  why,
  supports = [],
  question,
}: Explained): readonly string[] {
  return [
    `${bases[basis]}: ${clause}.`,
    ...(step === undefined ? [] : [step]),
    ...(consequence === undefined ? [] : [`${consequences[consequence].name}: ${consequences[consequence].means}`]),
    ...(why === undefined ? [] : [why]),
    ...(supports.length === 0 ? [] : [`${topTen.name}: ${supports.join(', ')}. ${supportOnly}`]),
    ...(question === undefined ? [] : [`Question to the owner of the API: ${question}`]),
  ];
}
