import { expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { sample } from '../testing/sample.js';
import { renderJunit } from './junit.js';

test('a failure says what was sent, expected and received, and how to ask again', () => {
  const failure = /<testcase name="CUST-09[\s\S]*?<\/testcase>/.exec(renderJunit(sample().report, [], fsapi))?.[0];
  expect(failure).toContain('<failure message="29 February 1990, which is no calendar date, was accepted');
  expect(failure).toContain('Sent: POST /customers with &#34;date_of_birth&#34;: &#34;1990-02-29&#34;');
  expect(failure).toContain('Expected: rejection (any 4xx)');
  expect(failure).toContain('Again: npx --no -- fsapi-conformance --only CUST-09 --seed 418602');
});

test('what is new and what is open stand with the facts of the run', () => {
  const xml = renderJunit(sample().report, [], fsapi);
  expect(xml).toMatch(
    /<property name="new 1" value="AUTH-06 fails\. [^"]*"\/>\s*<property name="new 2" value="IDEM-03/,
  );
  expect(xml).toMatch(/<property name="open" value="[^"]*ERR-02 differs \(since 14 November 2025\)[^"]*"\/>/);
});

test('what was not judged says why', () => {
  const xml = renderJunit(sample().report, [], fsapi);
  expect(xml).toContain('<skipped message="No rotated-out key was given. Set CONFORMANCE_REVOKED_KEY." type="skipped"');
  expect(xml).toContain('Until 31 January 2026, 72 days left, by the onboarding product owner." type="waived"/>');
  expect(xml).toContain('message="The specification leaves it open. 404, the same as with a key." type="pending"/>');
});

test('a strict run is red here too for a changed observation', () => {
  const { report } = sample();
  const row = report.requirements.find(({ id }) => id === 'VER-02') ?? {};
  Object.assign(row, { drift: { before: 'None.', now: 'Two.' } });
  const errors = (xml: string) =>
    [...xml.matchAll(/<testcase name="(\S+)[^>]*>\s*<error message="([^"]*)/g)].slice(-1).map(([, ...of]) => of);
  const before = renderJunit(report, [], fsapi);
  const strict = renderJunit({ ...report, run: { ...report.run, strict: ['drift'] } }, [], fsapi);
  const why = expect.stringMatching(/^Its observation changed, and nobody accepted that/);
  expect(errors(strict)).toMatchObject([['VER-02', why]]);
  expect(before).not.toContain('(--fail-on-drift)');
});

test('times have at most three decimals and no exponent', () => {
  const { report } = sample();
  for (const { checks } of report.requirements) for (const check of checks) check.durationMs = 1e-9;
  const times = [...renderJunit(report, [], fsapi).matchAll(/ time="([^"]*)"/g)].map(([, time]) => time);
  for (const time of times) expect(time).toMatch(/^\d+\.\d{3}$/);
});
