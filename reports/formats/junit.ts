import { byKey } from '../../schemas/common/by-key.js';
import type { Specification } from '../../schemas/specification.js';
import { programName } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { clip, plain, printable, printableLine } from '../text/words.js';
import { type CaseView, caseOf } from '../view/cases.js';
import { viewOf } from '../view/view.js';

// Dashboards keep every message of every night.
const longestMessage = 1_000;
const longestText = 20_000;

/**
 * junit.xml, valid against Jenkins' schema: a suite an area, a case a requirement. What keeps the run from being
 * conformant is a failure or an error; what else was not judged is skipped, with a reason.
 */
export function renderJunit(report: Report, _: unknown, specification: Specification): string {
  const cases = report.requirements.map((row) => caseOf(row, report));
  const { run, target, summary } = report;
  const { headline, cause, because, notices, news, open } = viewOf(report, specification);
  const facts = {
    ...{ run: run.id, seed: run.seed, target: target.baseUrl, environment: target.environment },
    ...{
      verdict: summary.verdict,
      profile: summary.profile,
      headline: headline.text,
      because: plain([cause, because].filter(Boolean).join(' ')),
    },
    ...Object.fromEntries(notices.map((notice, at) => [`notice ${at + 1}`, plain(notice)])),
    ...Object.fromEntries(news.map(({ text }, at) => [`new ${at + 1}`, plain(text)])),
    ...(open !== '' && { open: plain(open) }),
  };
  const properties = Object.entries(facts).map(
    ([name, value]) => `      <property${attributes({ name, value: clip(String(value), longestMessage) })}/>`,
  );
  const total = attributes({
    name: `${programName} ${run.suiteVersion}`,
    time: inSeconds(Date.parse(run.finishedAt) - Date.parse(run.startedAt)),
    ...tally(cases),
  });
  const suites = [...byKey(cases.map((one) => [one.area, one]))].map(([name, ofArea]) => {
    const head = attributes({
      ...{ name, ...tally(ofArea), skipped: ofArea.filter(({ state }) => state === 'skipped').length },
      time: inSeconds(ofArea.reduce((sum, { durationMs }) => sum + durationMs, 0)),
      ...{ timestamp: run.startedAt.slice(0, 19), package: programName },
    });
    const inside = ['    <properties>', ...properties, '    </properties>', ...ofArea.map(testcase)];
    return [`  <testsuite${head}>`, ...inside, '  </testsuite>'].join('\n');
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites${total}>`, ...suites, '</testsuites>', ''].join('\n');
}

function tally(cases: readonly CaseView[]) {
  const sizeOf = (wanted: CaseView['state']) => cases.filter(({ state }) => state === wanted).length;
  return { tests: cases.length, failures: sizeOf('failure'), errors: sizeOf('error') };
}

function testcase({ id, title, area, state, verdict, basis, text, detail, durationMs }: CaseView): string {
  const head = attributes({ name: `${id} ${title}`, classname: area, time: inSeconds(durationMs) });
  if (verdict === 'attested') return `    <testcase${head}><system-out>${escapedText(text)}</system-out></testcase>`;
  if (state === 'pass') return `    <testcase${head}/>`;
  const type = state === 'failure' ? basis : state === 'error' ? 'inconclusive' : verdict;
  const inside = attributes({ message: clip(text, longestMessage), type });
  const element = detail === '' ? `<${state}${inside}/>` : `<${state}${inside}>${escapedText(detail)}</${state}>`;
  return `    <testcase${head}>\n      ${element}\n    </testcase>`;
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(printableLine(String(value)))}"`)
    .join('');
}

/** What XML 1.0 forbids becomes its code point, markup is escaped. */
function escapedText(value: string): string {
  return escaped(printable(clip(value, longestText)));
}

function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

// The schema allows three decimals, and no exponent.
function inSeconds(milliseconds: number): string {
  return (Number.isFinite(milliseconds) ? Math.max(0, milliseconds) / 1000 : 0).toFixed(3);
}
