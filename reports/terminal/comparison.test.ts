import { describe, expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { compareReports } from '../drift/comparison.js';
import { hostile, poisoned } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { renderComparison } from './comparison.js';
import { width } from './sanitise.js';

const plain = { colour: false, unicode: true, glyphs: true, columns: 80 };
const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');

/** The mock server on the night before: it lies where the sample does not. */
function mock(): Report {
  const { report } = sample();
  const changes: Readonly<Record<string, Partial<ReportedRequirement> | { observation: unknown }>> = {
    'IDEM-02': { verdict: 'pass', found: undefined },
    'IDEM-03': { verdict: 'pass', reason: undefined },
    'AUTH-01': { verdict: 'fail', found: 'A request without a key returned 403.' },
    'AUTH-09': { verdict: 'inconclusive', reason: 'The key that was rotated out is unknown.' },
    'CUST-19': { observation: { statuses: [201], headers: { always: ['location'] } }, sentence: '201, always.' },
    'ERR-02': { observation: { statuses: [400] }, sentence: '400.' },
  };
  return {
    ...report,
    run: { ...report.run, startedAt: '2025-11-19T14:20:00.000Z' },
    target: { ...report.target, baseUrl: 'https://mock.example/v1/' },
    requirements: report.requirements.map((row) => ({ ...row, ...changes[row.id] })) as Report['requirements'],
  };
}

function sandbox(): Report {
  const { report } = sample();
  return {
    ...report,
    requirements: report.requirements.map((row) => {
      if (row.id === 'CUST-19') return { ...row, observation: { statuses: [201], headers: {} } };
      if (row.id === 'AUTH-09') return { ...row, verdict: 'pass', reason: undefined };
      return row.id === 'CUST-08' ? { ...row, checks: row.checks.slice(1) } : row;
    }) as Report['requirements'],
  };
}

test('two targets: both are named, and every difference is named', () => {
  expect(renderComparison(compareReports(mock(), sandbox(), fsapi), plain)).toMatchInlineSnapshot(`
    "DIFFERS  2 observations changed, 1 new failure (IDEM-02), 1 fixed (AUTH-01), 1
             requirement became inconclusive or skipped (IDEM-03), 1 requirement is
             now evaluated (AUTH-09), 1 check disappeared (CUST-08).

    before      https://mock.example/v1/  Sandbox, 19 November 2025, 14:20:00 UTC,
                nonconformant
    now         https://sandbox.payments.example/v1/  Sandbox, 20 November 2025,
                02:00:07 UTC, nonconformant
                Both runs used the same suite version.

    ✗ fail      IDEM-02  Concurrent tries with one key create at most one customer
                pass before
                now: Two customers were made under one Idempotency-Key.
    ? inconcl.  IDEM-03  A retry after the connection broke creates no second
                customer
                pass before
                now: A gateway answered 504 to every retry, so whether they were one
                write cannot be seen.
    ~ changed   CUST-19  Success status of the creation
                - Header \`location\` is gone
    ~ changed   ERR-02  Status of a validation failure
                before: 400.
                now: 400, or 422 for members of the address.
                - Statuses: 400; now 400 or 422
    ✓ pass      AUTH-01  Creating a customer without Api-Key returns 401
                fail before: A request without a key returned 403.
    ✓ pass      AUTH-09  A revoked key returns 401
                inconclusive before: The key that was rotated out is unknown.
    - gone      1 check
                CUST-08 case 1
    ✗ still     AUTH-06, CUST-09
    "
  `);
});

test('what is the same takes few lines', () => {
  const { report } = sample();
  expect(renderComparison(compareReports(report, report, fsapi), plain)).toMatchInlineSnapshot(`
    "SAME  Nothing differs; 26 observations were compared.

    before      https://sandbox.payments.example/v1/  Sandbox, 20 November 2025,
                02:00:07 UTC, nonconformant
    now         https://sandbox.payments.example/v1/  Sandbox, 20 November 2025,
                02:00:07 UTC, nonconformant
                Both runs used the same suite version.

    ✗ still     AUTH-06, IDEM-02, CUST-09
    "
  `);
});

test('no line is wider than the terminal', () => {
  for (const columns of [40, 80, 120])
    for (const line of renderComparison(compareReports(mock(), sandbox(), fsapi), { ...plain, columns }).split('\n'))
      expect(width(line), line).toBeLessThanOrEqual(columns);
});

test('colour is added to the text and changes nothing in it', () => {
  const comparison = compareReports(mock(), sandbox(), fsapi);
  const coloured = renderComparison(comparison, { ...plain, colour: true });
  expect(coloured).toMatch(colours);
  expect(coloured.replace(colours, '')).toBe(renderComparison(comparison, plain));
});

describe.each(Object.entries(hostile))('a report that holds %s', (_, word) => {
  const bad = poisoned(word).report;
  const text = (options: object) => renderComparison(compareReports(mock(), bad, fsapi), { ...plain, ...options });

  test('sends no control code, and only ASCII where the locale is not UTF-8', () => {
    expect(text({ colour: true }).replace(colours, '')).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(text({ unicode: false, glyphs: false })).toMatch(/^[\n -~]*$/);
  });
});
