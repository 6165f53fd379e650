import { expect, test } from 'vitest';
import { crash } from './answers.js';
import type { Middleware } from './changes.js';
import { checksWith, runOf, sentencesOf, verdictsAlone } from './testing/run-against.js';

/** The first listing of each kind breaks; of a tenant's own some later ones. What is sent once more gets its response. */
const breaksOnce: Middleware = (honest) => {
  const counts = new Map<string, number>();
  return async (asked) => {
    const answer = await honest(asked);
    if (!asked.isListing || answer.status === 401) return answer;
    const name = JSON.stringify([asked.path, ...asked.headers]);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return (answer.status === 200 ? [3, 9, 20] : [1]).includes(count) ? crash : answer;
  };
};

test('listings that break once leave no requirement about tenants open for want of a listing', async () => {
  const only = ['ACCT-02', 'ACCT-03', 'ACCT-04', 'ACCT-05', 'IDEM-04'];
  const { report } = await runOf({ change: { middleware: breaksOnce } }, { ...verdictsAlone, only });
  const open = ['fail', 'inconclusive'].flatMap((verdict) => checksWith(report, verdict));
  // A response that several checks share, and that broke before, is itself what they judge.
  expect(open.filter(({ reason }) => !/returned 500 once; a repeat returned 403/.test(reason ?? ''))).toEqual([]);
  expect(checksWith(report, 'pass').filter(({ id }) => id === 'ACCT-03').length).toBeGreaterThan(10);
});

// Half of the 500s come after the work was done.
const crashesAtTimes =
  (seed: number): Middleware =>
  (honest) => {
    let state = seed;
    return async (asked) => {
      // Numerical Recipes, 7.1: its upper bits are even enough.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const drawn = state / 2 ** 32;
      if (drawn < 0.025) return crash;
      const answer = await honest(asked);
      return drawn < 0.05 ? crash : answer;
    };
  };

test.concurrent.each([3, 6, 9])(
  'one response in twenty is a 500, by seed %i: no failure, and what is open says why',
  async (seed) => {
    const change = { middleware: crashesAtTimes(seed) };
    const { report } = await runOf({ change }, { ...verdictsAlone, seed, concurrency: 16 });
    expect(sentencesOf(report)).toEqual([]);
    const open = checksWith(report, 'inconclusive');
    expect(open.filter(({ reason }) => !/500/.test(reason ?? ''))).toEqual([]);
  },
);
