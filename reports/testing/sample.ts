import type { Exchange } from '../../schemas/exchange.js';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { digestOf } from '../../schemas/observation.js';
import { areaOf, type Requirement } from '../../schemas/specification.js';
import type { Open, Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { count, runVerdict, type Verdict } from '../../schemas/verdict.js';
import { compared } from '../model/compared.js';
import { withNews } from '../news/news.js';
import { verdictWithoutWaiver } from '../wording/row.js';
import { concernsOf } from '../wording/scope.js';
import { sampleBase as base, sampleStart as started, Wire } from './sample-exchanges.js';
import { outcomes, unasked } from './sample-requirements.js';

/** A whole run as it could have been: 90 rows and some 600 exchanges, always the same. */
export interface Sample {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
}

const sha = (seed: number) =>
  Array.from({ length: 64 }, (_, at) => ((seed * 7 + at * at * 5) % 16).toString(16)).join('');

/** @param verdicts verdicts to put in the place of those of the sample, for other headlines */
export function sample(verdicts: Readonly<Record<string, Verdict>> = {}): Sample {
  const wire = new Wire();
  const requirements = catalogue.map((row) => requirement(row, wire, verdicts[row.id]));
  const counts = count(requirements.map(({ verdict }) => verdict));
  const evidence = wire.exchanges;
  const created = evidence.flatMap(({ wrote }) =>
    wrote ? [{ ...wrote, identity: `cus_${wrote.email.slice(6, 10)}` }] : [],
  );
  const report: Report = {
    schemaVersion: '1.2',
    run: {
      id: '2025-11-20T02-00-07Z',
      startedAt: new Date(started).toISOString(),
      finishedAt: new Date(started + 71_400).toISOString(),
      ...{ complete: true, seed: 418602, suiteVersion: '1.0.0', node: '20.20.2', classification: 'Internal' },
      specification: { title: 'Financial Services REST API', version: 'v1', digest: sha(6) },
      utcOffset: '+01:00',
      operator: 'Platform quality, nightly job',
      job: 'https://ci.payments.example/jobs/nightly/4417',
      ...{ exam: sha(1), configuration: sha(2), decisions: sha(3), previous: sha(4) },
    },
    target: {
      baseUrl: base,
      environment: 'sandbox',
      embedded: false,
      tenants: 2,
      certificate: {
        ...{ subject: 'sandbox.payments.example', issuer: 'Example Trust Services CA 3', fingerprint256: sha(5) },
        ...{ validFrom: '2025-09-01T00:00:00Z', validTo: '2025-12-29T23:59:59Z', protocol: 'TLSv1.3' },
      },
    },
    summary: {
      verdict: runVerdict(counts),
      profile: 'full',
      observe: 'all',
      concerns: concernsOf(requirements, fsapi),
      counts,
      ...{ customersCreated: created.length, requests: evidence.length, retried: 2 },
      durations: { median: 41, slowest: 812 },
    },
    requirements,
    decisions: requirements.flatMap(({ id, decision }) => (decision ? [{ id, ...decision }] : [])),
    ...{ news: [], open: [], history: nights(requirements), created },
  };
  const before = nightBefore(report);
  const remembering = withNews(report, before, fsapi);
  return { report: compared(remembering, { report: before, kind: 'previous' }, { specification: fsapi }), evidence };
}

/** The sample with its exchanges again and again, 10,000 in all, each of them cited by the check that the first of its kind is. */
export function large(): Sample {
  const { report, evidence } = sample();
  const rounds = Math.ceil(10_000 / evidence.length);
  const again = (id: string, round: number) => (round === 0 ? id : `x${Number(id.slice(1)) + round * 1_000}`);
  const all = <T>(make: (round: number) => readonly T[]) => Array.from({ length: rounds }, (_, at) => make(at)).flat();
  for (const check of report.requirements.flatMap(({ checks }) => checks)) {
    const { exchanges } = check;
    check.exchanges = all((round) => exchanges.map((id) => again(id, round)));
  }
  return { report, evidence: all((round) => evidence.map((one) => ({ ...one, id: again(one.id, round) }))) };
}

function requirement(row: Requirement, wire: Wire, verdict?: Verdict): ReportedRequirement {
  const { id, basis, title, clause, step, consequence, why, supports } = row;
  const { open = [], passing, earlier: _, ...outcome } = outcomes[id] ?? {};
  const natural = outcome.verdict ?? (basis === 'not-shown' ? 'pending' : 'pass');
  const area = areaOf(fsapi, id).name;
  const given = { id, basis, title, clause, step, consequence, why, area, supports: supports && [...supports] };
  if (natural === 'pending' && outcome.sentence === undefined) outcome.reason ??= unasked(id);
  const checks =
    basis === 'attested' || (natural === 'pending' && outcome.sentence === undefined)
      ? []
      : natural === 'skipped'
        ? [{ name: 'asked', verdict: natural, reason: outcome.reason ?? '', exchanges: [], durationMs: 1 }]
        : made(id, natural, open, passing ?? (basis === 'not-shown' ? 1 : 4), wire);
  return defined({ since: '2025-10-21', ...given, verdict: natural, ...outcome, checks, ...(verdict && { verdict }) });
}

function made(id: string, verdict: Verdict, open: readonly Partial<ReportedCheck>[], passing: number, wire: Wire) {
  const names = Array.from({ length: passing }, (_, at): Partial<ReportedCheck> => {
    return { name: verdict === 'pending' ? 'observed' : `case ${at + 1}` };
  });
  return [...open, ...names].map((part): ReportedCheck => {
    const exchanges = part.name?.startsWith('burst') ? burst(wire) : asked(id, part, passing > 10, wire);
    const [deciding, control] = exchanges;
    const beside = part.control && { control: { ...part.control, exchange: control } };
    const own = part.verdict === undefined ? {} : { deciding, ...beside };
    const durationMs = 140 + (wire.exchanges.length % 90);
    return defined({ name: '', verdict: 'pass' as const, ...part, ...own, exchanges, durationMs });
  });
}

function burst(wire: Wire): string[] {
  return Array.from({ length: 12 }, (_, at) => {
    const customer = at === 3 || at === 5 ? 'B' : 'A';
    return wire.send({ purpose: `try ${at + 1} of 12 under one Idempotency-Key`, status: 201, at, customer });
  });
}

function asked(id: string, part: Partial<ReportedCheck>, many: boolean, wire: Wire): string[] {
  const lists = id.startsWith('ACCT') || ['AUTH-02', 'AUTH-04'].includes(id);
  const purpose = part.sent?.change ?? 'as it should be';
  const deciding = wire.send({ purpose, lists, status: statusOf(id, part, lists) });
  const control = { purpose: 'as it should be', status: lists ? 200 : 201, lists };
  return [deciding, ...(many || lists ? [] : [wire.send(control)]), ...(many ? [] : [wire.send(control)])];
}

function statusOf(id: string, { verdict }: Partial<ReportedCheck>, lists: boolean): number {
  if (verdict === 'inconclusive') return lists ? 200 : 504;
  if (id.startsWith('AUTH')) return verdict ? 400 : 401;
  if (lists) return 200;
  return verdict ? 201 : 422;
}

/** Twenty-nine nights before this one, one of them missing. */
function nights(rows: readonly ReportedRequirement[]): Report['history'] {
  const days = Array.from({ length: 30 }, (_, at) => 29 - at).filter((ago) => ago !== 12);
  return days.map((ago) => {
    const startedAt = dayAgo(ago);
    const wasOther = ({ verdict, since = '' }: ReportedRequirement) =>
      verdict !== 'pending' && since > startedAt.slice(0, 10);
    const verdicts = rows.map((row): [string, Verdict] => [row.id, wasOther(row) ? 'pass' : row.verdict]);
    const id = startedAt.slice(0, 19).replaceAll(':', '-').concat('Z');
    return { id, startedAt, verdicts: Object.fromEntries(verdicts) };
  });
}

const dayAgo = (days: number) => new Date(started - days * 86_400_000).toISOString();
const tonight = dayAgo(0).slice(0, 10);

/** The report of the night before, in which what is new in the sample was not yet so. */
function nightBefore(report: Report): Report {
  const requirements = report.requirements.map((row) => ({ ...row, ...memoryOf(row, report.run.exam) }));
  const open = requirements.flatMap(({ id, verdict, since = '', differs }): Open[] => {
    if (differs) return [{ id, kind: 'differs', since: differs.since }];
    if (since === tonight || !/^(fail|inconclusive)$/.test(verdict)) return [];
    return [{ id, kind: verdict === 'fail' ? 'fails' : 'undecided', since }];
  });
  return { ...report, run: { ...report.run, startedAt: dayAgo(1) }, requirements, open };
}

/** What the night before remembered of a requirement. */
function memoryOf(row: ReportedRequirement, exam: string): Partial<ReportedRequirement> {
  const { id, verdict, since = '', checks, observation } = row;
  if (verdict === 'skipped') return {};
  if (verdict === 'pending') return observation === undefined ? {} : shownBefore(id, observation);
  const didPass = since === tonight || verdict === 'inconclusive';
  const failing = checks.filter((check) => !didPass && verdictWithoutWaiver(check) === 'fail').map(({ name }) => name);
  const on = dayAgo(1).slice(0, 10);
  const last = didPass ? { verdict: 'pass' as const, since: '2025-10-21' } : { verdict, since };
  return { lastDecided: { ...last, on, exam, failing } };
}

function shownBefore(id: string, observation: object): Partial<ReportedRequirement> {
  const { earlier } = outcomes[id] ?? {};
  if (!earlier) return { shown: [digestOf(observation)] };
  const reference = earlier.observation as NonNullable<ReportedRequirement['observation']>;
  const first = digestOf(reference);
  if (earlier.since === tonight) return { observation: reference, shown: [first] };
  return { shown: [first, digestOf(observation)], differs: { since: earlier.since, reference } };
}

// The schema knows no member without a value.
function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
