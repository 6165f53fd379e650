import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { sample } from '../testing/sample.js';
import { renderHtml } from './page.js';

const { report, evidence } = sample();
const page = renderHtml(report, evidence, fsapi);
const part = (text: string, id: string) => new RegExp(`<section id="${id}">[\\s\\S]*?</section>`).exec(text)?.[0] ?? '';

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

  test('a job address that is no web address is no link, and a classification cannot end the style sheet', () => {
    const bad = structuredClone(report);
    Object.assign(bad.run, { job: 'javascript:alert(1)', classification: '"} </style><b>' });
    const text = renderHtml(bad, evidence, fsapi);
    expect(text).not.toContain('href="javascript');
    expect(text).toContain('@top-right{content:"\\22 \\7d  \\3c \\2f style\\3e \\3c b\\3e "');
  });

  test('every link has a target, and every id is unique', () => {
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const targets = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
    expect([...new Set(targets)].filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe('the parts', () => {
  test('have a fixed order; one that has nothing to say is left out', () => {
    const ids = (text: string) => [...text.matchAll(/<section id="([\w-]+)"/g)].map(([, id]) => id);
    expect(ids(page)).toEqual('news findings undecided decisions rules questions runs limits signed'.split(' '));
    const requirements = report.requirements.map(({ drift: _, ...row }) => row);
    const run = { ...report.run, previous: undefined };
    const nothing = { decisions: [], news: [], open: [], history: report.history.slice(-1) };
    const first = { ...report, run, requirements, ...nothing };
    const fewer = 'findings undecided rules questions limits signed'.split(' ');
    expect(ids(renderHtml(first, evidence, fsapi))).toEqual(fewer);
  });

  test('what is new stands first, a sentence each that leaves the rest to the finding, and then what else is open', () => {
    const [text = '', nothing = ''] = [report, { ...report, news: [], open: [] }].map((of) =>
      part(renderHtml(of, evidence, fsapi), 'news'),
    );
    expect(text).toMatch(
      /AUTH-06 fails\.<.*IDEM-03 is no longer decided\. .*ACCT-07 differs: The member .*Open besides.*ERR-02 differs .*Statuses: now 400 and 422, before 400\./s,
    );
    expect(text.split('Open besides')[1]).not.toMatch(/AUTH-06|IDEM-03|ACCT-07/);
    expect(nothing).toContain('Nothing is new since the run before.');
    expect(nothing).not.toContain('Open besides');
  });

  test('each question of an auditor has an element with an id above the verdict, the end of the acceptance by hand', () => {
    const asked =
      'service environment build profile operator time specification suite untested customers unchanged until';
    const top = page.slice(0, page.indexOf('<h1'));
    expect([...top.matchAll(/ id="sign-(\w+)"/g)].map(([, id]) => id)).toEqual(asked.split(' '));
  });

  test('what failed or was not decided stands in one place: the line of its rule only leads there', () => {
    const rules = part(page, 'rules');
    const { found = '' } = report.requirements.find(({ id }) => id === 'AUTH-06') ?? {};
    expect([page.split(found).length, rules.includes(found)]).toEqual([2, false]);
    expect(rules).toMatch(/href="#finding-AUTH-06"[\s\S]*href="#undecided"[\s\S]*href="#decisions"/);
  });

  test('questions to the owner have an example, a rule, three boxes, and the line that settles them', () => {
    const first = /<article class="whole">[\s\S]*?<\/article>/.exec(part(page, 'questions'))?.[0] ?? '';
    expect(first).toMatch(/1\. .*Observed: .*☐ As observed\. .*☐ Otherwise.*☐ Not decided.*decide settle [A-Z]+-\d+/s);
  });

  test('a finding shows its sides, the deciding exchange and its control, and no other', () => {
    const finding = /<article id="finding-CUST-09">[\s\S]*?<\/article>/.exec(page)?.[0] ?? '';
    for (const side of ['Sent', 'Expected', 'Received', 'Control']) expect(finding).toContain(`<dt>${side}</dt>`);
    expect(finding.match(/<div class="pair">/g)?.length).toBe(1);
    expect(page).not.toMatch(/<section id="rules">[\s\S]*<div class="pair">/);
  });

  test('settings and commands stand under “For engineers” alone', () => {
    const open = page.replace(/<(details|style)>[\s\S]*?<\/\1>/g, '');
    expect(open).not.toMatch(/CONFORMANCE_|--[a-z]/);
    expect(part(page, 'undecided')).toContain('CONFORMANCE_REVOKED_KEY');
  });

  test('a demonstration is not signed', () => {
    const embedded = { ...report, target: { ...report.target, embedded: true } };
    expect(part(renderHtml(embedded, evidence, fsapi), 'signed')).not.toContain('Prepared by');
    expect(part(page, 'signed')).toContain('Prepared by');
  });
});

test('what changes how the rest is read stands above it', () => {
  const other = structuredClone(report);
  Object.assign(other.run, { complete: false });
  other.target.embedded = true;
  const text = renderHtml(other, evidence, fsapi);
  expect(text).toMatch(/Run against the embedded[\s\S]*The run is incomplete[\s\S]*<section/);
});

test('it is small', () => {
  expect(page.length).toBeLessThan(150_000);
});
