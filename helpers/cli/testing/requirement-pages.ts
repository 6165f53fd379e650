import type { areas } from '../../../schemas/fsapi/catalogue.js';
import { catalogue } from '../../../schemas/fsapi/catalogue.js';
import { areaOf } from '../../../schemas/specification.js';
import { calledBy } from '../../../schemas/suite-version.js';
import { fsapi } from '../../fsapi/fsapi.js';
import { type Explained, explained, knownOf, reasonsOf } from '../commands/explain/explain.js';

const known = await knownOf(fsapi);

/** The page of an area, in Markdown: what `explain` says about each of its requirements. */
export function areaPage({ name }: Pick<(typeof areas)[number], 'name'>): string {
  const rows = catalogue.filter(({ id }) => areaOf(fsapi, id).name === name).map((row) => explained(row, known));
  return `# ${name}

Written by \`REQUIREMENTS=write npx vitest run --project unit helpers/cli/commands/explain\` from catalogue, suites and faults. \`${calledBy} explain ID\` prints one requirement.

${rows.map(section).join('\n')}`;
}

function section(row: Explained): string {
  const { id, title, checks, method, faults, decisions } = row;
  return `## ${id}

**${safe(title)}**

${[...reasonsOf(row), ...method].map(safe).join(' ')}
${list(
  'Checks',
  checks.map(({ name }) => safe(name)),
)}${list(
  'Faults that fail it',
  faults.map(({ id: fault, story }) => `\`${fault}\`: ${safe(story)}`),
)}
${decisions.map(({ command, does }) => `\`${command}\` ${does}.`).join('\n')}
`;
}

function list(heading: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `\n${heading}:\n\n${items.map((item) => `- ${item}`).join('\n')}\n`;
}

/** Text that Markdown shows as it is. */
const safe = (text: string) => text.replace(/[\\`*_<>[\]]/g, String.raw`\$&`);
