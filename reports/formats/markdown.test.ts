import { describe, expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { hostile, poisoned, unseen } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { renderMarkdown } from './markdown.js';

test('it is short, and begins with what is new and open, then the verdict', () => {
  const text = renderMarkdown(sample().report, [], fsapi);
  expect(text.split('\n').length).toBeLessThan(58);
  expect(text).toMatch(/^- New: AUTH-06 fails\. .*\n- New: IDEM-03 .*\n- New: ACCT-07 differs: .*\n\nOpen: /);
  expect(text).toMatch(/\n\n# Nonconformant\n\n\d+ of \d+ rules passed, 3 failed, /);
  expect(text).toContain('under one Idempotency-Key. | Since 17 November 2025 |');
  expect(text).toContain('| AUTH-09 | No rotated-out key was given. Set `CONFORMANCE_REVOKED_KEY`. |');
});

test('what it says nothing about stands before the verdict', () => {
  const { report } = sample();
  report.target.embedded = true;
  // A demonstration has no run before.
  delete report.run.previous;
  report.run.complete = false;
  const [first, , second] = renderMarkdown(report, [], fsapi).split('\n');
  expect(first).toBe('> **Run against the embedded reference server. It says nothing about any service.**');
  expect(second).toMatch(/^> \*\*The run is incomplete: \d+ of \d+ rules tested\.\*\*$/);
});

describe.each(Object.entries(hostile))('a target that sends %s', (_, word) => {
  const lines = renderMarkdown(poisoned(word).report, [], fsapi).split('\n');
  const benign = renderMarkdown(poisoned('x').report, [], fsapi).split('\n');

  test('adds no line and no cell', () => {
    const pipes = (line: string) => line.split('|').length;
    expect(lines.map(pipes)).toEqual(benign.map(pipes));
  });

  test('opens no tag, link, code, mention or address', () => {
    const described = lines.join('\n').replace(/^> |`[\w ./?="',:{}()+-]+`/gm, '');
    expect(described).not.toMatch(/[<>[\]`\\~@$]|:\/\/|www\.|&(?!#\d+;)/);
    expect(described).not.toMatch(unseen);
    expect(described.match(/\*\*/g)?.length).toBe(benign.join('\n').match(/\*\*/g)?.length);
  });
});

test('a text of 100,000 letters in each place is cut', () => {
  expect(renderMarkdown(poisoned('w'.repeat(100_000)).report, [], fsapi).length).toBeLessThan(100_000);
});
