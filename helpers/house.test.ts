import { createRequire } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { analyse, type Literal } from 'scslre';
import { expect, test } from 'vitest';
import { fsapi } from '../schemas/fsapi/fsapi.js';
import { tests } from '../suites/index.js';
import { below, isTest, production, root, text, tracked, treeOf } from './sources.fixture.js';

const { satisfies } = createRequire(import.meta.url)('semver') as {
  satisfies: (version: string, range: string) => boolean;
};

/**
 * The rooms, lowest first: each imports only from rooms that stand above it in this list. Three groups do not know each
 * other, whatever their places: what asks (helpers up to `runner`, and the suites), what shows (reports), and the reference server.
 */
const rooms = [
  ['schemas'],
  ['schemas/fsapi'],
  ['helpers/json', 'asks'],
  ['helpers/evidence', 'asks'],
  ['helpers/settings', 'asks'],
  ['helpers/redaction', 'asks'],
  ['helpers/webhook', 'asks'],
  ['helpers/client', 'asks'],
  ['helpers/identity', 'asks'],
  ['helpers/runner', 'asks'],
  ['suites', 'asks'],
  ['reports/text', 'shows'],
  ['reports/wording', 'shows'],
  ['reports/news', 'shows'],
  ['reports/model', 'shows'],
  ['reports/view', 'shows'],
  ['reports/page', 'shows'],
  ['reports/formats', 'shows'],
  ['reports/overview', 'shows'],
  ['reports/terminal', 'shows'],
  ['reports/integrity', 'shows'],
  ['helpers/reference-server', 'serves'],
  ['helpers/run-folder'],
  ['helpers/decisions'],
  ['helpers/target-process'],
  ['helpers/session'],
  ['helpers/fsapi'],
  ['helpers/vitest-project'],
  ['helpers/api'],
  ['helpers/cli'],
] as const;
type Room = (typeof rooms)[number][0];
const order: readonly Room[] = rooms.map(([room]) => room);
const groupOf = (room: Room) => rooms.find(([name]) => name === room)?.[1];

const aboutThisApi: readonly Room[] = ['schemas/fsapi', 'suites', 'helpers/reference-server', 'helpers/fsapi'];
const waysIn: readonly string[] = [
  'helpers/api/run-conformance.ts',
  'helpers/cli/conformance.ts',
  'helpers/cli/main.ts',
  'helpers/vitest-project/live.ts',
  'helpers/vitest-project/runner.ts',
  'helpers/vitest-project/setup.ts',
];

/** What remembers between runs, and may: each follows from its key alone, or from the package, which does not change. */
const memories: readonly string[] = ['schemas/validate.ts: settled', 'schemas/validate.ts: compilers'];

const roomOf = (file: string) => {
  const [top = '', name = ''] = file.split('/');
  return (['helpers', 'reports'].includes(top) || name === 'fsapi' ? `${top}/${name}` : top) as Room;
};
function imports(file: string, module = text(file)): string[] {
  return [...module.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    relative(root, resolve(root, dirname(file), path)).replace(/\.js$/, '.ts'),
  );
}

/** The names at module level that the module changes, or could: `let`, and a collection that its type lets change. */
function keptIn(module: string): string[] {
  const names = [...module.matchAll(/^(?:export )?(let|var|const) (\w+)((?:: \w+)?[^=]*= ?(?:new \w+)?)/gm)];
  const changed = names.filter(([, kind, name, start = '']) => {
    if (kind !== 'const' || (/= new (Weak)?(Map|Set)$/.test(start) && !/^: Readonly/.test(start))) return true;
    const inside = `(?<![\\w.'])${name}(?:\\.\\w+|\\[[^\\]\\n]*\\])*`;
    const method = '\\.(?:push|unshift|splice|pop|shift|sort|reverse|fill|set|add|delete|clear)\\(';
    const assigned = '(?:\\.\\w+|\\[[^\\]\\n]*\\]) (?:[-+*|&?]{0,2}=) ';
    return new RegExp(`${inside}(?:${method}|${assigned})`).test(module);
  });
  const elsewhere = module.match(/^ +static (?!readonly|#?\w+\().*|\b(?:globalThis|process\.env)\.\w+ \??= /gm) ?? [];
  return [...changed.map(([, , name = '']) => name), ...elsewhere];
}

function trespasses(isAllowed: (from: Room, to: Room, file: string) => boolean, read = text): string[] {
  return production.flatMap((file) => {
    const from = roomOf(file);
    const others = imports(file, read(file)).filter((imported) => roomOf(imported) !== from);
    return others.flatMap((other) => (isAllowed(from, roomOf(other), file) ? [] : [`${file} -> ${other}`]));
  });
}

const expressionsIn = (file: string): Literal[] =>
  below(treeOf(file)).flatMap(({ regex }) => {
    const { pattern, flags } = (regex ?? {}) as { pattern?: string; flags?: string };
    return pattern === undefined ? [] : [{ source: pattern, flags: flags ?? '' }];
  });

/** What no analysis sees, a repeat behind a constant beginning, `growth.long.test.ts` tries. */
const isSlow = (expression: Literal) => analyse(expression).reports.length > 0;

test('every room and every file that a rule here names exists', () => {
  const files = [...waysIn, ...memories.map((memory) => memory.replace(/: .*/, ''))];
  expect(files.filter((file) => !production.includes(file))).toEqual([]);
  expect(order.filter((room) => !production.some((file) => roomOf(file) === room))).toEqual([]);
});

test('every file stands in a room, and imports run one way between rooms', () => {
  expect(production.filter((file) => !order.includes(roomOf(file)))).toEqual([]);
  expect(trespasses((from, to) => order.indexOf(to) < order.indexOf(from))).toEqual([]);
});

test('what asks, what shows and what serves do not know each other, but for the suites’ rows that faults undo', () => {
  const isKnown = (from: Room, to: Room) => groupOf(from) === groupOf(to) || !groupOf(from) || !groupOf(to);
  const isRow = (from: Room, to: Room) => from === 'helpers/reference-server' && to === 'suites';
  expect(trespasses((from, to) => isKnown(from, to) || isRow(from, to))).toEqual([]);
});

/** What a file of the suites imports though it may not: of another area, of the root, or a suite. */
function tanglesOf(file: string, module = text(file)): string[] {
  const partOf = (path: string) => path.split('/').slice(1, -1).join('/');
  const isTangled = (imported: string) => {
    if (!imported.startsWith('suites/') || file === 'suites/index.ts') return false;
    const isNear = ['shared', partOf(file)].includes(partOf(imported)) || file === 'suites/doctor.ts';
    return imported.endsWith('.suite.ts') || !isNear;
  };
  return imports(file, module).filter(isTangled);
}

test('an area of the suites imports suites/shared and no other area, and the index alone imports a suite', () => {
  const files = production.filter((file) => file.startsWith('suites/'));
  expect(files.filter((file) => /^suites\/[^/]+\//.test(file)).length).toBeGreaterThan(30);
  expect(files.flatMap((file) => tanglesOf(file).map((imported) => `${file} -> ${imported}`))).toEqual([]);
});

test.each([
  ['an area, another area', 'suites/customers/must-be-rejected.ts', '../idempotency/two-keys.js'],
  ['an area, the root', 'suites/customers/must-be-rejected.ts', '../index.js'],
  ['shared, an area', 'suites/shared/facts.ts', '../accounts/isolation.js'],
  ['shared, the root', 'suites/shared/facts.ts', '../doctor.js'],
  ['a suite at the root, an area', 'suites/transport.suite.ts', './authentication/must-be-401.js'],
  ['a suite, another one of its area', 'suites/accounts/accounts.suite.ts', './isolation.suite.js'],
  ['doctor, a suite', 'suites/doctor.ts', './accounts/isolation.suite.js'],
])('an import that tangles the suites is seen: of %s', (_, file, path) => {
  expect(tanglesOf(file, `import { any } from '${path}';`)).toHaveLength(1);
});

test('the engine and the reports know no specification: the ways in hand it over', () => {
  const isAllowed = (from: Room, to: Room, file: string) =>
    aboutThisApi.includes(from) || !aboutThisApi.includes(to) || (waysIn.includes(file) && to === 'helpers/fsapi');
  // The type of a server is no specification.
  const isType = /(?:import type [^;]*|typeof import\()'[^']*reference-server\/[^']*'/g;
  expect(trespasses(isAllowed, (file) => text(file).replace(isType, ''))).toEqual([]);
});

test('the engine and the reports spell no header of the specification, and checks speak of what headers are for', () => {
  const spelt = new RegExp(Object.values(fsapi.headers).join('|'), 'i');
  expect(production.filter((file) => !aboutThisApi.includes(roomOf(file)) && spelt.test(text(file)))).toEqual([]);
  const names = tests.suites.flatMap(({ definitions }) => definitions.filter(({ kind }) => kind === 'check'));
  expect(names.map(({ name }) => name as string).filter((name) => spelt.test(name))).toEqual([]);
});

test('a run loads nothing that makes certificates or runs tests at its start', () => {
  const loaded = new Set<string>();
  const packages = new Set<string>();
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const [, name = ''] of text(file).matchAll(/^import (?!type\b)[^;]*?from '([^']+)'/gm)) {
      if (name.startsWith('.')) load(relative(root, resolve(root, dirname(file), name)).replace(/\.js$/, '.ts'));
      else packages.add(name);
    }
  };
  const entries = waysIn.filter((file) => !file.startsWith('helpers/vitest-project/'));
  for (const entry of [...entries, 'suites/index.ts']) load(entry);
  expect(loaded.size).toBeGreaterThan(100);
  expect([...packages].filter((name) => /^(selfsigned|vite)/.test(name))).toEqual([]);
});

test('no module keeps anything: a run is a value', () => {
  const found = production.flatMap((file) => keptIn(text(file)).map((name) => `${file}: ${name}`));
  expect(found.sort()).toEqual([...memories].sort());
});

test.each([
  'let runs = 0;',
  'export let runs = 0;',
  'const runs = new Map<string,\n  number>();',
  'const runs = [];\nexport function add(one: string) {\n  runs.push(one);\n}',
  'const runs: string[] =\n  [];\nconst first = () => runs.shift();',
  'const runs = { count: 0 };\nconst next = () => {\n  runs.count += 1;\n};',
  'const runs = { of: {} };\nconst put = (id: string) => {\n  runs.of[id] ??= 1;\n};',
  'class Run {\n  static count = 0;\n}',
  'const count = () => {\n  process.env.COUNT = "1";\n};',
])('a module that keeps something is seen: %s', (module) => {
  expect(keptIn(module)).not.toEqual([]);
});

test('suites build no headers, read no bodies and write no evidence', () => {
  const plumbing = /node:(https?|net|tls|fs)'|supertest|JSON\.parse|journal/;
  expect(production.filter((file) => file.endsWith('.suite.ts') && plumbing.test(text(file)))).toEqual([]);
});

test('no regular expression takes longer than its text is long, but in the embedded server, which reads what this suite sends', () => {
  const known = [/<([^>]*)>\s*;[^<]*\brel=/, /\s+$/, /^(a+)+$/, /[a-z][a-z\d+.-]*:\/\/[^/]*@/gi, /[\s:,]*\s\S*$/];
  expect(known.filter((slow) => !isSlow(slow))).toEqual([]);
  const reading = production.filter((file) => !file.startsWith('helpers/reference-server/'));
  const all = reading.flatMap((file) => expressionsIn(file).map((expression) => [file, expression] as const));
  expect(all.length).toBeGreaterThan(150);
  expect(all.filter(([, expression]) => isSlow(expression))).toEqual([]);
});

test('a folder has about twenty files at most, and a file 300 lines', () => {
  const folders = new Map<string, number>();
  for (const file of production) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1);
  expect([...folders].filter(([, files]) => files > 22)).toEqual([]);
  const long = production.filter((file) => text(file).split('\n').length > 301);
  expect(long).toEqual([]);
});

// Of all that is read, tests left out: a number here changes by decision alone.
test.each([
  ['schemas', /^schemas\//, 1550],
  ['suites', /^suites\//, 6800],
  ['identity and json', /^helpers\/(identity|json)\//, 1100],
  ['runner', /^helpers\/runner\//, 1150],
  ['client', /^helpers\/client\//, 1550],
  ['reference server', /^helpers\/reference-server\//, 3050],
  ['the rest of helpers', /^helpers\/(?!(identity|json|runner|client|reference-server)\/)/, 4700],
  ['reports', /^reports\//, 3500],
  ['all', /^(schemas|suites|helpers|reports)\//, 23_050],
])('%s: lines at most', (_, room, most) => {
  const read = /\.(ts|mjs|css)$|^(suites|helpers|reports)\/.*\.json$/;
  const files = tracked.filter((file) => room.test(file) && read.test(file) && !isTest(file));
  expect(files.join('')).not.toBe('');
  const texts = files.map(text).join('');
  expect(texts.split('\n').length - 1).toBeLessThanOrEqual(most);
  // As much as so many lines of usual length have.
  expect(Buffer.byteLength(texts)).toBeLessThanOrEqual(1_160_000);
});

test('a test is skipped for a reason that is printed, never silently', () => {
  const silent = /\.(skipIf|runIf|todo)\b|\b(test|it|describe)(\.\w+)*\.skip\b|\bskip\(\)/;
  const tests = tracked.filter((file) => /\.(test|fixture)\.ts$/.test(file) && file !== 'helpers/house.test.ts');
  expect(tests.filter((file) => silent.test(text(file)))).toEqual([]);
});

test('engines promises no version of Node that a dependency, or a tool of the tests, does not want', () => {
  const { packages } = JSON.parse(text('package-lock.json')) as {
    packages: Readonly<Record<string, { readonly engines?: { readonly node?: string }; readonly optional?: true }>>;
  };
  const promised = [...(packages['']?.engines?.node ?? '').matchAll(/\d+\.\d+\.\d+/g)].map(([version]) => version);
  expect(promised).toHaveLength(3);
  const tooEarly = Object.entries(packages).flatMap(([name, { engines: { node = '*' } = {}, optional }]) =>
    promised.filter((version) => !optional && !satisfies(version, node)).map((version) => `${name}: ${version}`),
  );
  expect(tooEarly).toEqual([]);
});

test('the top level holds what was agreed', () => {
  const top = new Set(tracked.map((file) => file.split('/')[0] ?? ''));
  const agreed = [
    ...['schemas', 'suites', 'helpers', 'reports', 'docs', 'vitest.config.ts', 'package.json', 'package-lock.json'],
    ...['tsconfig.json', 'tsconfig.build.json', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'],
  ];
  expect([...top].filter((name) => !agreed.includes(name))).toEqual([]);
});
