import { wrap } from '../../../../reports/terminal/sanitise.js';
import { requirement } from '../../../../schemas/catalogue.js';
import { defineCommand, program } from '../../define-command.js';
import { requireKnown } from '../decide.js';
import { type Explained, explained, reasonsOf } from './explained.js';

/** `explain`: all that is known about a requirement beside a run. Nothing is sent. */
export const command = defineCommand({
  positionals: ['ID'],
  run: ({ words: [id] }) => {
    requireKnown(id);
    const about = explained(requirement(id));
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
