import { beforeAll, expect, test } from 'vitest';
import { digestOfRow } from '../../reports/wording/row.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../schemas/types.js';
import type { ConformanceOptions } from '../api/run-conformance.js';
import { accountsOf, created, listed, rejected, unauthorized, withoutBody } from '../reference-server/answers.js';
import type { Middleware } from '../reference-server/changes.js';
import { listingAs, paged, pagings } from '../reference-server/listings.js';
import { afterwards, creationAs } from '../reference-server/middleware.js';
import type { Request } from '../reference-server/request.js';
import { type Answer, withAnswerBody } from '../reference-server/state.js';
import { runAgainst, runOf, settlementsIn, startFor } from '../reference-server/testing/run-against.js';

const shapes = ['CUST-20', 'ACCT-07', 'ERR-01'];
/** What their samples are made of, and little else. */
const only = [...shapes, 'AUTH-02', 'ACCT-05', 'CUST-09', 'CUST-15'];

/** Without those of other questions, which depend on --observe. */
const settled = (report: Report) => settlementsIn(report).filter(({ id }) => shapes.includes(id));

/** A run of a server that begins anew, with other data. */
const ofAll = async (options: ConformanceOptions, middleware?: Middleware) =>
  (await runOf(middleware ? { change: { middleware } } : {}, { observe: 'cheap', concurrency: 16, ...options })).report;
const asked = (middleware?: Middleware, options: ConformanceOptions = {}) => ofAll({ only, ...options }, middleware);
const rowOf = ({ requirements }: Report, id: string) => requirements.find((row) => row.id === id);
const verdictsOf = (report: Report) => shapes.map((id) => rowOf(report, id)?.verdict);
const allPass = shapes.map(() => 'pass');

let decisions: DecisionEntry[];
beforeAll(async () => {
  decisions = settled(await asked());
});

test('settled under cheap it holds under all, and the reverse, with one tenant and where evidence has no values', async () => {
  const all = await ofAll({ decisions, observe: 'all', seed: 2 });
  expect(verdictsOf(all)).toEqual(allPass);
  const texts = shapes.map((id) => rowOf(all, id)?.checks[0]?.received);
  expect(texts).toEqual([
    '9 of 9 creations agree',
    expect.stringMatching(/listings, with 3 accounts, agree$/),
    expect.stringMatching(/^(\d+) of \1 rejections agree$/),
  ]);
  const server = await startFor({});
  const { apiKey, tenantId } = server.credentials;
  const alone = { ...server, credentials: { apiKey, tenantId } as typeof server.credentials };
  const options = { profile: 'single-tenant', observe: 'cheap', evidence: 'shape' } as const;
  const { report: cheap } = await runAgainst(alone, { ...options, decisions: settled(all) });
  await server.close();
  expect(verdictsOf(cheap)).toEqual(allPass);
  const required = expect.arrayContaining(['id']);
  expect(rowOf(cheap, 'CUST-20')?.contract).toMatchObject({ properties: { 201: { required } } });
});

/** Questions of which runs observe more or less: by --observe, profile, filter, concurrency, and what earlier runs left. */
const inParts = ['HTTP-07', 'IDEM-07', 'IDEM-11', 'CUST-19', 'CUST-21', 'CUST-24', 'LIMIT-01', 'VER-02', 'ERR-02'];
const about = [...inParts, 'IDEM-02', 'CUST-20', 'CUST-15', 'AUTH-02', 'ACCT-01'];

test('settled whole under one --observe, the service that did not change passes under each, as far as it was asked', async () => {
  const server = await startFor({});
  const run = async (options: ConformanceOptions) =>
    (await runAgainst(server, { only: about, concurrency: 16, evidence: 'none', ...options })).report;
  const verdictsIn = (report: Report, ...ids: string[]) => ids.map((id) => rowOf(report, id)?.verdict);
  const decisions = settlementsIn(await run({ observe: 'all' }));
  expect(verdictsIn(await run({ observe: 'all', seed: 2, decisions }), ...inParts)).toEqual(inParts.map(() => 'pass'));
  const cheap = await run({ observe: 'cheap', seed: 3 });
  const alone = await run({ observe: 'all', seed: 4, concurrency: 1, decisions: settlementsIn(cheap) });
  expect([alone.summary.verdict, ...verdictsIn(alone, 'HTTP-07', 'CUST-21')]).toEqual(['partial', 'pass', 'pass']);
  const asked = await run({ observe: 'cheap', seed: 5, decisions });
  expect([asked.summary.verdict, ...verdictsIn(asked, 'HTTP-07', 'IDEM-11')]).toEqual(['partial', 'pass', 'skipped']);
  const left = rowOf(asked, 'HTTP-07')?.checks.find(({ name }) => name.endsWith(': another content type'));
  expect(left).toMatchObject({ verdict: 'skipped', reason: expect.stringContaining('--observe cheap') });
  const reading = await run({ profile: 'read-only', observe: 'cheap', seed: 6, decisions });
  const skipped = verdictsIn(reading, 'CUST-19', 'CUST-20', 'CUST-24');
  expect([reading.summary.verdict, ...skipped]).toEqual(['partial', 'skipped', 'skipped', 'skipped']);
  for (const some of [['CUST-24', 'AUTH-01'], ['CUST-24', 'CUST-20'], ['HTTP-07']]) {
    const filtered = await run({ only: some, observe: 'cheap', seed: 7, decisions });
    expect(verdictsIn(filtered, ...some)).toEqual(some.map(() => 'pass'));
  }
  await server.close();
});

test('it holds with twelve seeds', async () => {
  for (let seed = 1; seed <= 12; seed += 1)
    expect(verdictsOf(await asked(undefined, { seed, decisions }))).toEqual(allPass);
});

test('a listing may be empty, paged and grow, whichever of them was settled', async () => {
  const empty = listingAs(() => ({ data: [] }));
  const one = listingAs(([account]) => ({ data: [{ ...account, closed_at: null }] }));
  const pages = paged(pagings['a-number-as-the-cursor']);
  for (const first of [empty, one, pages]) {
    const entries = settled(await asked(first)).filter(({ id }) => id === 'ACCT-07');
    for (const later of [empty, one, pages, undefined]) {
      const row = rowOf(await asked(later, { decisions: entries }), 'ACCT-07');
      expect([row?.verdict, row?.found]).toEqual(['pass', undefined]);
      if (later === empty) expect(row?.checks[0]?.received).toContain('with 0 accounts');
    }
  }
});

/** Of all customers but the first. */
const isLater = (sent: Request, answer: Answer) => created(sent, answer) && !/\.1@/.test(String(sent.members?.email));

test('a status that is not settled is no failure beside one that is, and alone decides nothing', async () => {
  const asAJob = (when: typeof isLater) =>
    afterwards(when, (answer) => withAnswerBody({ ...answer, status: 202 }, { job: 'j_1' }));
  const some = rowOf(await asked(asAJob(isLater), { decisions }), 'CUST-20');
  const received = expect.stringMatching(/agree, \d with a status that is not settled$/);
  expect([some?.verdict, some?.checks[0]?.received]).toEqual(['pass', received]);
  const none = rowOf(await asked(asAJob(created), { decisions }), 'CUST-20');
  const reason = expect.stringMatching(/has a status that is settled \(201\): 202/);
  expect([none?.verdict, none?.reason]).toEqual(['inconclusive', reason]);
});

const errorsAs = (shape: (error: object) => unknown) => (when: typeof rejected) =>
  afterwards(when, (answer) => withAnswerBody(answer, shape(JSON.parse(answer.body ?? '{}').error)));
const accountsAs = (shape: (account: object) => object) =>
  afterwards(listed, (answer) => withAnswerBody(answer, { data: accountsOf(answer).map(shape) }));

const customerWith = (change: object) => creationAs((customer) => ({ ...customer, ...change }));

const asPage = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'content-type': 'text/html' },
  body: '<h1>Unprocessable</h1>',
});

test('a page of a firewall is no rejection of the service', async () => {
  const isNoAddress = (sent: Request, answer: Answer) =>
    rejected(sent, answer) && /@.*@/.test(`${sent.members?.email}`);
  const stopped = afterwards(isNoAddress, (answer) => ({ ...asPage(answer), status: 403 }));
  const row = rowOf(await asked(stopped, { only: [...only, 'CUST-05'], decisions }), 'ERR-01');
  expect([row?.verdict, row?.checks[0]?.received]).toEqual([
    'pass',
    expect.stringMatching(/^(\d+) of \1 rejections agree$/),
  ]);
});

/** Ways to break each, with Ajv's complaint. */
test.each<[string, string, Middleware, string]>([
  ['a member is missing', 'CUST-20', creationAs(({ id: _, ...rest }) => rest), 'it lacks id'],
  ['a member is null', 'CUST-20', customerWith({ phone: null }), 'phone must be string'],
  ['another type', 'CUST-20', customerWith({ id: 7 }), 'id must be string'],
  ['another format', 'CUST-20', customerWith({ created_at: 'today' }), 'created_at must match format "date-time"'],
  ['another place', 'CUST-20', creationAs((customer) => ({ data: customer })), 'it lacks address'],
  ['a date reversed', 'CUST-20', customerWith({ date_of_birth: '28/02/1990' }), 'date_of_birth must be a day'],
  [
    'a country of three letters',
    'CUST-20',
    creationAs(({ address, ...rest }) => ({ ...rest, address: { ...(address as object), country: 'USA' } })),
    'address.country must match pattern',
  ],
  ['no body', 'CUST-20', afterwards(created, withoutBody), 'it must be object'],
  ['one of several', 'CUST-20', afterwards(isLater, (answer) => withAnswerBody(answer, {})), 'it lacks'],
  ['no member of an account', 'ACCT-07', accountsAs((own) => ({ ...own, iban: undefined })), 'data[0] lacks iban'],
  ['an account is a text', 'ACCT-07', accountsAs(() => 'acc_1' as never), 'data[0] must be object'],
  ['an id is a number', 'ACCT-07', accountsAs((own) => ({ ...own, id: 7 })), 'data[0].id must be string'],
  [
    'a moment is a word',
    'ACCT-07',
    accountsAs((own) => ({ ...own, created_at: 'today' })),
    'data[0].created_at must match',
  ],
  ['no envelope', 'ACCT-07', listingAs((accounts) => accounts), 'it must be object'],
  ['a 401 with a text', 'ERR-01', errorsAs(() => ({ error: 'no' }))(unauthorized), 'error must be object'],
  ['a rejection without a body', 'ERR-01', afterwards(rejected, withoutBody), 'it must be object'],
  ['a rejection as a page', 'ERR-01', afterwards(rejected, asPage), 'it must be object'],
  ['a rejection without a code', 'ERR-01', errorsAs(() => ({ error: { message: '' } }))(rejected), 'error lacks code'],
])('%s', async (_, id, middleware, complaint) => {
  const report = await asked(middleware, { decisions, evidence: 'shape', seed: 2 });
  const row = rowOf(report, id);
  expect([row?.verdict, row?.found]).toEqual(['fail', expect.stringContaining(`settled behaviour: ${complaint}`)]);
  const [check] = row?.checks ?? [];
  expect(check).toMatchObject({
    name: 'as it was settled',
    deciding: check?.exchanges[0],
    again: expect.stringMatching(/^curl/),
    sent: {},
  });
  expect(`${row?.found} ${check?.received}`).not.toMatch(/1990|today|USA|"no"/);
});

test('a new member is drift, and may be accepted', async () => {
  const more = accountsAs((account) => ({ ...account, tier: 'gold' }));
  const before = await asked(undefined, { only: ['ACCT-07', 'ACCT-05'], decisions });
  const options = { only: ['ACCT-07', 'ACCT-05'], baseline: before };
  const after = rowOf(await asked(more, { ...options, decisions }), 'ACCT-07');
  const sentence = expect.stringContaining('tier');
  expect(after).toMatchObject({ verdict: 'pass', drift: { sentence } });
  const accepted = { kind: 'accept', id: 'ACCT-07', by: 'an owner', on: '2026-01-01', reason: 'wanted' } as const;
  const accepting = { ...accepted, observation: digestOfRow(after as ReportedRequirement) };
  const quiet = rowOf(await asked(more, { ...options, decisions: [...decisions, accepting] }), 'ACCT-07');
  expect([quiet?.verdict, quiet?.drift]).toEqual(['pass', undefined]);
});

test('what shows the inside of a service is noticed, and neither a 401 that repeats its key nor plain words are', async () => {
  const noticesOf = async (change: Middleware) => (await asked(change, { only: ['HTTP-07'] })).run.notices ?? [];
  const showing = (debug: string) =>
    afterwards(listed, (answer, { apiKey }) =>
      withAnswerBody(answer, { data: [], debug: debug.replace('KEY', apiKey) }),
    );
  expect(await noticesOf(showing('KEY: SQLSTATE[42000]\n    at list (/app/list.js:1:2)'))).toEqual([
    expect.stringContaining('HTTP-07: A response shows a stack trace.'),
    expect.stringContaining('HTTP-07: A response shows words of a database.'),
    expect.stringContaining('HTTP-07: A response repeats the Api-Key'),
  ]);
  const plain = showing('at list (page 1), at 2026-01-01T00:00:00 (UTC:10:00), SQL, order ORA-12');
  expect(await noticesOf(plain)).toEqual([]);
  const echoing = afterwards(unauthorized, (answer, { apiKey }) => withAnswerBody(answer, { unknown: apiKey }));
  expect(await noticesOf(echoing)).toEqual([]);
});
