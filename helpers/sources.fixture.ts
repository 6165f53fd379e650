import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { packageRoot } from '../schemas/common/package-root.js';

export const root = fileURLToPath(packageRoot);
const ignored: readonly string[] = readFileSync(join(root, '.gitignore'), 'utf8').match(/[^/\s].*?(?=\/?$)/gm) ?? [];
export const tracked = filesBelow('');

/** The files that git would track, relative to the root, without dotfiles. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || ignored.includes(path)) return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** Tests, and what they share. */
export const isTest = (file: string) => /\.(test|fixture)\.ts$/.test(file) || file.includes('/testing/');
export const production = tracked.filter(
  (file) => /^(schemas|suites|helpers|reports)\/.*\.ts$/.test(file) && !isTest(file),
);
export const text = (file: string) => readFileSync(join(root, file), 'utf8');

/** A node of the syntax tree (ESTree). */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}
export const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
export const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode);
export const isFunction = ({ type }: Node) => /Function/.test(type);

/** A node and all below it. @param isLeft whether what is below a node is left out */
export function below(node: Node, isLeft: (node: Node) => boolean = () => false): Node[] {
  return [node, ...childrenOf(node).flatMap((child) => (isLeft(child) ? [] : below(child, isLeft)))];
}

export const treeOf = (file: string, module = text(file)): Node =>
  parseAst(module, { lang: 'ts' }, file) as unknown as Node;
