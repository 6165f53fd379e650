import { expect, test } from 'vitest';
import type { Finding } from '../../schemas/finding.js';
import { fsapi } from '../fsapi/fsapi.js';
import { inOrder, withoutDoubtful } from './report-of.js';

const check = (verdict: 'pass' | 'fail' | 'skipped', exchanges: string[]): Finding => ({
  kind: 'check',
  id: 'AUTH-01',
  name: 'header absent',
  verdict,
  exchanges,
  durationMs: 5,
  retried: 1,
  ...(verdict === 'fail' && { found: 'The service accepted it.', sent: { request: 'POST' }, received: '201' }),
});

test('what rests on an answer that may be of another request has no verdict, and tells of no failure', () => {
  const findings = [check('fail', ['x0001', 'x0002']), check('pass', ['x0002']), check('pass', ['x0001'])];
  const [failed, passed, untouched] = withoutDoubtful(findings, new Set(['x0002']));
  expect(failed).toMatchObject({
    verdict: 'inconclusive',
    retried: 1,
    reason: expect.stringMatching(/connection/),
  });
  expect(failed).not.toHaveProperty('found');
  expect(passed).toMatchObject({ verdict: 'inconclusive' });
  expect(untouched).toEqual(findings[2]);
  expect(withoutDoubtful([check('skipped', ['x0002'])], new Set(['x0002']))[0]).toMatchObject({ verdict: 'skipped' });
});

test('a check that the run was cut off from is undecided, and says why; an observation is none', () => {
  const expected = [
    { id: 'AUTH-01', name: 'header absent' },
    { id: 'AUTH-01', name: 'header empty' },
    { id: 'CUST-19', name: 'status' },
  ];
  expect(inOrder(expected, [check('pass', [])], fsapi, 'The deadline passed.')).toMatchObject([
    { id: 'AUTH-01', name: 'header absent', verdict: 'pass' },
    { id: 'AUTH-01', name: 'header empty', verdict: 'inconclusive', reason: 'Not finished. The deadline passed.' },
  ]);
});

test('an observation that rests on such an answer says nothing, and one that was not made stays so', () => {
  const common = { kind: 'observation', id: 'VER-02', name: 'one', durationMs: 5, retried: 0 } as const;
  const made = { ...common, verdict: 'observed', exchanges: ['x0002'], observation: {}, sentences: ['So.'] } as const;
  const [doubtful] = withoutDoubtful([made], new Set(['x0002']));
  expect(doubtful).toEqual({ ...common, exchanges: ['x0002'], verdict: 'inconclusive', reason: expect.any(String) });
  const left = { ...common, verdict: 'not-asked', exchanges: ['x0002'], reason: 'Off.' } as const;
  expect(withoutDoubtful([left, made], new Set(['x0003']))).toEqual([left, made]);
  expect(withoutDoubtful([left], new Set(['x0002']))).toEqual([left]);
});

test('a check that was cut off is unanswered, whatever else it shares its name with', () => {
  const expected = [{ id: 'AUTH-02', name: 'header absent' }];
  expect(inOrder(expected, [check('pass', [])], fsapi)).toEqual([
    {
      ...{ kind: 'check', id: 'AUTH-02', name: 'header absent', verdict: 'inconclusive', unanswered: true },
      ...{ reason: 'Not finished. The run was cut short.', durationMs: 0, retried: 0, exchanges: [] },
    },
  ]);
});
