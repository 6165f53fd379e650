import { expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { sample } from '../testing/sample.js';
import { renderOscal } from './oscal.js';
import { oscalText } from './oscal-text.js';

const { report } = sample();
// biome-ignore lint/suspicious/noExplicitAny: a document of another format, looked into
const document: any = JSON.parse(renderOscal(report, [], fsapi))['assessment-results'];
const [result] = document.results;
const findingOf = (id: string) =>
  result.findings.find((one: { target: Record<string, unknown> }) => one.target['target-id'] === id);

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
  const defined = [...renderOscal(report, [], fsapi).matchAll(/"uuid": "([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(defined).size).toBe(defined.length);
  const named = [...renderOscal(report, [], fsapi).matchAll(/-uuid": "([^"]+)"/g)].map(([, id]) => id);
  expect(named.filter((id) => !defined.includes(id))).toEqual([]);
  expect(defined).toContain(document['import-ap'].href.slice(1));
});

test('markup from outside is text', () => {
  expect(oscalText('# head\n- [x](y) *b* `c` {{ insert: param, p }} <b>&amp;\n1. one\n> q', 'remarks')).toBe(
    '\\# head\n\\- \\[x\\](y) \\*b\\* \\`c\\` \\{\\{ insert: param, p \\}\\} &lt;b&gt;&amp;amp;\n1\\. one\n&gt; q',
  );
  expect(oscalText(' two\nlines of first_name ', 'title')).toBe('two[U+000A]lines of first_name');
});
