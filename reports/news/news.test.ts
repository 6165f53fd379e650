import { describe, expect, test } from 'vitest';
import type { Finding } from '../../schemas/finding.js';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { digestOf } from '../../schemas/observation.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import type { Material } from '../model/assemble.js';
import { reportOf, run } from '../model/assembled.fixture.js';
import { observedIn } from '../wording/row.js';
import { isPartial } from '../wording/scope.js';

const everything = catalogue.map(({ id }) => id);
const common = { exchanges: [], durationMs: 1, retried: 0 };

/** What a night finds, beside what passes. */
type Night = Readonly<{
  /** Verdicts of the checks of CUST-09, by name: it passes without. */
  checks?: Readonly<Record<string, 'pass' | 'fail' | 'inconclusive'>>;
  /** What VER-02 observes; undefined where nothing was observed. */
  headers?: readonly string[] | undefined;
  decisions?: readonly DecisionEntry[];
  /** Other verdicts, by requirement. */
  others?: Readonly<Record<string, 'fail' | 'inconclusive'>>;
  unavailable?: Report['run']['unavailable'];
  exam?: string;
  tenants?: 1 | 2;
  asked?: readonly string[];
  complete?: boolean;
  baseline?: Material['baseline'];
}>;

function findingsOf({ checks = { n: 'pass' }, headers = [], others = {}, unavailable }: Night): Finding[] {
  const isDead = unavailable?.whole === true;
  return catalogue.flatMap(({ id, basis }): Finding[] => {
    if (basis === 'attested') return [];
    if (basis === 'not-shown') {
      const none = { ...common, kind: 'observation', id, name: 'n', verdict: 'inconclusive', reason: 'None.' } as const;
      if (id !== 'VER-02' || isDead || headers.includes('none')) return [none];
      return [{ ...none, verdict: 'observed', observation: { creations: { always: headers } }, sentences: ['So.'] }];
    }
    const verdicts = id === 'CUST-09' ? checks : { n: others[id] ?? 'pass' };
    return Object.entries(verdicts).map(([name, own]): Finding => {
      const verdict = isDead ? ('inconclusive' as const) : (own as 'pass' | 'fail' | 'inconclusive');
      const more = verdict === 'fail' ? { found: 'It failed.' } : verdict === 'pass' ? {} : { reason: 'No sign.' };
      return { ...common, kind: 'check', id, name, verdict, ...more };
    });
  });
}

/** Nights of one target, each with the report before that its pipeline would have kept. */
function nights(specification: Material['specification'] = fsapi) {
  let before: Report | undefined;
  return (at: number, night: Night = {}): Report => {
    const startedAt = new Date(Date.UTC(2026, 0, at)).toISOString();
    const { unavailable, complete = true, exam = 'a', tenants = 2, asked = everything, decisions, baseline } = night;
    const report = reportOf(
      findingsOf(night).filter(({ id }) => asked.includes(id)),
      {
        ...{ specification, asked, before, baseline, decisions },
        target: { baseUrl: 'https://a.example/v1/', environment: 'sandbox', embedded: false, tenants },
        run: {
          ...run,
          id: `run-${at}`,
          startedAt,
          finishedAt: startedAt,
          complete,
          exam: exam.repeat(64),
          unavailable,
        },
      },
    );
    if (complete && !isPartial(report.requirements)) before = report;
    return report;
  };
}

const words = (list: Report['news'] | Report['open']) => list.map(({ id, kind }) => `${kind} ${id}`);
const said = (report: Report) => [words(report.news), words(report.open)];
const fails = { checks: { n: 'fail' } } as const;
const by = { by: 'product owner', on: '2026-01-01', reason: 'r' } as const;
const waive = (expires: string, more: object = {}): DecisionEntry => {
  return { id: 'CUST-09', kind: 'waive', ...by, expires, ...more };
};
const dead = (cause: 'key-rejected' | 'not-reached' = 'key-rejected'): Night => ({
  unavailable: { cause, sentence: 'It is away.', whole: true },
});

describe('failures', () => {
  test('are news once, and open until they pass', () => {
    const night = nights();
    expect(said(night(1, fails))).toEqual([['fails CUST-09'], ['fails CUST-09']]);
    expect(said(night(2, fails))).toEqual([[], ['fails CUST-09']]);
    expect(night(3, fails).open[0]?.since).toBe('2026-01-01');
    expect(said(night(4))).toEqual([['passes CUST-09'], []]);
    expect(said(night(5))).toEqual([[], []]);
  });

  test('of another check are news, and of none that an undecided night hid', () => {
    const night = nights();
    night(1, { checks: { a: 'fail', b: 'pass' } });
    expect(said(night(2, { checks: { a: 'fail', b: 'fail' } }))).toEqual([['fails-more CUST-09'], ['fails CUST-09']]);
    expect(said(night(3, { checks: { a: 'fail', b: 'inconclusive' } }))).toEqual([[], ['fails CUST-09']]);
    expect(said(night(4, { checks: { a: 'fail', b: 'fail' } }))).toEqual([[], ['fails CUST-09']]);
  });

  test('of another check that rests on moments are none', () => {
    const night = nights();
    const before = night(1, { others: { 'IDEM-02': 'fail' } });
    const names = (report: Report) => report.requirements.find(({ id }) => id === 'IDEM-02')?.lastDecided?.failing;
    expect([names(before), words(night(2, { others: { 'IDEM-02': 'fail' } }).news)]).toEqual([['n'], []]);
  });

  test('stay open through a night that could not decide them, which is news itself', () => {
    const night = nights();
    night(1, fails);
    const open = ['fails CUST-09', 'undecided CUST-09'];
    expect(said(night(2, { checks: { n: 'inconclusive' } }))).toEqual([['undecided CUST-09'], open]);
    expect(said(night(3, { checks: { n: 'inconclusive' } }))).toEqual([[], open]);
    expect(said(night(4, fails))).toEqual([[], ['fails CUST-09']]);
  });

  test('of a check that an earlier suite did not have say so', () => {
    const night = nights();
    night(1);
    const [news] = night(2, { checks: { n: 'pass', later: 'fail' }, exam: 'b' }).news;
    expect(news).toEqual({ id: 'CUST-09', kind: 'fails', since: '2026-01-02', earlierSuite: true });
  });

  test('what was never decided is open, and no news', () => {
    const night = nights();
    const never = { others: { 'IDEM-01': 'inconclusive' } } as const;
    expect(said(night(1, never))).toEqual([[], ['undecided IDEM-01']]);
    expect(said(night(2, never))).toEqual([[], ['undecided IDEM-01']]);
  });
});

describe('a target that is not available', () => {
  test('is one news a cause, whatever it left undecided, and hands on what was open', () => {
    const night = nights();
    night(1, fails);
    expect(said(night(2, dead('not-reached')))).toEqual([
      ['target not-reached'],
      ['target not-reached', 'fails CUST-09'],
    ]);
    expect(said(night(3, dead()))).toEqual([['target key-rejected'], ['target key-rejected', 'fails CUST-09']]);
    for (let at = 4; at < 10; at += 1)
      expect(said(night(at, dead()))).toEqual([[], ['target key-rejected', 'fails CUST-09']]);
    expect(said(night(10, fails))).toEqual([[], ['fails CUST-09']]);
    expect(said(night(11))).toEqual([['passes CUST-09'], []]);
  });

  test('from some moment on leaves the rest of its run as decided as it is', () => {
    const night = nights();
    night(1);
    const midway: Night = {
      unavailable: { cause: 'stopped-answering', sentence: 'It is away.' },
      others: { 'AUTH-01': 'fail', 'IDEM-01': 'inconclusive' },
    };
    const expected = ['target stopped-answering', 'fails AUTH-01'];
    expect(said(night(2, midway))).toEqual([expected, expected]);
  });

  test('does not end a waiver unseen', () => {
    const night = nights();
    const decisions = [waive('2026-01-02')];
    night(1, { ...fails, decisions });
    expect(words(night(3, { ...dead(), decisions }).news)).toEqual(['target key-rejected']);
    const midway = { unavailable: { cause: 'stopped-answering', sentence: 'It is away.' } } as const;
    const cut = night(4, { ...midway, checks: { n: 'inconclusive' }, decisions });
    expect(said(cut)).toEqual([['target stopped-answering'], ['target stopped-answering']]);
    expect(words(night(5, { ...fails, decisions }).news)).toEqual(['waiver-ended CUST-09']);
  });
});

describe('waivers', () => {
  test('are announced in their last 14 days once, and their end is news', () => {
    const night = nights();
    const decisions = [waive('2026-01-31')];
    expect(said(night(2, { ...fails, decisions }))).toEqual([[], []]);
    const announced = night(17, { ...fails, decisions });
    expect(announced.news).toEqual([
      { id: 'CUST-09', kind: 'waiver-ends', since: '2026-01-17', by: 'product owner', until: '2026-01-31' },
    ]);
    expect(said(night(18, { ...fails, decisions }))).toEqual([[], ['waiver-ends CUST-09']]);
    expect(said(night(31, { ...fails, decisions: [waive('2026-03-31', { on: '2026-01-31' })] }))).toEqual([[], []]);
    const over = night(91, { ...fails, decisions: [waive('2026-03-31', { on: '2026-01-31' })] });
    expect(over.news).toEqual([
      { id: 'CUST-09', kind: 'waiver-ended', since: '2026-04-01', by: 'product owner', until: '2026-03-31' },
    ]);
    expect(words(over.open)).toEqual(['fails CUST-09', 'decision CUST-09']);
    const ended = [waive('2026-03-31')];
    expect(said(night(92, { ...fails, decisions: ended }))).toEqual([[], ['fails CUST-09', 'decision CUST-09']]);
    expect(said(night(93, { decisions: ended }))).toEqual([['passes CUST-09'], ['decision CUST-09']]);
  });

  test('of less than 14 days are announced in their last third', () => {
    const night = nights();
    const decisions = [waive('2026-01-10')];
    expect(words(night(6, { ...fails, decisions }).news)).toEqual([]);
    expect(words(night(7, { ...fails, decisions }).news)).toEqual(['waiver-ends CUST-09']);
  });

  test('that end on a night that cannot decide are news then, and not again', () => {
    const night = nights();
    const decisions = [waive('2026-01-02')];
    night(1, { ...fails, decisions });
    const undecided = { checks: { n: 'inconclusive' }, decisions } as const;
    expect(words(night(3, undecided).news)).toEqual(['waiver-ended CUST-09']);
    expect(words(night(4, undecided).news)).toEqual([]);
    expect(words(night(5, { ...fails, decisions }).news)).toEqual(['fails CUST-09']);
  });

  test('that are revoked leave a failure that is news; another check beside a waived one too', () => {
    const night = nights();
    const decisions = [waive('2026-12-01', { check: 'a' })];
    night(1, { checks: { a: 'fail', b: 'pass' }, decisions });
    expect(words(night(2, { checks: { a: 'fail', b: 'fail' }, decisions }).news)).toEqual(['fails CUST-09']);
    night(3, { checks: { a: 'fail', b: 'pass' }, decisions });
    expect(words(night(4, { checks: { a: 'fail', b: 'pass' } }).news)).toEqual(['fails CUST-09']);
  });

  test('an attestation that is over is open until it is renewed', () => {
    const night = nights();
    const attest = (expires: string): DecisionEntry => {
      return { id: 'AUTH-11', kind: 'attest', ...by, evidence: 'e', expires };
    };
    night(1, { decisions: [attest('2026-01-02')] });
    const over = night(3, { decisions: [attest('2026-01-02')] });
    expect(said(over)).toEqual([['attestation-ended AUTH-11'], ['attestation-ended AUTH-11', 'decision AUTH-11']]);
    expect(words(night(4, { decisions: [attest('2026-01-02')] }).news)).toEqual([]);
    expect(said(night(5, { decisions: [attest('2026-12-31')] }))).toEqual([[], []]);
  });
});

describe('observations', () => {
  const sunset = { headers: ['sunset'] };
  const rowOf = (report: Report) => report.requirements.find(({ id }) => id === 'VER-02') ?? expect.unreachable();
  const accepting = (report: Report): DecisionEntry => {
    return { id: 'VER-02', kind: 'accept', ...by, observation: digestOf(observedIn(rowOf(report))) };
  };

  test('that differ are news once, and open until they are accepted or as before', () => {
    const night = nights();
    night(1);
    expect(said(night(2, sunset))).toEqual([['differs VER-02'], ['differs VER-02']]);
    expect(said(night(3, sunset))).toEqual([[], ['differs VER-02']]);
    expect(said(night(4))).toEqual([[], []]);
    const back = night(5, sunset);
    expect(said(back)).toEqual([[], ['differs VER-02']]);
    const decisions = [accepting(back)];
    expect(said(night(6, { ...sunset, decisions }))).toEqual([[], []]);
    expect(said(night(7, { decisions }))).toEqual([['differs VER-02'], ['differs VER-02']]);
  });

  test.each([
    ['a night that did not observe it', { headers: ['none'] }],
    ['a dead target', dead()],
  ])('stay open through %s, and are compared across it', (_, between) => {
    const night = nights();
    night(1);
    night(2, sunset);
    expect(words(night(3, between).open)).toContain('differs VER-02');
    expect(said(night(4, sunset))).toEqual([[], ['differs VER-02']]);
    night(5, between);
    expect(said(night(6, { headers: ['deprecation'] }))).toEqual([['differs VER-02'], ['differs VER-02']]);
  });

  test('are no news while they are settled, and their settlement breaks as a failure', () => {
    const night = nights();
    const settle = (schema: { type: string }): DecisionEntry => ({ id: 'VER-02', kind: 'settle', ...by, schema });
    night(1);
    night(2, sunset);
    expect(said(night(3, { ...sunset, decisions: [settle({ type: 'object' })] }))).toEqual([[], []]);
    const broken = night(4, { ...sunset, decisions: [settle({ type: 'string' })] });
    expect(said(broken)).toEqual([['fails VER-02'], ['fails VER-02']]);
    expect(said(night(5, sunset))).toEqual([[], []]);
  });

  test('of a settled shape are compared as ever, from its settlement on', () => {
    const night = nights({ ...fsapi, shapes: ['VER-02'] });
    const decisions: DecisionEntry[] = [{ id: 'VER-02', kind: 'settle', ...by, schema: { type: 'object' } }];
    const differs = ['differs VER-02'];
    night(1);
    expect(said(night(2, sunset))).toEqual([differs, differs]);
    expect(said(night(3, { ...sunset, decisions }))).toEqual([[], []]);
    const other = { headers: ['deprecation'], decisions };
    expect(said(night(4, other))).toEqual([differs, differs]);
    expect(words(night(5, { headers: ['none'], decisions }).open)).toContain(differs[0]);
    const drifting = night(6, other);
    expect([said(drifting), rowOf(drifting).verdict]).toEqual([[[], differs], 'pass']);
    expect(said(night(7, { ...other, decisions: [...decisions, accepting(drifting)] }))).toEqual([[], []]);
  });

  test('of a settled shape count on the night of its settlement, and when that is edited', () => {
    const night = nights({ ...fsapi, shapes: ['VER-02'] });
    const settling = (reason: string): DecisionEntry[] => [
      { id: 'VER-02', kind: 'settle', ...by, reason, schema: { type: 'object' } },
    ];
    const differs = ['differs VER-02'];
    night(1);
    expect(said(night(2, { ...sunset, decisions: settling('known') }))).toEqual([differs, differs]);
    const other = { headers: ['deprecation'] };
    expect(said(night(3, { ...other, decisions: settling('asked') }))).toEqual([differs, differs]);
    expect(said(night(4, { ...other, decisions: settling('asked') }))).toEqual([[], differs]);
    expect(said(night(5, { ...other, decisions: settling('known') }))).toEqual([[], []]);
  });

  test('a named baseline changes what is compared, and nothing of what is new', () => {
    const night = nights();
    const first = night(1);
    night(2, sunset);
    const beside = night(3, { ...sunset, baseline: { report: first, kind: 'named' } });
    expect(words(beside.news)).toEqual([]);
    expect(beside.requirements.find(({ id }) => id === 'VER-02')?.drift?.sentence).toBe('Creations now have `sunset`.');
  });
});

test('a run that asks less says so, and what it does not ask stays open', () => {
  const night = nights();
  night(1, fails);
  const single = night(2, { ...fails, tenants: 1 });
  expect(said(single)).toEqual([['configuration second-tenant'], ['fails CUST-09']]);
  expect(said(night(3, fails))).toEqual([[], ['fails CUST-09']]);
});

test('a filtered or incomplete run has news of what it asked whole, and is nobody’s report before', () => {
  const night = nights();
  night(1);
  expect(said(night(2, { ...fails, asked: ['CUST-09'] }))).toEqual([['fails CUST-09'], ['fails CUST-09']]);
  const cut = night(3, { ...fails, others: { 'IDEM-01': 'inconclusive' }, complete: false });
  expect(words(cut.news)).toEqual(['fails CUST-09']);
  expect(words(night(4, fails).news)).toEqual(['fails CUST-09']);
});
