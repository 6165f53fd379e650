import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { analyse, type Literal } from 'scslre';
import { expect, test } from 'vitest';
import { packageRoot } from '../schemas/package-root.js';

/** What no analysis sees, a repeat behind a constant beginning, `growth.slow.test.ts` tries. */
const root = fileURLToPath(packageRoot);
const isProduction = (file: string) =>
  /^(schemas|suites|helpers|reports)\/.*\.ts$/.test(file) &&
  // The embedded server reads what this suite sends.
  !/\.(test|fixture|d)\.ts$|\/testing\/|\/reference-server\/|node_modules|\/\./.test(file);

/** Regular expressions of the code, found in the syntax tree, each with its file. */
function expressions(): [file: string, expression: Literal][] {
  const found: [string, Literal][] = [];
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const file = path.replaceAll('\\', '/');
    if (!isProduction(file)) continue;
    const visit = (node: unknown): void => {
      if (node === null || typeof node !== 'object') return;
      const { regex } = node as { regex?: { pattern: string; flags: string } };
      if (regex) found.push([file, { source: regex.pattern, flags: regex.flags }]);
      for (const part of Object.values(node)) visit(part);
    };
    visit(parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' }, file));
  }
  return found;
}

const isSlow = (expression: Literal) => analyse(expression).reports.length > 0;

test('an expression whose time grows with the square of its text is seen', () => {
  const known = [
    ...[/<([^>]*)>\s*;[^<]*\brel=/, /\s+$/, /^(a+)+$/],
    ...[/[a-z][a-z\d+.-]*:\/\/[^/]*@/gi, /[\s:,]*\s\S*$/],
  ];
  expect(known.filter((slow) => !isSlow(slow))).toEqual([]);
});

test('each reads its text once', () => {
  const all = expressions();
  expect(all.length).toBeGreaterThan(150);
  expect(all.filter(([, expression]) => isSlow(expression))).toEqual([]);
});
