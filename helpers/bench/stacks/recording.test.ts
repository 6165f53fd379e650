import { expect, test } from 'vitest';
import { rejudge } from '../../rejudge/rejudge.js';
import { readRecording, recordings } from './recording.js';

test.each(recordings)('the recorded run of $name ($fault) is judged as it was', async (of) => {
  const { report, evidence } = readRecording(of);
  const { checks } = await rejudge(report, evidence);
  const outcomes = new Map(checks.map(({ id, name, outcome }) => [`${id} ${name}`, outcome]));
  expect(checks.filter(({ outcome }) => outcome === 'contradicted')).toEqual([]);
  const verdicts = report.requirements.flatMap(({ id, checks: own }) =>
    own.map(({ name, verdict }) => ({ id, verdict, outcome: outcomes.get(`${id} ${name}`) })),
  );
  // A later version may send other requests: of each requirement something has to be left to judge.
  const judged = verdicts.filter(({ outcome }) => outcome === 'confirmed');
  expect([...of.only].filter((id) => !judged.some((one) => one.id === id))).toEqual([]);
  const isFailed = ({ verdict }: { verdict: string }) => verdict === 'fail';
  const failed = [...new Set(verdicts.filter(isFailed).map(({ id }) => id))];
  expect(failed.length > 0).toBe(of.fault !== undefined);
  expect([...new Set(judged.filter(isFailed).map(({ id }) => id))]).toEqual(failed);
});
