import { describe, expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { flooded, hostile, poisoned } from '../testing/hostile.js';
import { complaintsBy, strings, unseen } from '../testing/published-schemas.js';
import { sample } from '../testing/sample.js';
import { renderOscal } from './oscal.js';
import { oscalText } from './oscal-text.js';

const { report } = sample();
// biome-ignore lint/suspicious/noExplicitAny: a document of another format, looked into
const documentOf = (of: Report): any => JSON.parse(renderOscal(of))['assessment-results'];
const document = documentOf(report);
const [result] = document.results;
const findingOf = (id: string) =>
  result.findings.find((one: { target: Record<string, unknown> }) => one.target['target-id'] === id);

/** A report in which nothing came to a verdict: the lists that OSCAL wants left out where they are empty. */
function nothingJudged(): Report {
  const verdicts = Object.fromEntries(report.requirements.map(({ id }) => [id, 'skipped' as const]));
  return sample(verdicts).report;
}

describe('against the schema of NIST', () => {
  const complaints = complaintsBy('oscal-ar.json');

  test('a usual run is valid, and one in which nothing was judged', () => {
    expect(complaints(renderOscal(report))).toEqual([]);
    expect(complaints(renderOscal(nothingJudged()))).toEqual([]);
    expect(complaints('{"assessment-results":{}}')).not.toEqual([]);
  });

  test.each(Object.entries(hostile))('a target that sends %s makes a valid document with nothing unseen', (_, word) => {
    const text = renderOscal(poisoned(word).report);
    expect(complaints(text)).toEqual([]);
    for (const one of strings(JSON.parse(text))) expect(one).not.toMatch(unseen);
  });
});

test('every requirement has a finding, or is excluded by name with its reason', () => {
  const [selection] = result['reviewed-controls']['control-selections'];
  const excluded = selection['exclude-controls'].map((one: Record<string, string>) => one['control-id']);
  const found = result.findings.map((one: { target: Record<string, string> }) => one.target['target-id']);
  expect([...found, ...excluded].sort()).toEqual(report.requirements.map(({ id }) => id).sort());
  expect(excluded).toHaveLength(report.summary.counts.skipped + report.summary.counts.pending);
  expect(selection.remarks).toContain('AUTH-09, skipped: No rotated-out key was given. Set CONFORMANCE_REVOKED_KEY.');
});

test.each([
  ['AUTH-01', 'satisfied', 'pass'],
  ['CUST-09', 'not-satisfied', 'fail'],
  ['CUST-15', 'not-satisfied', 'fail'],
  ['ACCT-02', 'not-satisfied', 'other'],
  ['AUTH-11', 'satisfied', 'other'],
])('%s is %s, %s', (id, state, reason) => {
  expect(findingOf(id).target.status).toMatchObject({ state, reason });
});

test('a waiver is a risk that somebody accepted, with a deadline; an attestation ends', () => {
  const [risk] = result.risks;
  expect(result.risks).toHaveLength(report.summary.counts.waived);
  expect(risk).toMatchObject({ status: 'deviation-approved', deadline: '2026-01-31T23:59:59Z' });
  expect(findingOf('CUST-15')['related-risks']).toEqual([{ 'risk-uuid': risk.uuid }]);
  const party = document.metadata.parties.find(
    ({ uuid }: { uuid: string }) => uuid === risk.origins[0].actors[0]['actor-uuid'],
  );
  expect(party.name).toBe('the onboarding product owner');
  const attested = result.observations.find(({ title }: { title: string }) => title.startsWith('AUTH-12'));
  expect(attested).toMatchObject({ methods: ['EXAMINE'], expires: '2025-12-15T23:59:59Z' });
});

test('a control names its origin: the sentences of the specification by their digests', () => {
  const observed = result.observations.find(({ title }: { title: string }) => title.startsWith('CUST-09'));
  const origins = observed.props.filter(({ name }: { name: string }) => name === 'origin');
  expect(origins).toEqual([
    expect.objectContaining({
      value: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      remarks: 'Resources, customer, date_of_birth',
    }),
  ]);
});

test('every reference leads somewhere, and every id stands once', () => {
  const defined = [...renderOscal(report).matchAll(/"uuid": "([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(defined).size).toBe(defined.length);
  const named = [...renderOscal(report).matchAll(/-uuid": "([^"]+)"/g)].map(([, id]) => id);
  expect(named.filter((id) => !defined.includes(id))).toEqual([]);
  expect(defined).toContain(document['import-ap'].href.slice(1));
});

test('markup from outside is text', () => {
  expect(oscalText('# head\n- [x](y) *b* `c` {{ insert: param, p }} <b>&amp;\n1. one\n> q', 'remarks')).toBe(
    '\\# head\n\\- \\[x\\](y) \\*b\\* \\`c\\` \\{\\{ insert: param, p \\}\\} &lt;b&gt;&amp;amp;\n1\\. one\n&gt; q',
  );
  expect(oscalText(' two\nlines of first_name ', 'title')).toBe('two[U+000A]lines of first_name');
});

test('a text of 100,000 letters in each place is cut', () => {
  expect(renderOscal(flooded('w'.repeat(100_000)).report).length).toBeLessThan(2_000_000);
});
