import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { packageRoot } from '../schemas/package-root.js';

/**
 * No regular expression takes longer than its text is long: a target, a bundle or a file may hold any text. Every one of
 * the code is tried, found in the syntax tree, on texts made of what it matches: whole matches, and one that stops at any
 * place, repeated, or drawn out at any place.
 */
const root = fileURLToPath(packageRoot);
const isProduction = (file: string) =>
  /^(schemas|suites|helpers|reports)\/.*\.ts$/.test(file) &&
  // The embedded server reads what this suite sends.
  !/\.(test|fixture|d)\.ts$|\/testing\/|\/reference-server\/|\/\./.test(file);
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.includes('node_modules') && isProduction(file));

/** Regular expressions of the code, and where each stands first. */
function expressions(): Map<string, { expression: RegExp; place: string }> {
  const found = new Map<string, { expression: RegExp; place: string }>();
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8');
    const visit = (node: unknown): void => {
      if (node === null || typeof node !== 'object') return;
      const { regex, start = 0 } = node as { regex?: { pattern: string; flags: string }; start?: number };
      if (regex && !found.has(`${regex.pattern}/${regex.flags}`)) {
        const place = `${file}:${source.slice(0, start).split('\n').length}`;
        found.set(`${regex.pattern}/${regex.flags}`, { expression: new RegExp(regex.pattern, regex.flags), place });
      }
      for (const part of Object.values(node)) visit(part);
    };
    visit(parseAst(source, { lang: 'ts' }, file));
  }
  return found;
}

/** What stands for a character class, the first that it holds. */
const candidates = [...'a1 A-"\\/.<\n:;_é‹\u202e\u0000'];
const atoms =
  /\\[pP]\{\w+\}|\\u\{\w+\}|\\u\w{4}|\\x\w\w|\\c\w|\\.|\[(?:[^\]\\]|\\.)*\]|\(\?<?[:=!]|\{\d+(?:,\d*)?\}|./gs;

/** Texts that lead far into an expression: a character for each of its parts, and for the parts of each alternative. */
function samples({ source, flags }: RegExp): string[] {
  const sampleOf = (parts: readonly string[]) =>
    parts
      .map((part) => {
        if (/^(?:[()^$*+?|]|\(\?.*|\{.*\}|\\[bB])$/s.test(part)) return '';
        const one = new RegExp(`^(?:${part})$`, flags.replace(/[gy]/g, ''));
        return candidates.find((sign) => one.test(sign)) ?? part;
      })
      .join('')
      .slice(0, 40);
  const parts = source.match(atoms) ?? [];
  const alternatives: string[][] = [[]];
  for (const part of parts) part === '|' ? alternatives.push([]) : alternatives.at(-1)?.push(part);
  return [...new Set([parts.filter((part) => part !== '|'), ...alternatives].map(sampleOf))];
}

/** What a text is made of: the repeated part between a beginning and an end. */
type Recipe = readonly [before: string, repeated: string, after: string];

function recipes(expression: RegExp): readonly Recipe[] {
  const made = new Map<string, Recipe>();
  const add = (...recipe: Recipe) => made.set(recipe.join('\0'), recipe);
  const signs = new Set(expression.source.match(/[^\w\s()[\]^$*+?|]/g) ?? []);
  const ends = ['', '\u0001', ...signs];
  for (const sign of new Set([...candidates, ...signs])) for (const after of ends) add('', sign, after);
  for (const sample of samples(expression))
    for (let at = 0; at < sample.length; at += 1) {
      const begun = sample.slice(0, at);
      for (const after of ends) add('', begun + sample[at], after);
      for (const after of ['', '\u0001']) {
        add(begun, sample[at] as string, after);
        add(begun, sample.slice(at, at + 2), after);
      }
    }
  return [...made.values()];
}

/** Whether how much an expression reads from one place has a limit that it states itself. */
const isShort = ({ source }: RegExp) => !/[*+]|,\}|\d{2}\}/.test(source.replace(/\\.|\[(?:[^\]\\]|\\.)*\]/g, 'x'));

const context = vm.createContext({});
/** Long enough that squares of it show, whatever else the machine does. */
const size = 2 ** 13;
const [suspiciousMs, mostMs] = [3, 60];

/** Milliseconds that an expression takes for a text: where it is global, all of it. One that never ends is stopped. */
function timeFor(expression: RegExp, [before, repeated, after]: Recipe, length: number): number {
  const value = before + repeated.repeat(Math.ceil(length / repeated.length)) + after;
  Object.assign(context, { expression: { source: expression.source, flags: expression.flags }, value });
  const work = expression.global
    ? `value.replace(new RegExp(expression.source, expression.flags), '')`
    : `new RegExp(expression.source, expression.flags).test(value)`;
  const start = performance.now();
  try {
    vm.runInContext(work, context, { timeout: mostMs });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return mostMs;
  }
  return performance.now() - start;
}

/** Whether a text twice as long takes more than two and a half times as long: the least of several times, since others only add to one. */
function isSlow(expression: RegExp, recipe: Recipe): boolean {
  if (timeFor(expression, recipe, size) < suspiciousMs) return false;
  const least = (length: number) => Math.min(...Array.from({ length: 8 }, () => timeFor(expression, recipe, length)));
  const [one, two] = [least(size), least(2 * size)];
  return two >= mostMs || (two >= suspiciousMs && two > 2.5 * one);
}

/** Out of some hundred thousand measurements on a busy machine, a few are wrong; none is so three times. */
const isSlowAgain = (...of: Parameters<typeof isSlow>) => [1, 2, 3].every(() => isSlow(...of));

const all = expressions();

test('the expressions of the code are found', () => {
  expect(all.size).toBeGreaterThan(220);
});

test('an expression whose time grows with the square of its text is seen', () => {
  const known = [
    ...[/<([^>]*)>\s*;[^<]*\brel=/, /\s+$/, /^(a+)+$/],
    ...[/creat[^/]*$/i, /[a-z][a-z\d+.-]*:\/\/[^/]*@/gi, /[\s:,]*\s\S*$/],
  ];
  const isSeen = (slow: RegExp) => !isShort(slow) && recipes(slow).some((recipe) => isSlow(slow, recipe));
  expect(known.filter((slow) => !isSeen(slow))).toEqual([]);
});

test('each reads its text once', { timeout: 120_000 }, () => {
  const slow = [...all.values()].flatMap(({ expression, place }) => {
    const recipe = isShort(expression) ? undefined : recipes(expression).find((one) => isSlowAgain(expression, one));
    return recipe ? [`${place} ${expression}: ${JSON.stringify(recipe)}`] : [];
  });
  expect(slow).toEqual([]);
});
