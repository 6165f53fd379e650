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

/** junit.xml, valid against Jenkins' schema. What keeps the run from being conformant is a failure or an error. */
export function renderJunit(report: Report, _: unknown, specification: Specification) {
  const cases = report.requirements.map((row) => caseOf(row, report));
  const { run } = report;
  const properties = propertiesOf(report, specification).map(
    ([name, value]) => `      <property${attributes({ name, value: clip(value, longestMessage) })}/>`,
  );
  const total = attributes({
    name: `${programName} ${run.suiteVersion}`,
    time: inSeconds(Date.parse(run.finishedAt) - Date.parse(run.startedAt)),
    ...tally(cases),
  });
  const suites = [...byKey(cases.map((testCase) => [testCase.area, testCase]))].map(([name, ofArea]) => {
    const head = attributes({
      name,
      ...tally(ofArea),
      skipped: ofArea.filter(({ state }) => state === 'skipped').length,
      time: inSeconds(ofArea.reduce((sum, { durationMs }) => sum + durationMs, 0)),
      timestamp: run.startedAt.slice(0, 19),
      package: programName,
    });
    const inside = ['    <properties>', ...properties, '    </properties>', ...ofArea.map(element)];
    return [`  <testsuite${head}>`, ...inside, '  </testsuite>'].join('\n');
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites${total}>`, ...suites, '</testsuites>', ''].join('\n');
}

function propertiesOf(report: Report, specification: Specification): readonly (readonly [string, string])[] {
  const { run, target, summary } = report;
  const { headline, cause, because, notices, news, open } = viewOf(report, specification);
  const { baseUrl, environment } = target;
  const { verdict, profile } = summary;
  const facts = { run: run.id, seed: String(run.seed), target: baseUrl, environment, verdict, profile };
  return [
    ...Object.entries(facts),
    ['headline', headline.text],
    ['because', plain([cause, because].filter(Boolean).join(' '))],
    ...notices.map((notice, at) => [`notice ${at + 1}`, plain(notice)] as const),
    ...news.map(({ text }, at) => [`new ${at + 1}`, plain(text)] as const),
    ...(open === '' ? [] : [['open', plain(open)] as const]),
  ];
}

function tally(cases: readonly CaseView[]) {
  const sizeOf = (wanted: CaseView['state']) => cases.filter(({ state }) => state === wanted).length;
  return { tests: cases.length, failures: sizeOf('failure'), errors: sizeOf('error') };
}

function element({ id, title, area, state, verdict, basis, text, detail, durationMs }: CaseView) {
  const head = attributes({ name: `${id} ${title}`, classname: area, time: inSeconds(durationMs) });
  if (verdict === 'attested') return `    <testcase${head}><system-out>${escapedText(text)}</system-out></testcase>`;
  if (state === 'pass') return `    <testcase${head}/>`;
  const type = { failure: basis, error: 'inconclusive', skipped: verdict }[state];
  const inside = attributes({ message: clip(text, longestMessage), type });
  const result = detail === '' ? `<${state}${inside}/>` : `<${state}${inside}>${escapedText(detail)}</${state}>`;
  return `    <testcase${head}>\n      ${result}\n    </testcase>`;
}

const attributes = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(printableLine(String(value)))}"`)
    .join('');

const escapedText = (value: string) => escaped(printable(clip(value, longestText)));

const escaped = (value: string) => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

// The schema allows three decimals, and no exponent.
const inSeconds = (milliseconds: number) =>
  (Number.isFinite(milliseconds) ? Math.max(0, milliseconds) / 1000 : 0).toFixed(3);
