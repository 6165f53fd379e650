import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../schemas/exchange.js';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { flooded } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { renderHtml } from './page.js';

const { report, evidence } = sample();
const page = renderHtml(report, evidence, fsapi);

describe('the page stands alone', () => {
  test('its policy allows the one style sheet and nothing else', () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;
    expect(page).toContain(`<meta http-equiv="Content-Security-Policy" content="${policy}">`);
    expect(page.match(/<style/g)).toHaveLength(1);
  });

  test('it has no script, no style attribute, no handler and no external reference', () => {
    expect(page).not.toMatch(/<(script|link|img|iframe|object|embed|form|base|audio|video)\b/);
    expect(page).not.toMatch(/<[^>]*\s(style|src|srcset|on\w+)=/);
    expect(page).not.toMatch(/@import|url\(/);
  });

  test('a job address that is no web address does not become a link', () => {
    const bad = structuredClone(report);
    bad.run.job = 'javascript:alert(1)';
    expect(renderHtml(bad, evidence, fsapi)).not.toContain('href="javascript');
  });

  test('a classification cannot end the style sheet', () => {
    const bad = structuredClone(report);
    bad.run.classification = '"} </style><b>';
    const style = /<style>([\s\S]*?)<\/style>/.exec(renderHtml(bad, evidence, fsapi))?.[1];
    expect(style).toContain('@top-right{content:"\\22 \\7d  \\3c \\2f style\\3e \\3c b\\3e "');
  });
});

describe('the parts', () => {
  test('have a fixed order, and the contents list them', () => {
    const order = [
      'summary',
      'sign-off',
      'findings',
      'requirements',
      'gaps',
      'decisions',
      'history',
      'limits',
      'words',
      'record',
    ];
    expect([...page.matchAll(/<section id="([\w-]+)"/g)].map(([, id]) => id)).toEqual(order);
    const contents = /<nav[\s\S]*?<\/nav>/.exec(page)?.[0] ?? '';
    const onScreen = order.filter((id) => id !== 'sign-off');
    expect([...contents.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id)).toEqual(onScreen);
  });

  test('who signs reads who approved a waiver, who attested what, and that a mock is no service', () => {
    const mock = structuredClone(report);
    mock.target.environment = 'mock';
    const waived = mock.requirements.find(({ verdict }) => verdict === 'waived');
    Object.assign(waived?.decision ?? {}, { approvedBy: 'Ola Berg' });
    const [signOff = ''] = /<section id="sign-off"[\s\S]*?<\/section>/.exec(renderHtml(mock, evidence, fsapi)) ?? [];
    expect(signOff).toContain(', approved by Ola Berg.');
    expect(signOff).toContain('A mock was tested. It says nothing about Sandbox or Live.');
    const attested = mock.requirements.filter(({ verdict }) => verdict === 'attested');
    expect(attested.length).toBeGreaterThan(0);
    for (const { id } of attested) expect(signOff).toMatch(new RegExp(`${id} by [^<]+, until \\d`));
    expect(signOff).toContain(`the ${attested.length} attestations`);
  });

  test('a report without decisions and previous runs has no part for them', () => {
    const first = { ...report, decisions: [], history: report.history.slice(-1) };
    expect(renderHtml(first, evidence, fsapi)).not.toMatch(/<section id="(decisions|history)"/);
  });

  test('every link has a target, and every id is unique', () => {
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const known = new Set(ids);
    const targets = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
    expect([...new Set(targets)].filter((id) => !known.has(id))).toEqual([]);
  });

  test('a requirement in a shared finding links to that finding', () => {
    const refused = structuredClone(report);
    const [one, two, three] = refused.requirements.filter(({ verdict }) => verdict === 'pass');
    if (!one || !two || !three) throw new Error('the sample has three requirements that pass');
    for (const row of [one, two, three])
      Object.assign(row, { verdict: 'inconclusive', reason: 'The key was rejected.', checks: [] });
    const shared = renderHtml(refused, evidence, fsapi);
    const row = shared.split('<details class="req"').find((each) => each.startsWith(` id="${two.id}"`));
    const findings = [...shared.matchAll(/<article class="finding"[\s\S]*?<\/article>/g)].map(([text]) => text);
    const own = findings.filter((text) => text.includes('The key was rejected'));
    const places = new Set(own.map((text) => / id="(finding-[^"]+)"/.exec(text)?.[1]));
    expect(places.size).toBe(1);
    expect(row).toContain(`href="#${[...places][0]}"`);
  });

  test('every exchange appears once', () => {
    const ids = [...page.matchAll(/<details class="x" id="(x\d+)"/g)].map(([, id]) => id ?? '');
    expect(ids.sort()).toEqual(evidence.map(({ id }) => id));
  });

  test('failures come before inconclusive requirements', () => {
    const ids = [...page.matchAll(/id="finding-([\w-]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['AUTH-06', 'IDEM-02', 'CUST-09', 'ACCT-02', 'IDEM-03']);
  });

  test('a reason that three or more gaps share appears once', () => {
    const gaps = /<section id="gaps"[\s\S]*?<\/section>/.exec(page)?.[0] ?? '';
    expect(gaps.split('The specification defines no operation for it.')).toHaveLength(2);
    expect(gaps.split('Set <code>CONFORMANCE_PUBLIC_KEY</code>.')).toHaveLength(2);
  });
});

test('the limits of a run stand above its verdict', () => {
  const other = structuredClone(report);
  other.target.embedded = true;
  other.run.complete = false;
  const text = renderHtml(other, evidence, fsapi);
  const [notice, stopped, verdict] = ['Run against the embedded', 'Incomplete run', '<h1'].map((part) =>
    text.indexOf(part),
  );
  expect(notice).toBeGreaterThan(0);
  expect(stopped).toBeGreaterThan(notice ?? 0);
  expect(verdict).toBeGreaterThan(stopped ?? 0);
});

test('many exchanges are put into closed groups of a hundred', () => {
  const one = evidence[0] as Exchange;
  const many = Array.from({ length: 1_000 }, (_, at) => ({ ...one, id: `x${at + 10_000}`, offsetMs: at }));
  const text = renderHtml(report, many, fsapi);
  expect(text.match(/>100 exchanges</g)).toHaveLength(10);
});

test('a long text from the target is cut where it would fill the page', () => {
  const { report: bad, evidence: few } = flooded('w'.repeat(100_000));
  expect(renderHtml(bad, few, fsapi).length).toBeLessThan(5_000_000);
});
