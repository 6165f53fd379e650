import { describe, expect, test } from 'vitest';
import { catalogue } from '../../schemas/catalogue.js';
import type { Report } from '../../schemas/types.js';
import {
  bundleOf,
  consistent,
  edit,
  type Files,
  lines,
  matching,
  quick,
  reseal,
  sealed,
  type Tampering,
  tampered,
} from './sealed.fixture.js';
import { examine } from './verify.js';

const { report } = consistent();
const known = { suiteVersion: report.run.suiteVersion, exam: report.run.exam };
const index = (id: string) => report.requirements.findIndex((row) => row.id === id);
const cust09 = index('CUST-09');
const cust15 = index('CUST-15');
// biome-ignore lint/suspicious/noExplicitAny: whoever tampers with a file keeps to no type
const inReport = (change: (value: any) => void) => (files: Files) => edit(files, 'report.json', change);

const ofReport: readonly Tampering[] = [
  [
    'a verdict is flipped',
    inReport((value) => {
      value.requirements[cust09].verdict = 'pass';
    }),
    `report.json /requirements/${cust09}/verdict is pass, and its checks and decisions say fail`,
  ],
  [
    'a verdict and the counts are flipped',
    inReport((value) => {
      value.requirements[cust09].verdict = 'pass';
      value.summary.counts.pass += 1;
      value.summary.counts.fail -= 1;
    }),
    `report.json /requirements/${cust09}/verdict is pass, and its checks and decisions say fail`,
  ],
  [
    'a check is flipped, and all that follows from it',
    inReport((value) => {
      for (const check of value.requirements[cust09].checks) check.verdict = 'pass';
      value.requirements[cust09].verdict = 'pass';
    }),
    `report.json /requirements/${cust09}/checks/0/verdict is pass, and a failure is told beside it`,
  ],
  [
    'a failure loses its story',
    inReport((value) => {
      value.requirements[cust09].checks[0].found = undefined;
    }),
    `report.json /requirements/${cust09}/checks/0/verdict is fail, and nothing is told that failed`,
  ],
  [
    'counts are edited',
    inReport((value) => {
      value.summary.counts.fail = 0;
    }),
    'report.json /summary/counts/fail is 0, and the rows say 3',
  ],
  [
    'the run’s verdict is edited',
    inReport((value) => {
      value.summary.verdict = 'conformant';
    }),
    'report.json /summary/verdict is conformant, and the rows say nonconformant',
  ],
  [
    'the failing checks are removed',
    inReport((value) => {
      const row = value.requirements[cust09];
      row.checks = row.checks.filter(({ verdict }: { verdict: string }) => verdict === 'pass');
    }),
    `report.json /requirements/${cust09}/verdict is fail, and its checks and decisions say pass`,
  ],
  [
    'one of four failing checks is removed',
    inReport((value) => value.requirements[cust09].checks.splice(1, 1)),
    new RegExp(`^report.json /requirements/${cust09}/reason is .*4 of 19.* say .*3 of 18`),
  ],
  [
    'all checks of a row are removed',
    inReport((value) => {
      value.requirements[0].checks = [];
    }),
    'report.json /requirements/0/checks are none, and HTTP-01 is pass in a complete run',
  ],
  [
    'a row is called left out',
    inReport((value) =>
      Object.assign(value.requirements[cust09], { verdict: 'skipped', checks: [], found: undefined }),
    ),
    new RegExp(`^report.json /requirements/${cust09}/reason is .* say "Left out by the filter`),
  ],
  [
    'a decision is added',
    inReport((value) =>
      value.decisions.push({
        id: 'CUST-09',
        kind: 'waive',
        by: 'nobody',
        on: '2025-11-01',
        expires: '2026-01-01',
        reason: 'none',
      }),
    ),
    `report.json /requirements/${cust09}/verdict is fail, and its checks and decisions say waived`,
  ],
  [
    'a decision is added that changes nothing',
    inReport((value) =>
      value.decisions.push({
        id: 'HTTP-01',
        kind: 'waive',
        by: 'nobody',
        on: '2025-11-01',
        expires: '2026-01-01',
        reason: 'none',
      }),
    ),
    /^report\.json \/decisions\/\d+ is of HTTP-01 and takes no part$/,
  ],
  [
    'a decision is removed',
    inReport((value) => {
      value.decisions = value.decisions.filter(({ id }: { id: string }) => id !== 'CUST-15');
    }),
    `report.json /requirements/${cust15}/verdict is waived, and its checks and decisions say fail`,
  ],
  [
    'a decision is made to last',
    inReport((value) => {
      for (const one of value.decisions) if (one.id === 'CUST-15') one.expires = '2026-10-31';
    }),
    `report.json /requirements/${cust15}/decision/expires is 2026-01-31, and its checks and decisions say 2026-10-31`,
  ],
  [
    'a decision that had ended is used',
    inReport((value) => {
      for (const one of value.decisions) if (one.id === 'CUST-15') one.expires = '2025-01-31';
    }),
    `report.json /requirements/${cust15}/verdict is waived, and its checks and decisions say fail`,
  ],
  [
    'a decision is no decision',
    inReport((value) => {
      value.decisions[0].kind = 'forget';
    }),
    /^report\.json \/decisions\/0 is no decision: "kind must be one of waive, attest, settle"$/,
  ],
  [
    'a duty is attested that nobody attested',
    inReport((value) => {
      value.requirements[index('AUTH-10')].verdict = 'attested';
    }),
    `report.json /requirements/${index('AUTH-10')}/verdict is attested, and its checks and decisions say skipped`,
  ],
  [
    'an observation is edited that was settled',
    inReport((value) => {
      value.requirements[index('CUST-19')].observation = { status: [200] };
    }),
    new RegExp(`^report.json /requirements/${index('CUST-19')}/checks/0/received is .*201.* say .*200`),
  ],
  [
    'a created customer is removed',
    inReport((value) => value.created.pop()),
    `report.json /summary/customersCreated is ${report.created.length}, and /created says ${report.created.length - 1}`,
  ],
  [
    'a created customer is invented',
    inReport((value) => {
      value.created.push({ ...value.created[0], idempotencyKey: 'made-up' });
      value.summary.customersCreated += 1;
    }),
    `report.json /created/${report.created.length} was created by no exchange`,
  ],
  [
    'a title is edited',
    inReport((value) => {
      value.requirements[3].title = 'Harmless';
    }),
    /^report\.json \/requirements\/3\/title is "?Harmless"?, and the catalogue says /,
  ],
  [
    'a basis is edited',
    inReport((value) => {
      value.requirements[cust09].basis = 'not-shown';
    }),
    `report.json /requirements/${cust09}/basis is not-shown, and the catalogue says stated`,
  ],
  [
    'a row is removed',
    inReport((value) => value.requirements.splice(cust09, 1)),
    'report.json /requirements has no row CUST-09',
  ],
  [
    'a row stands twice',
    inReport((value) => value.requirements.push(value.requirements[0])),
    `report.json /requirements/${catalogue.length}/id is HTTP-01, which stands twice`,
  ],
  [
    'rows are swapped',
    inReport(({ requirements }) => {
      [requirements[0], requirements[1]] = [requirements[1], requirements[0]];
    }),
    'report.json /requirements/0/id is HTTP-02, and the catalogue has HTTP-01 there',
  ],
  [
    'an exchange is named that there is not',
    inReport((value) => {
      value.requirements[0].checks[0].exchanges[0] = 'x9999';
    }),
    'report.json /requirements/0/checks/0/exchanges/0 names x9999, which is not in evidence.har',
  ],
  [
    'fewer requests are told',
    inReport((value) => {
      value.summary.requests = 7;
    }),
    /^report\.json \/summary\/requests is 7, and evidence\.har has \d+$/,
  ],
  [
    'this night is edited in the history',
    inReport((value) => {
      value.history.at(-1).verdicts['CUST-09'] = 'pass';
    }),
    /^report\.json \/history\/28\/verdicts\/CUST-09 is pass, and the run itself says fail$/,
  ],
  [
    'a row is open for fewer nights',
    inReport((value) => {
      value.requirements[cust09].since = '2025-11-20';
    }),
    `report.json /requirements/${cust09}/since is 2025-11-20, and the runs before say 2025-11-02`,
  ],
  [
    'the seal of the evidence is removed',
    inReport((value) => {
      value.run.evidence = undefined;
    }),
    'report.json /run/evidence is missing: it seals the exchanges',
  ],
  [
    'the head of the chain is edited',
    inReport((value) => {
      value.run.evidence.head = 'a'.repeat(64);
    }),
    /^evidence\.har x\d+ ends the chain with [0-9a-f]{64}, and report\.json says a{64}: it was chained anew$/,
  ],
  [
    'the run is renamed',
    inReport((value) => {
      value.run.id = 'another';
    }),
    'evidence.har /log/_run is 2025-11-20T02-00-07Z, and report.json is of the run another',
  ],
  [
    'a member stands twice',
    (files) =>
      files.set('report.json', Buffer.from(String(files.get('report.json')).replace('{', '{\n  "created": [],'))),
    'report.json differs in line 2 from what this suite writes for the same values',
  ],
  [
    'a member is added',
    inReport((value) => {
      value.approved = true;
    }),
    'report.json / breaks the schema of reports: the whole has a member that is not known: approved',
  ],
  ['it is no JSON', (files) => files.set('report.json', Buffer.from('{')), 'report.json is not well-formed JSON'],
  [
    'it is a thousand levels deep',
    inReport((value) => {
      value.requirements[1].observation = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`);
    }),
    'report.json is nested deeper than 200 levels',
  ],
];

/** Whoever tampers has put every digest right after that, and only lacks a key. */
describe('report.json altered', async () => {
  const untouched = await sealed({});

  test.each(ofReport)('%s', async (_, tamper, line) => {
    const files = tampered(untouched, tamper);
    const before = (await examine(bundleOf(files), known)).found;
    expect(matching(before, line), lines(before).join('\n')).toHaveLength(1);
    reseal(files);
    const { found } = await examine(bundleOf(files), known);
    expect(matching(found, line), lines(found).join('\n')).toHaveLength(1);
  });
});

test('an observation that nobody settled, edited: the page tells otherwise', async () => {
  const files = tampered(await sealed({ names: quick }), (one) => {
    edit(one, 'report.json', (value) => {
      value.requirements[index('IDEM-06')].sentence = 'A customer was made.';
    });
    reseal(one);
  });
  expect(lines((await examine(bundleOf(files), known)).found)).toContainEqual(
    expect.stringMatching(/^report\.html differs in line \d+ from what report\.json and evidence\.har give$/),
  );
});

test('a row that had to be asked and was not leaves the run open, whatever the verdict says', async () => {
  const files = await sealed({}, { required: ['AUTH-09'] });
  expect(lines((await examine(bundleOf(files), known)).found)).toEqual([]);
  edit(files, 'report.json', (value: Report) => {
    for (const row of value.requirements)
      if (row.verdict === 'fail' || row.verdict === 'inconclusive') Object.assign(row, { verdict: 'pass', checks: [] });
    value.summary.verdict = 'conformant';
  });
  expect(matching((await examine(bundleOf(files), known)).found, /\/summary\/verdict/)).toEqual([
    'report.json /summary/verdict is conformant, and the rows say inconclusive',
  ]);
});
