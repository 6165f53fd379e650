import { describe, expect, test } from 'vitest';
import type { Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { mockSample } from '../testing/mock-sample.js';
import { sample } from '../testing/sample.js';
import { type FindingGroup, findingGroups, followedBy } from './finding-groups.js';
import { isCause, openFindings, skippedByReason, split } from './open-findings.js';

const check = (change: Partial<ReportedCheck>): ReportedCheck => ({
  name: 'n',
  verdict: 'fail',
  exchanges: [],
  durationMs: 1,
  ...change,
});
const row = (
  id: string,
  checks: Partial<ReportedCheck>[],
  change: Partial<ReportedRequirement> = {},
): ReportedRequirement => ({
  id,
  title: `Title of ${id}`,
  area: 'a',
  basis: 'stated',
  clause: 'c',
  verdict: 'fail',
  checks: checks.map(check),
  ...change,
});
const open = (id: string, checks: Partial<ReportedCheck>[], change: Partial<ReportedRequirement> = {}) =>
  row(
    id,
    checks.map((one) => ({ verdict: 'inconclusive' as const, ...one })),
    { verdict: 'inconclusive', ...change },
  );
const groupsOf = (...requirements: ReportedRequirement[]) =>
  findingGroups({ requirements } as unknown as Report).map(({ mark, rows, cause, trait }) => [
    mark,
    rows.map(({ id }) => id).join(' '),
    cause,
    trait,
  ]);

const post = (change?: string) => ({ sent: { request: 'POST /customers', ...(change && { change }) } });

describe('requirements stand together', () => {
  test.each<[name: string, groups: unknown[][], rows: ReportedRequirement[]]>([
    [
      'not where each failed by itself',
      [
        ['fail', 'X-1', undefined, undefined],
        ['fail', 'X-2', undefined, undefined],
      ],
      [row('X-1', [{ found: 'f' }]), row('X-2', [{ found: 'f' }])],
    ],
    [
      'where one response decided them',
      [['fail', 'X-1 X-2', 'It is late.', undefined]],
      [
        row('X-1', [{ deciding: 'x0001' }], { found: 'It is late' }),
        row('X-2', [{ deciding: 'x0001' }], { found: 'Else.' }),
      ],
    ],
    [
      'not where another response decided each',
      [
        ['fail', 'X-1', undefined, undefined],
        ['fail', 'X-2', undefined, undefined],
      ],
      [row('X-1', [{ deciding: 'x0001' }]), row('X-2', [{ deciding: 'x0002' }])],
    ],
    [
      'where they failed by the same change',
      [['fail', 'X-1 X-2', 'Title of X-1.', undefined]],
      [row('X-1', [post('b'), post('a')]), row('X-2', [post('a'), post('b')])],
    ],
    [
      'not by another change',
      [
        ['fail', 'X-1', undefined, undefined],
        ['fail', 'X-2', undefined, undefined],
      ],
      [row('X-1', [post('a')]), row('X-2', [post('b')])],
    ],
    [
      'not without any check',
      [
        ['fail', 'X-1', undefined, undefined],
        ['fail', 'X-2', undefined, undefined],
      ],
      [row('X-1', []), row('X-2', [])],
    ],
    [
      'where one thing was missing',
      [['inconclusive', 'X-1 X-2', 'No list.', undefined]],
      [
        open('X-1', [{ unmet: 'a list', reason: 'No list.' }], { reason: 'Else.' }),
        open('X-2', [{ unmet: 'a list', reason: 'None.' }]),
      ],
    ],
    [
      'where one reason leaves them open',
      [['inconclusive', 'X-1 X-2', 'It timed out.', undefined]],
      [open('X-1', [{ reason: 'It timed out.' }]), open('X-2', [{ reason: 'other' }], { reason: 'It timed out.' })],
    ],
    [
      'not for several reasons',
      [
        ['inconclusive', 'X-1', undefined, undefined],
        ['inconclusive', 'X-2', undefined, undefined],
      ],
      [open('X-1', [{ reason: 'One.' }]), open('X-2', [{ reason: 'Two.' }])],
    ],
    [
      'not without a reason',
      [
        ['inconclusive', 'X-1', undefined, undefined],
        ['inconclusive', 'X-2', undefined, undefined],
      ],
      [open('X-1', [{}]), open('X-2', [])],
    ],
    [
      'with the failure that leaves them open',
      [['fail', 'X-1 X-2', 'f.', undefined]],
      [open('X-2', [{ unmet: 'X-1', reason: 'r' }]), row('X-1', [{ found: 'f' }], { found: 'f.' })],
    ],
    [
      'not where something else leaves them open, too',
      [
        ['fail', 'X-1', undefined, undefined],
        ['inconclusive', 'X-2', undefined, undefined],
      ],
      [row('X-1', [post('a')], { found: 'f' }), open('X-2', [{ unmet: 'X-1', reason: 'r' }, { reason: 'other' }])],
    ],
    [
      'where the target is so as a whole',
      [['fail', 'AUTH-01', 'No key is needed for `POST /customers`.', 'no key is needed']],
      [row('AUTH-01', [{ expected: '401', status: 201 }])],
    ],
    [
      'with what the target as a whole leaves open',
      [['fail', 'AUTH-01 X-1', 'No key is needed for `POST /customers`.', 'no key is needed']],
      [open('X-1', [{ unmet: 'no key is needed' }]), row('AUTH-01', [{ expected: '401', status: 201 }])],
    ],
  ])('%s', (_, groups, rows) => {
    expect(groupsOf(...rows)).toEqual(groups);
  });

  const wrong = (expected: string, status?: number, request = 'POST /customers', change = String(Math.random())) => ({
    sent: { request, change },
    expected,
    ...(status !== undefined && { status }),
  });
  const apart = [
    ['fail', 'X-1', undefined, undefined],
    ['fail', 'X-2', undefined, undefined],
  ];
  test.each<[name: string, groups: unknown[][], rows: ReportedRequirement[]]>([
    [
      'to one operation',
      [['fail', 'X-1 X-2', '`POST /customers` returned 200 to all 3 requests that should get 422.', undefined]],
      [row('X-1', [wrong('422\nor 400', 200), wrong('422', 200)]), row('X-2', [wrong('422', 200)])],
    ],
    [
      'to two operations',
      [
        [
          'fail',
          'X-1 X-2',
          '`POST /customers` and `GET /accounts` returned 200 to all 2 requests that should get 406.',
          undefined,
        ],
      ],
      [row('X-1', [wrong('406', 200)]), row('X-2', [wrong('406', 200, 'GET /accounts')])],
    ],
    [
      'but not where one request passed',
      apart,
      [row('X-1', [wrong('422', 200), { ...wrong('422', 422), verdict: 'pass' }]), row('X-2', [wrong('422', 200)])],
    ],
    ['but not by two statuses', apart, [row('X-1', [wrong('422', 200)]), row('X-2', [wrong('422', 201)])]],
    ['but not where two were expected', apart, [row('X-1', [wrong('422', 200)]), row('X-2', [wrong('400', 200)])]],
    ['but not without a status', apart, [row('X-1', [wrong('422')]), row('X-2', [wrong('422')])]],
    [
      'also where one is open',
      [['fail', 'X-1 X-2', '`POST /customers` returned 200 to all 2 requests that should get 422.', undefined]],
      [
        row('X-1', [wrong('422', 200), { ...wrong('422', 503), verdict: 'inconclusive' }]),
        row('X-2', [wrong('422', 200)]),
      ],
    ],
    [
      'but not in one requirement alone',
      apart,
      [row('X-1', [wrong('422', 200), wrong('422', 200)]), row('X-2', [{ found: 'f' }])],
    ],
    [
      'but not where nothing says what was sent or expected',
      apart,
      [row('X-1', [{ expected: '422', status: 200 }]), row('X-2', [{ ...post('y'), status: 200 }])],
    ],
  ])('where one wrong status is returned %s', (_, groups, rows) => {
    expect(groupsOf(...rows)).toEqual(groups);
  });
});

test.each<[failed: number, open: number, text: string]>([
  [1, 0, '1 requirement failed for this reason'],
  [2, 0, '2 requirements failed for this reason'],
  [2, 1, '2 requirements failed for this reason, and 1 stays open'],
  [1, 2, '1 requirement failed for this reason, and 2 stay open'],
  [0, 1, '1 requirement stays open for this reason'],
  [0, 2, '2 requirements stay open for this reason'],
])('a cause that fails %i and leaves %i open says so', (failed, stay, text) => {
  const rows = [
    ...Array.from({ length: failed }, () => row('X-1', [])),
    ...Array.from({ length: stay }, () => open('X-2', [])),
  ];
  expect(followedBy({ mark: 'fail', rows } as unknown as FindingGroup)).toBe(text);
});

describe('what is open, in lines', () => {
  const { report } = sample();
  const lines = openFindings(report);

  test('fails come first, then what is undecided, waived and changed', () => {
    const marks = lines.map(({ mark }) => mark);
    const order = ['fail', 'inconclusive', 'waived', 'lacking', 'changed', 'differs'];
    expect(new Set(marks)).toEqual(new Set(['fail', 'inconclusive', 'waived', 'changed']));
    expect(marks).toEqual(marks.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
    expect(lines.filter(isCause).length).toBe(findingGroups(report).length);
  });

  test('a line says how many it stands for, and the cause that they share', () => {
    for (const [at, group] of findingGroups(report).entries()) {
      const { id, more, found } = lines[at] ?? {};
      expect([id, more]).toEqual([group.rows[0].id, group.rows.length - 1]);
      if (group.cause !== undefined) expect(found).toBe(group.cause);
    }
    for (const line of lines) expect(line.when).toEqual(expect.any(String));
  });

  test('a change has a line of its own for each of several differences', () => {
    const difference = (at: string) => ({ at, before: 1, now: 2 });
    const rows = (count: number, between?: [string, string]) =>
      report.requirements.slice(0, 1).map((one) => ({
        ...one,
        drift: {
          sentence: 's',
          differences: ['/a', '/b', '/c', '/d'].slice(0, count).map(difference),
          ...(between && { between }),
        },
      }));
    const of = (count: number, between?: [string, string]) =>
      openFindings({ ...report, requirements: rows(count, between) } as unknown as Report).at(-1);
    expect(of(1)).not.toHaveProperty('lines');
    expect(of(2)?.lines).toHaveLength(2);
    expect(of(4)?.lines?.length).toBe(3);
    expect(of(1)?.mark).toBe('changed');
    expect(of(1, ['old', 'new'])?.mark).toBe('differs');
  });

  test('what a mock lacks stands until somebody revokes it', () => {
    const lacking = openFindings(mockSample().report).filter(({ mark }) => mark === 'lacking');
    expect(lacking.length).toBeGreaterThan(1);
    for (const { found, when, by, rows, more } of lacking) {
      expect(found).toMatch(/: no client of this mock meets .+\.$/);
      expect([when, by, more]).toEqual(['Until revoked', 'the payments team', rows.length - 1]);
    }
  });

  test('reasons that three requirements share stand once', () => {
    const skipped = (id: string, reason: string) => row(id, [], { verdict: 'skipped', reason });
    const rows = [
      skipped('X-1', 'a'),
      skipped('X-2', 'b'),
      skipped('X-3', 'b'),
      skipped('X-4', 'b'),
      skipped('X-5', 'a'),
    ];
    const { alone, together } = split(rows);
    expect(alone.map(({ rows: those }) => those.map(({ id }) => id))).toEqual([['X-1', 'X-5']]);
    expect(together.map(({ rows: those }) => those.map(({ id }) => id))).toEqual([['X-2', 'X-3', 'X-4']]);
    const all = skippedByReason({ requirements: [...rows, row('X-6', [])] } as unknown as Report);
    expect(all.map(({ rows: those }) => those.length)).toEqual([2, 3]);
  });
});
