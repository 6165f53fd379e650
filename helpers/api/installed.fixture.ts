import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callProcess } from '../cli/testing/command.js';
import { root, text as textOf } from '../sources.fixture.js';

/** Its scope is the owner's, who sets it in package.json. */
export const { name: packageName } = JSON.parse(textOf('package.json')) as { name: string };

let once: ReturnType<typeof pack> | undefined;

/** Packs the package as it would be published, without building it anew. */
export function packed() {
  once ??= pack();
  return once;
}

function pack() {
  const folder = mkdtempSync(join(tmpdir(), 'fsapi-conformance-pack-'));
  const argv = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const text = execFileSync('npm', argv, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  // Some versions of npm answer with a list, some with a map by name.
  const [about] = Object.values(JSON.parse(text) as Record<string, { filename: string; files: never }>);
  const files: readonly { path: string; size: number }[] = about?.files ?? [];
  return { tarball: join(folder, about?.filename ?? ''), files };
}

/** A folder in which the tarball is unpacked where npm would put it, with links to the dependencies of this project. */
export function installed(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'fsapi-conformance-user-'));
  const modules = join(folder, 'node_modules');
  const own = join(modules, ...packageName.split('/'));
  mkdirSync(own, { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name), 'dir');
  mkdirSync(join(modules, '.bin'));
  symlinkSync(`../${packageName}/.build/helpers/cli/main.js`, join(modules, '.bin', 'fsapi-conformance'));
  execFileSync('tar', ['-xzf', packed().tarball, '-C', own, '--strip-components=1']);
  chmodSync(join(own, '.build/helpers/cli/main.js'), 0o755);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Runs a file, or a program of the folder's own, with nothing in the environment but what is given. */
export function execute([main = '', ...argv]: readonly string[], cwd: string, env: Record<string, string> = {}) {
  return callProcess(argv, { NO_COLOR: '1', ...env }, cwd, { main });
}
