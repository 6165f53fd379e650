import { expect, test } from 'vitest';
import { wrap } from '../../reports/terminal/style.js';
import { honoured, type Setting, settings } from '../settings/schema.js';

const head = [
  'Settings of fsapi-conformance. Copy this file to .env and remove the # before the lines that you need.',
  'An unchanged copy sets nothing. An option overrides an environment variable, and that overrides this file. An empty variable counts as unset. Unknown names are rejected.',
  'Put a value with a # or a space in quotes. Keys belong in here or in the environment, never in options; .env is not committed.',
  `${honoured.join(' and ')} are read from the environment only, as is CONFORMANCE_ENV_FILE, which names another file than .env.`,
];

function envExample(): string {
  const comment = (sentence: string) => wrap(sentence, 118).map((line) => `# ${line}`);
  // The target comes first: its address, then what has no option.
  const rank = ({ name, option }: Setting) => (name === 'baseUrl' ? 0 : option === undefined ? 1 : 2);
  const own = settings.filter(({ name }) => name !== 'envFile').toSorted((a, b) => rank(a) - rank(b));
  const paragraphs = [head.flatMap(comment), ...own.map((one) => [...comment(explained(one)), `#${one.variable}=`])];
  return `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function explained({ description, usual, default: value, enum: words }: Setting): string {
  const choices = words ? ` One of ${words.join(', ')}.` : '';
  const otherwise = usual ?? value;
  const start = description.charAt(0).toUpperCase() + description.slice(1);
  return `${start}.${choices}${otherwise === undefined ? '' : ` Default: ${otherwise}.`}`;
}

test('.env.example is made of the schema', async () => {
  await expect(envExample()).toMatchFileSnapshot('../../.env.example');
});
