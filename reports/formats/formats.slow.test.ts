import { describe, expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { allHostile, poisoned } from '../testing/hostile.js';
import { large, sample } from '../testing/sample.js';
import { renderJson } from '../text/report-json.js';
import { type Format, formats } from './formats.js';

describe.each(formats as readonly Format[])('$name', ({ render }) => {
  test('gives the same bytes for the same run, and leaves the report as it was', () => {
    const [one, other] = [sample(), sample()];
    expect(render(one.report, one.evidence, fsapi)).toEqual(render(other.report, other.evidence, fsapi));
    expect(one).toEqual(sample());
  });

  test('tells 10,000 exchanges within two seconds of processor', () => {
    const { report, evidence } = large();
    // The best of three, in processor time: what else the machine does is not measured.
    let best = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 3 && best >= 2_000; tries += 1) {
      const start = process.cpuUsage();
      render(report, evidence, fsapi);
      const { user, system } = process.cpuUsage(start);
      best = Math.min(best, (user + system) / 1_000);
    }
    expect(best).toBeLessThan(2_000);
  });
});

test('whatever a target sends is kept as it was in what programs read', () => {
  const { report } = poisoned(allHostile);
  expect(JSON.parse(renderJson(report)).run.operator).toBe(allHostile);
});
