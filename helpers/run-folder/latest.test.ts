import { mkdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sample } from '../../reports/testing/sample.js';
import { emptyFolder } from '../cli/testing/command.js';
import { pointLatest } from './folder.js';

test('a demonstration is the latest only until a target was tested', () => {
  const cwd = emptyFolder();
  const { report } = sample();
  const demonstration = structuredClone(report);
  Object.assign(demonstration.target, { embedded: true });
  Object.assign(demonstration.summary, { demonstration: true });
  const latestAfter = (name: string, one: typeof report) => {
    const folder = join(cwd, 'reports', 'runs', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'report.json'), JSON.stringify(one));
    expect(pointLatest(cwd, folder, one)).toBeUndefined();
    return readlinkSync(join(cwd, 'reports', 'latest'));
  };
  expect(latestAfter('1', demonstration)).toBe(join('runs', '1'));
  expect(latestAfter('2', demonstration)).toBe(join('runs', '2'));
  expect(latestAfter('3', report)).toBe(join('runs', '3'));
  expect(latestAfter('4', demonstration)).toBe(join('runs', '3'));
});
