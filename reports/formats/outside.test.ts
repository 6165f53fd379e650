import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Exchange } from '../../schemas/exchange.js';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Report } from '../../schemas/types.js';
import type { Verdict } from '../../schemas/verdict.js';
import { renderHtml } from '../page/page.js';
import { allHostile, flooded, poisoned } from '../testing/hostile.js';
import { type Sample, sample } from '../testing/sample.js';
import type { Format } from './formats.js';
import { renderHar } from './har.js';
import { renderJunit } from './junit.js';

/** A format with a judge that is not ours. */
interface Judged {
  readonly render: Format['render'];
  readonly complaints: (document: string) => readonly string[] | Promise<readonly string[]>;
  readonly broken: string;
  /** Characters that a report may take in which each place of a target holds 100,000. */
  readonly most: number;
}

const require = createRequire(import.meta.url);

function harSchema(): Judged['complaints'] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object);
  const schemas = require('har-schema') as Record<string, { $id: string }>;
  for (const schema of Object.values(schemas)) ajv.addSchema(schema);
  const valid = ajv.getSchema('har.json#');
  return (document) => {
    valid?.(JSON.parse(document));
    return (valid?.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** With all that this validator recommends but two rules. */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    // Text of a target keeps the spaces at the ends of its lines. The other is a rule of search engines.
    rules: { 'no-trailing-whitespace': 'off', 'long-title': 'off' },
  }),
);
async function byHtmlValidate(page: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(page);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, line, message }) => `${ruleId} ${line} ${message}`));
}

/** By the schema that Jenkins publishes. */
async function byXmllint(contents: string): Promise<readonly string[]> {
  const schema = readFileSync(new URL('../testing/published/junit-10.xsd', import.meta.url), 'utf8');
  const xml = [{ fileName: 'junit.xml', contents }];
  const { errors } = await validateXML({ xml, schema: { fileName: 'junit-10.xsd', contents: schema } });
  return errors.map(({ rawMessage }) => rawMessage);
}

/** The client sends to addresses only, so that what is recorded is one. */
function renderSentHar(report: Report, evidence: readonly Exchange[]): string {
  const urls = sample().evidence.map(({ request }) => request.url);
  const sent = evidence.map((one, at) => ({ ...one, request: { ...one.request, url: urls[at] ?? '' } }));
  return renderHar(report, sent);
}

const formats: Readonly<Record<string, Judged>> = {
  html: { render: renderHtml, complaints: byHtmlValidate, broken: '<p><div></p>', most: 2_000_000 },
  har: { render: renderSentHar, complaints: harSchema(), broken: '{"log":{}}', most: 100_000_000 },
  junit: { render: renderJunit, complaints: byXmllint, broken: '<testsuites><testcase/></testsuites>', most: 300_000 },
};

const withVerdict = (verdict: Verdict, ids: readonly string[]) =>
  sample(Object.fromEntries(ids.map((id) => [id, verdict])));
const all = sample().report.requirements.map(({ id }) => id);
const samples: Readonly<Record<string, Sample>> = {
  'a run with findings': sample(),
  'a conformant run': withVerdict('pass', ['AUTH-06', 'IDEM-02', 'CUST-09', 'IDEM-03', 'ACCT-02']),
  'a run in which nothing was judged': withVerdict('skipped', all),
  'a run whose target sends what is hostile': poisoned(allHostile),
  'a run whose target sends 100,000 letters in each place': flooded('w '.repeat(50_000)),
};

describe.each(Object.entries(formats))('%s', (_, { render, complaints, broken, most }) => {
  test.each(Object.entries(samples))(
    'of %s is valid by a judge that is not ours',
    async (name, { report, evidence }) => {
      const document = render(report, evidence, fsapi);
      expect(await complaints(document)).toEqual([]);
      if (name.includes('100,000')) expect(document.length).toBeLessThan(most);
    },
  );

  test('that is broken is found', async () => {
    expect(await complaints(broken)).not.toEqual([]);
  });
});
