import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { skipWithout } from '../../reports/testing/system-tools.js';
import { packageRoot } from '../../schemas/package-root.js';
import { settings } from '../settings/schema.js';
import { templateOf } from './commands/first-steps/init.js';
import { emptyFolder } from './testing/command.js';

/** The workflows of the project, the gate, the night, and its own tests; and the one that `init` writes. */
const root = fileURLToPath(packageRoot);
const folder = join(root, '.github', 'workflows');
const texts = [
  ...readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
  ['of init.yml', templateOf('github')] as const,
];

/** actionlint, over workflows in a folder of their own. */
function lint(workflows: readonly (readonly [name: string, text: string])[]): {
  status: number | null;
  stdout: string;
} {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, '.github', 'workflows'), { recursive: true });
  for (const [name, text] of workflows) writeFileSync(join(cwd, '.github', 'workflows', name), text);
  const linter = join(root, 'node_modules', '@tktco', 'node-actionlint', 'bin', 'node-actionlint.js');
  return spawnSync(process.execPath, [linter], { cwd, encoding: 'utf8' });
}

describe('the workflows', () => {
  test('are valid by an outside linter', () => {
    const { status, stdout } = lint(texts);
    expect(status, stdout).toBe(0);
    expect(stdout).toContain(`${texts.length} workflow file`);
  });

  test('… which finds a slip in them', () => {
    const slip = (text: string) =>
      text.replace('secrets.api-key', 'secrets.api_key').replace('steps.run.outcome', 'steps.runs.outcome');
    const { status, stdout } = lint(texts.map(([name, text]) => [name, slip(text)]));
    expect(status).toBe(1);
    expect(stdout).toMatch(/api_key/);
    expect(stdout).toMatch(/runs/);
  });

  test.each(texts)('%s sets variables that there are, and gives keys to one step only', (_, text) => {
    const set = [...text.matchAll(/^ +(CONFORMANCE_\w+):/gm)].map(([, name = '']) => name);
    expect(set.filter((name) => !settings.some(({ variable }) => variable === name))).toEqual([]);
    // A key in the environment of a job would be there for whatever npm installs.
    for (const [, indent = ''] of text.matchAll(/^( +)CONFORMANCE_\w*KEY:/gm)) expect(indent).toHaveLength(10);
  });

  test.each(texts)('%s names actions by their commits, and asks for no more than it needs', (_, text) => {
    for (const [, action = ''] of text.matchAll(/^ .*uses: (.+)$/gm))
      expect(action).toMatch(/^actions\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(text).toContain('\npermissions:\n  contents: read\n');
  });

  test.each(texts)('%s leaves no token in the folder of a checkout', (_, text) => {
    const count = (of: RegExp) => text.match(of)?.length ?? 0;
    expect(count(/persist-credentials: false/g)).toBe(count(/uses: actions\/checkout@/g));
  });

  test.each(texts)('%s gives keys of a target to no job that may write', (_, text) => {
    for (const job of text.split(/^ {2}(?=\w[\w-]*:$)/m).filter((part) => /secrets\.\S*key/i.test(part)))
      expect(job).not.toMatch(/: write$/m);
  });

  test.each(texts)('%s looks up no package by a name that anybody may claim', (_, text) => {
    expect(text).not.toMatch(/npx (?!--no )|npm (?:install|i|exec) (?!--no )[^-]/);
  });
});

test('the oldest versions of Node that package.json promises are those that the project’s own tests begin with', () => {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } };
  const ci = texts.find(([name]) => name === 'ci.yml')?.[1];
  expect(ci).toContain(`node: [${engines.node.match(/\d+\.\d+\.\d+/g)?.join(', ')}]`);
});

describe('what the night calls new', () => {
  const filter = /jq --raw-output '([^']+)'/.exec(texts.find(([name]) => name === 'nightly.yml')?.[1] ?? '')?.[1] ?? '';
  const described = (newFailures: string[] | undefined, since: string) => {
    const now = { 'AUTH-01': 'fail', 'AUTH-02': 'fail', 'AUTH-03': 'inconclusive', 'CUST-19': 'pending' };
    const requirements = Object.entries(now).map(([id, verdict]) => ({
      ...{ id, verdict },
      ...(id === 'CUST-19' && { drift: { since, before: 'It was 201.', now: 'It is 200.' } }),
    }));
    const run = { startedAt: '2026-11-20T02:17:00Z' };
    const input = JSON.stringify({ run, requirements, ...(newFailures && { comparison: { newFailures } }) });
    return execFileSync('jq', ['--raw-output', filter], { input, encoding: 'utf8' }).trim();
  };

  test('is a failure that was none when it was last decided, and a change that nobody was notified of', (context) => {
    skipWithout(context, 'jq');
    expect(described(['AUTH-02'], '2026-11-20')).toBe('AUTH-02, CUST-19');
    expect(described([], '2026-11-14')).toBe('');
    expect(described(undefined, '2026-11-20')).toBe('AUTH-01, AUTH-02, CUST-19');
  });
});
