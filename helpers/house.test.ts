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
/** The files that a module imports. @param atStart without types, and without what it loads later */
function imports(file: string, module: string, atStart = false): string[] {
  const pattern = atStart
    ? /^import (?!type\b)(?:[^;]*?from )?'(\.[^']+)'/gm
    : /(?:from|import|import\()\s*'(\.[^']+)'/g;
  return [...module.matchAll(pattern)].map(([, path = '']) =>
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

/** What a file imports of other rooms, though it may not. */
const trespasses =
  (isAllowed: (from: Room, to: Room, file: string) => boolean): Rule['finds'] =>
  (file, module) => {
    const from = roomOf(file);
    const others = imports(file, module).filter((imported) => roomOf(imported) !== from);
    return others.filter((other) => !isAllowed(from, roomOf(other), file));
  };

/** Whether a file of the suites may not import another: of another area, of the root, or a suite. */
function isTangled(file: string, imported: string): boolean {
  const partOf = (path: string) => path.split('/').slice(1, -1).join('/');
  if (!imported.startsWith('suites/') || file === 'suites/index.ts') return false;
  return imported.endsWith('.suite.ts') || !['shared', partOf(file)].includes(partOf(imported));
}

const expressionsIn = (file: string, module: string): Literal[] =>
  below(treeOf(file, module)).flatMap(({ regex }) => {
    const { pattern, flags } = (regex ?? {}) as { pattern?: string; flags?: string };
    return pattern === undefined ? [] : [{ source: pattern, flags: flags ?? '' }];
  });

/** What no analysis sees, a repeat behind a constant beginning, `growth.long.test.ts` tries. */
const isSlow = (expression: Literal) => analyse(expression).reports.length > 0;

/** The packages whose code a module loads at its start. */
const packagesOf = (module: string) =>
  [...module.matchAll(/^import (?!type\b)(?:[^;]*?from )?'([^.'][^']*)'/gm)].map(([, name = '']) => name);
/** The files that the command loads at its start. */
function loadedAtStart(): readonly string[] {
  const loaded = new Set(['suites/index.ts', ...waysIn.filter((file) => !file.startsWith('helpers/vitest-project/'))]);
  // A set visits what is added on the way.
  for (const file of loaded) for (const imported of imports(file, text(file), true)) loaded.add(imported);
  return [...loaded];
}

const all = (pattern: RegExp) => (module: string) => module.match(new RegExp(pattern, 'gm')) ?? [];
const spelt = new RegExp(Object.values(fsapi.headers).join('|'), 'i');

/** What the text of a file may not hold. */
interface Rule {
  readonly files: readonly string[];
  /** How many files it is about at least, so that it cannot be about none. */
  readonly many: number;
  readonly finds: (file: string, module: string) => readonly unknown[];
  /** Files and texts in which the rule finds something. */
  readonly offences: readonly (readonly [file: string, module: string])[];
}

const importing = (file: string, path: string) => [file, `import { any } from '${path}';`] as const;
const suites = production.filter((file) => file.startsWith('suites/'));
const judge = 'helpers/runner/judge.ts';

const rules: Readonly<Record<string, Rule>> = {
  'imports run one way between rooms': {
    files: production,
    many: 200,
    finds: trespasses((from, to) => order.indexOf(to) < order.indexOf(from)),
    offences: [
      importing('helpers/json/json-leaves.ts', '../session/run.js'),
      ['helpers/json/json-leaves.ts', "import '../session/run.js';"],
    ],
  },
  'what asks, what shows and what serves do not know each other, but for the suites’ rows that faults undo': {
    files: production,
    many: 200,
    finds: trespasses((from, to) => {
      const isRow = from === 'helpers/reference-server' && to === 'suites';
      return isRow || groupOf(from) === groupOf(to) || !groupOf(from) || !groupOf(to);
    }),
    offences: [
      importing('reports/page/page.ts', '../../suites/index.js'),
      importing(judge, '../../reports/view/view.js'),
    ],
  },
  'an area of the suites imports suites/shared and no other area, and the index alone imports a suite': {
    files: suites,
    many: 40,
    finds: (file, module) => imports(file, module).filter((imported) => isTangled(file, imported)),
    offences: [
      importing('suites/customers/must-be-rejected.ts', '../idempotency/two-keys.js'),
      importing('suites/customers/must-be-rejected.ts', '../index.js'),
      importing('suites/shared/facts.ts', '../accounts/isolation.js'),
      importing('suites/shared/facts.ts', '../doctor.js'),
      importing('suites/transport.suite.ts', './authentication/must-be-401.js'),
      importing('suites/accounts/accounts.suite.ts', './isolation.suite.js'),
      importing('suites/doctor.ts', './accounts/isolation.suite.js'),
    ],
  },
  'the engine and the reports know no specification: the ways in hand it over': {
    files: production,
    many: 200,
    finds: (file, module) => {
      // The type of a server is no specification.
      const isType = /(?:import type [^;]*|typeof import\()'[^']*reference-server\/[^']*'/g;
      return trespasses(
        (from, to) =>
          aboutThisApi.includes(from) ||
          !aboutThisApi.includes(to) ||
          (waysIn.includes(file) && to === 'helpers/fsapi'),
      )(file, module.replace(isType, ''));
    },
    offences: [
      importing(judge, '../../schemas/fsapi/catalogue.js'),
      importing('reports/view/view.ts', '../../suites/index.js'),
    ],
  },
  'the engine and the reports spell no header of the specification': {
    files: production.filter((file) => !aboutThisApi.includes(roomOf(file))),
    many: 100,
    finds: (_, module) => all(spelt)(module.toLowerCase()),
    offences: [[judge, "headers.get('X-Tenant-Id')"]],
  },
  'a run loads nothing that makes certificates or runs tests at its start': {
    files: loadedAtStart(),
    many: 100,
    finds: (_, module) => packagesOf(module).filter((name) => /^(selfsigned|vite)/.test(name)),
    offences: [
      [judge, "import { test } from 'vitest';"],
      [judge, "import 'selfsigned';"],
    ],
  },
  'no module keeps anything: a run is a value': {
    files: production,
    many: 200,
    finds: (file, module) => keptIn(module).filter((name) => !memories.includes(`${file}: ${name}`)),
    offences: [
      'let runs = 0;',
      'const runs = new Map<string,\n  number>();',
      'const runs = [];\nexport function add(one: string) {\n  runs.push(one);\n}',
      'const runs: string[] =\n  [];\nconst first = () => runs.shift();',
      'const runs = { count: 0 };\nconst next = () => {\n  runs.count += 1;\n};',
      'const runs = { of: {} };\nconst put = (id: string) => {\n  runs.of[id] ??= 1;\n};',
      'class Run {\n  static count = 0;\n}',
      'const count = () => {\n  process.env.COUNT = "1";\n};',
    ].map((module) => [judge, module]),
  },
  'suites build no headers, read no bodies and write no evidence': {
    files: suites.filter((file) => file.endsWith('.suite.ts')),
    many: 10,
    finds: (_, module) => all(/node:(https?|net|tls|fs)'|supertest|JSON\.parse|journal/)(module),
    offences: [['suites/events.suite.ts', "import { get } from 'node:https';"]],
  },
  'no regular expression takes longer than its text is long, but in the embedded server, which reads what this suite sends':
    {
      files: production.filter((file) => !file.startsWith('helpers/reference-server/')),
      many: 200,
      finds: (file, module) => expressionsIn(file, module).filter(isSlow),
      offences: [
        '/<([^>]*)>\\s*;[^<]*\\brel=/',
        '/\\s+$/',
        '/^(a+)+$/',
        '/[a-z][a-z\\d+.-]*:\\/\\/[^/]*@/gi',
        '/[\\s:,]*\\s\\S*$/',
      ].map((slow) => [judge, `const slow = ${slow};`]),
    },
  'a file has 300 lines at most': {
    files: production,
    many: 200,
    finds: (_, module) => module.split('\n').slice(301),
    offences: [[judge, '\n'.repeat(301)]],
  },
  'a test is skipped for a reason that is printed, never silently': {
    files: tracked.filter((file) => /\.(test|fixture)\.ts$/.test(file) && file !== 'helpers/house.test.ts'),
    many: 100,
    finds: (_, module) => all(/\.(skipIf|runIf|todo)\b|\b(test|it|describe)(\.\w+)*\.skip\b|\bskip\(\)/)(module),
    offences: ['test.skip();', 'describe.concurrent.skip();', 'test.skipIf(true)();', 'skip();'].map((module) => [
      'helpers/runner/judge.test.ts',
      module,
    ]),
  },
};

test('every room and every file that is named here exists', () => {
  const offending = Object.values(rules).flatMap(({ offences }) => offences.map(([file]) => file));
  const files = [...waysIn, ...memories.map((memory) => memory.replace(/: .*/, '')), ...offending];
  expect(files.filter((file) => !tracked.includes(file))).toEqual([]);
  expect(order.filter((room) => !production.some((file) => roomOf(file) === room))).toEqual([]);
  expect(production.filter((file) => !order.includes(roomOf(file)))).toEqual([]);
  expect(
    memories.filter((memory) => !keptIn(text(memory.replace(/: .*/, ''))).includes(memory.replace(/.*: /, ''))),
  ).toEqual([]);
});

test.each(Object.entries(rules))('%s', (_, { files, many, finds, offences }) => {
  expect(files.length).toBeGreaterThan(many);
  expect(files.flatMap((file) => finds(file, text(file)).map((found) => [file, found]))).toEqual([]);
  expect(offences.filter(([file, module]) => finds(file, module).length === 0)).toEqual([]);
});

test('checks speak of what headers are for', () => {
  const checks = tests.suites.flatMap(({ definitions }) => definitions.filter(({ kind }) => kind === 'check'));
  expect(checks.map(({ name }) => name as string).filter((name) => spelt.test(name))).toEqual([]);
});

test('a folder has about twenty files at most', () => {
  const filesIn = (folder: string) => production.filter((file) => dirname(file) === folder).length;
  expect([...new Set(production.map(dirname))].filter((folder) => filesIn(folder) > 22)).toEqual([]);
});

test.each([
  ['schemas', /^schemas\//, 1550],
  ['suites', /^suites\//, 6800],
  ['identity and json', /^helpers\/(identity|json)\//, 1100],
  ['runner', /^helpers\/runner\//, 1150],
  ['client', /^helpers\/client\//, 1550],
  ['reference server', /^helpers\/reference-server\//, 3050],
  ['the rest of helpers', /^helpers\/(?!(identity|json|runner|client|reference-server)\/)/, 4700],
  ['reports', /^reports\//, 3500],
  ['all', /^(schemas|suites|helpers|reports)\//, 22_650],
])('%s: lines at most', (_, room, most) => {
  const read = /\.(ts|mjs|css)$|^(suites|helpers|reports)\/.*\.json$/;
  const files = tracked.filter((file) => room.test(file) && read.test(file) && !isTest(file));
  expect(files.join('')).not.toBe('');
  const texts = files.map(text).join('');
  expect(texts.split('\n').length - 1).toBeLessThanOrEqual(most);
  // As much as so many lines of usual length have.
  expect(Buffer.byteLength(texts)).toBeLessThanOrEqual(1_140_000);
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
