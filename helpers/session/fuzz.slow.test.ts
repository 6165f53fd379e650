import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Format, formats } from '../../reports/formats/formats.js';
import { renderHtml } from '../../reports/page/page.js';
import { floodedBy, unseen } from '../../reports/testing/hostile.js';
import { sample } from '../../reports/testing/sample.js';
import type { Exchange, Header } from '../../schemas/exchange.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { differences } from '../../schemas/observation.js';
import type { Evidence, EvidenceEntry, EvidenceHeaders, Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { nearMissSecrets } from '../../suites/authentication/near-miss-keys.js';
import { allObserved, echoedMember, outcomeByStatus, summary } from '../../suites/shared/observing.js';
import { answers, canary, type Fuzzed, texts } from '../cli/testing/fuzzed.js';
import { inScope, type RunContext } from '../client/context.js';
import type { BuiltRequest, Response } from '../client/message.js';
import { record } from '../client/record-exchange.js';
import { evidenceOf } from '../evidence/journal.js';
import { fsapi } from '../fsapi/fsapi.js';
import { acceptanceOf, isRejectionBody } from '../identity/acceptance.js';
import { accountPointer, readListing } from '../identity/listing.js';
import { identityValues, learnIdentity, sameResource } from '../identity/resource-identity.js';
import { inferSchema, sorted } from '../json/infer-schema.js';
import { createRedactor } from '../redaction/redactor.js';
import { contextFor } from '../runner/context.fixture.js';

/** Another one by FUZZ_SEED; printed with what failed. */
const seed = Number(process.env.FUZZ_SEED ?? 20_251_120);
const [batches, inBatch] = [15, 700];

const redactor = createRedactor([{ value: canary, label: '$CONFORMANCE_API_KEY' }, ...nearMissSecrets(canary)]);
const labels = /\$CONFORMANCE_API_KEY|‹a near miss of the key/;

const asked: BuiltRequest = {
  ...{ operation: createCustomer, change: {}, apiKey: canary, tenant: 'tnt_1' },
  idempotencyKey: '0f0c1d2e-0000-4000-8000-000000000001',
  raw: { method: 'POST', path: 'customers', headers: [['Api-Key', canary]], body: '{"email":"probe@example.com"}' },
};

async function captured(batch: readonly Fuzzed[], run: RunContext): Promise<Response[]> {
  const { exchanges } = run.journal;
  const replies: Response[] = [];
  for (const answer of batch) {
    const { status, reason, version, headers, body } = answer;
    const about = { bodyBytes: body.length, cut: false, reused: false };
    const incoming = { status, reason, httpVersion: version, headers, body: body.toString(), ...about };
    replies.push((await inScope('fuzz', () => record(run, asked, {}, async () => incoming), run)) as Response);
    expectNoCanary(JSON.stringify(exchanges.at(-1)), answer, run.configuration.evidence === 'full');
  }
  return replies;
}

function expectNoCanary(entry: string, { written }: Fuzzed, isShown: boolean): void {
  expect(entry.toLowerCase().includes(canary.toLowerCase())).toBe(false);
  if (!written) return;
  expect(entry).not.toContain(JSON.stringify(written.text).slice(1, -1));
  // Beside the request's own, which holds it always.
  if (isShown) expect(entry.slice(entry.indexOf('"response"')), written.form).toMatch(labels);
}

/** What the suites make of answers: of single ones, of two or three beside each other, and of all together. */
function expectUnderstood(replies: readonly Response[]): unknown[] {
  const bodies = replies.filter(({ isJson }) => isJson).map(({ json }) => json);
  const schema = inferSchema(bodies);
  expect(inferSchema([...bodies].reverse())).toEqual(schema);
  const observations = replies.map((reply, at) => {
    const [a, b] = [replies[(at + 1) % replies.length] as Response, replies[(at + 2) % replies.length] as Response];
    const identity = learnIdentity({ original: reply, repeat: a, control: b, sameBody: b, rejections: [a] });
    const same = identity && sameResource(reply, a, identity);
    const values = identity && identityValues(reply, identity);
    const listing = readListing(reply);
    const pointer = listing && accountPointer([listing]);
    const outcomes = { one: outcomeByStatus(reply), other: outcomeByStatus(a) };
    expect(summary(outcomes)).toMatch(/\.$/);
    return sorted({
      ...{ schema: inferSchema([reply.json, a.json]), outcomes: allObserved(outcomes), same, pointer },
      ...{ echoed: echoedMember(b, '/email'), fate: acceptanceOf(reply, [a, b], identity), no: isRejectionBody(reply) },
      values: values?.length ?? 0,
    });
  });
  for (const observation of observations)
    expect(differences(observation, JSON.parse(JSON.stringify(observation)))).toEqual([]);
  return observations;
}

const all: readonly Format[] = formats;

/** Names of the tags of a page, and of their attributes: what a text of the target can add nothing to. */
const tagsOf = (page: string): ReadonlySet<string> => {
  const tags = [...page.matchAll(/<([^>]*)>/g)].map(([, inside = '']) => inside.replace(/="[^"]*"/g, ''));
  return new Set(tags.flatMap((inside) => inside.split(/[\s/]+/)));
};
const honest = floodedBy(() => 'x');
const honestTags = tagsOf(renderHtml(honest, sample().evidence, fsapi));

/** That a text holds nothing of a kind, by what it holds: documents are too long to be printed. */
function expectNone(text: string, pattern: RegExp): void {
  expect(pattern.exec(text)?.[0]).toBeUndefined();
}

/** The inverse of `renderHar`: the exchanges as they were recorded. */
function readHar(text: string): readonly Exchange[] {
  const value: unknown = JSON.parse(text);
  const valid = validator('evidence');
  expect(valid(value), complaint(valid.errors)).toBe(true);
  return (value as Evidence).log.entries.map(exchange);
}

function exchange(entry: EvidenceEntry): Exchange {
  const { request, response, _by: by, _wrote } = entry;
  const { idempotencyKey, email, resource, tenant } = _wrote ?? {};
  const { method, url, postData } = request;
  return {
    ...{ id: entry._id, startedAt: entry.startedDateTime, offsetMs: entry._offsetMs, durationMs: entry.time },
    ...(by !== undefined && { by }),
    purpose: entry._purpose,
    request: { method, url, headers: headers(request.headers), ...(postData && { body: postData.text }) },
    // Without a response HAR has a status of 0 and no version.
    ...(response.httpVersion !== '' && { response: answerOf(response) }),
    ...(response._error !== undefined && { fault: response._error }),
    ...(_wrote && { wrote: { idempotencyKey, email, ...(resource && { resource }), tenant } as Exchange['wrote'] }),
  };
}

function answerOf({ status, statusText, httpVersion, content, ...rest }: EvidenceEntry['response']) {
  return {
    ...{ status, reason: statusText, httpVersion: httpVersion.replace(/^HTTP\//, ''), headers: headers(rest.headers) },
    ...{ body: content.text, bodyBytes: content.size, cut: rest._cut === true },
  };
}

const headers = (list: EvidenceHeaders) => list.map(({ name, value }): Header => [name, value]);

/** Each format as whoever reads it would find it broken; `terminal.test.ts` has what is printed. */
const broken: Readonly<Record<string, (content: string, evidence: readonly Exchange[]) => void>> = {
  html: (page) => {
    expectNone(page, /<script/i);
    expect([...tagsOf(page)].filter((tag) => !honestTags.has(tag))).toEqual([]);
    expectNone(page, unseen);
  },
  md: (markdown) => expectNone(markdown, unseen),
  junit: (xml) => expectNone(xml, unseen),
  har: (har, evidence) => expect(readHar(har)).toEqual(JSON.parse(JSON.stringify(evidence))),
};

function expectWellFormed(report: Report, evidence: readonly Exchange[]): void {
  for (const { name, file, render } of all) {
    const text = render(report, evidence, fsapi);
    if (/json|har/.test(file)) JSON.parse(text);
    broken[name]?.(text, evidence);
    expect(text.toLowerCase().includes(canary.toLowerCase()), name).toBe(false);
  }
}

test(`10,000 fuzzed answers, FUZZ_SEED=${seed}`, async () => {
  const valid = validator('report');
  let [count, leaked] = [0, 0];
  for (let batch = 0; batch < batches; batch += 1) {
    const fuzzed = fc.sample(answers, { seed: seed + batch, numRuns: inBatch });
    const evidence = (['full', 'shape', 'full', 'none'] as const)[batch % 4] ?? 'full';
    const run = { ...contextFor([], { evidence }), redactor };
    const replies = await captured(fuzzed, run);
    const observations = await inScope('fuzz', async () => expectUnderstood(replies), run);
    const { exchanges } = evidenceOf(run.journal);
    expect(exchanges).toHaveLength(inBatch);

    const words = fc.sample(texts, { seed: seed + batch, numRuns: 200 });
    let drawn = 0;
    const flooded = floodedBy(() => words[++drawn % words.length] ?? '');
    const requirements = flooded.requirements.map((row, index) =>
      row.observation === undefined ? row : { ...row, observation: redactor.withhold(observations[index] ?? null) },
    );
    const report = redactor.redact({ ...flooded, requirements } as Report);
    expect(valid(report), complaint(valid.errors)).toBe(true);
    expectWellFormed(report, exchanges);
    count += fuzzed.length;
    leaked += fuzzed.filter(({ written }) => written).length;
  }
  expect(count).toBeGreaterThanOrEqual(10_000);
  // The measure of the measure: enough of them leak.
  expect(leaked).toBeGreaterThan(3000);
});
