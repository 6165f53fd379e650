import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Exchange } from '../../schemas/exchange.js';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Report } from '../../schemas/types.js';
import { allHostile, flooded, poisoned } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import type { Format } from './formats.js';
import { renderHar } from './har.js';
import { renderJunit } from './junit.js';

/** A format with a judge that is not ours: what it has against a document, which is nothing where that is valid. */
interface Judged {
  readonly render: Format['render'];
  readonly complaints: (document: string) => readonly string[] | Promise<readonly string[]>;
  readonly broken: string;
  /** Characters that a report may take in which each place of a target holds 100,000; absent where all are kept. */
  readonly most?: number;
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

/** By the schema that Jenkins publishes. */
async function byXmllint(contents: string): Promise<readonly string[]> {
  const schema = {
    fileName: 'junit-10.xsd',
    contents: readFileSync(new URL('../testing/published/junit-10.xsd', import.meta.url), 'utf8'),
  };
  const { errors } = await validateXML({ xml: [{ fileName: 'junit.xml', contents }], schema });
  return errors.map(({ rawMessage }) => rawMessage);
}

/** With the addresses of the sample: the client sends to addresses only, so that what is recorded is one. */
function renderSentHar(report: Report, evidence: readonly Exchange[]): string {
  const urls = sample().evidence.map(({ request }) => request.url);
  const sent = evidence.map((one, at) => ({ ...one, request: { ...one.request, url: urls[at] ?? '' } }));
  return renderHar(report, sent);
}

const formats: Readonly<Record<string, Judged>> = {
  har: { render: renderSentHar, complaints: harSchema(), broken: '{"log":{}}' },
  junit: { render: renderJunit, complaints: byXmllint, broken: '<testsuites><testcase/></testsuites>', most: 300_000 },
};

describe.each(Object.entries(formats))('%s', (_, { render, complaints, broken }) => {
  test('is valid by a judge that is not ours, and that judge would tell', async () => {
    const { report, evidence } = sample();
    expect(await complaints(render(report, evidence, fsapi))).toEqual([]);
    expect(await complaints(broken)).not.toEqual([]);
  });

  test('is valid where nothing was judged', async () => {
    const skipped = sample().report.requirements.map(({ id }) => [id, 'skipped' as const]);
    const { report, evidence } = sample(Object.fromEntries(skipped));
    expect(await complaints(render(report, evidence, fsapi))).toEqual([]);
  });

  test('is valid whatever a target sends', async () => {
    const { report, evidence } = poisoned(allHostile);
    expect(await complaints(render(report, evidence, fsapi))).toEqual([]);
  });
});

test('a text of 100,000 letters in each place is cut, but in the evidence', () => {
  const { report, evidence } = flooded('w '.repeat(50_000));
  for (const { render, most } of Object.values(formats))
    if (most !== undefined) expect(render(report, evidence, fsapi).length).toBeLessThan(most);
});
