import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { flooded, hostile, poisoned } from '../testing/hostile.js';
import { publishedSchema } from '../testing/published-schemas.js';
import { sample } from '../testing/sample.js';
import { renderJunit } from './junit.js';

/** What xmllint says against documents, each by its name, by the schema of Jenkins: nothing, where all are valid. */
async function complaints(documents: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: Object.entries(documents).map(([fileName, contents]) => ({ fileName, contents })),
    schema: { fileName: 'junit-10.xsd', contents: publishedSchema('junit-10.xsd') },
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

describe('against the schema of Jenkins', () => {
  test('a usual run is valid', async () => {
    expect(await complaints({ usual: renderJunit(sample().report) })).toEqual([]);
  });

  test('whatever a target sends, the file is valid', async () => {
    const documents = Object.entries(hostile).map(([name, word]) => [name, renderJunit(poisoned(word).report)]);
    expect(await complaints(Object.fromEntries(documents))).toEqual([]);
    const invalid = { bare: '<testsuites><testcase/></testsuites>' };
    expect(await complaints({ ...Object.fromEntries(documents), ...invalid })).toEqual([
      expect.stringMatching(/^bare:1: /),
    ]);
  });
});

test('a failure says what was sent, expected and received, and how to ask again', () => {
  const failure = /<testcase name="CUST-09[\s\S]*?<\/testcase>/.exec(renderJunit(sample().report))?.[0];
  expect(failure).toContain('<failure message="29 February 1990, a day that never was, is accepted');
  expect(failure).toContain('Sent: POST /customers with &#34;date_of_birth&#34;: &#34;1990-02-29&#34;');
  expect(failure).toContain('Expected: A refusal, any 4xx.');
  expect(failure).toContain('Again: npm run conformance -- --only CUST-09 --seed 418602');
});

test('what was not judged says why', () => {
  const xml = renderJunit(sample().report);
  expect(xml).toContain(
    '<skipped message="No rotated-out key was given. Set CONFORMANCE_REVOKED_KEY." type="skipped"/>',
  );
  expect(xml).toContain('Until 31 January 2026, by the onboarding product owner" type="waived"/>');
  expect(xml).toContain(
    '<skipped message="The specification defines no rule. 404, the same as with a key." type="pending"/>',
  );
});

test('a strict run is red here too: a changed observation, and a waiver that covers nothing', async () => {
  const { report } = sample();
  Object.assign(report.requirements.find(({ id }) => id === 'VER-02') ?? {}, {
    drift: { before: 'None.', now: 'Two.' },
  });
  const errors = (xml: string) =>
    [...xml.matchAll(/<testcase name="(\S+)[^>]*>\s*<error message="([^"]*)/g)].slice(-2).map(([, ...of]) => of);
  const before = renderJunit(report);
  const strict = renderJunit({
    ...report,
    run: { ...report.run, strict: ['drift', 'waivers'] },
    unusedWaivers: ['VER-01'],
  });
  expect(errors(strict)).toMatchObject([
    ['VER-01', expect.stringMatching(/^Its waiver is unused \(--strict-waivers\)/)],
    ['VER-02', expect.stringMatching(/^Its observation changed, and nobody accepted that/)],
  ]);
  expect(before).not.toContain('(--fail-on-drift)');
  expect(await complaints({ strict })).toEqual([]);
});

test('times have at most three decimals and no exponent', () => {
  const { report } = sample();
  for (const { checks } of report.requirements) for (const check of checks) check.durationMs = 1e-9;
  const times = [...renderJunit(report).matchAll(/ time="([^"]*)"/g)].map(([, time]) => time);
  for (const time of times) expect(time).toMatch(/^\d+\.\d{3}$/);
});

test('a megabyte from the target does not become a megabyte of messages', () => {
  expect(renderJunit(flooded('w '.repeat(50_000)).report).length).toBeLessThan(300_000);
});
