import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withEvidence } from '../../reports/integrity/evidence-digest.js';
import { consistent } from '../../reports/integrity/sealed.fixture.js';
import { pathOf, skipWithout } from '../../reports/testing/system-tools.js';
import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { createRedactor } from '../redaction/redactor.js';
import { makeFolder } from '../run-folder/folder.js';
import { publish } from './publish.js';

const secret = 'sk_sandbox_5cKP35liiCgX44UA04YYN77wjWIB9PF';

function prepared() {
  const redactor = createRedactor();
  redactor.addSecret(secret, 'Secret Key');
  return { redactor, folder: makeFolder(new Date(), emptyFolder()) };
}

test('a report in PDF is published with the others, and sealed as they are', async (context) => {
  skipWithout(context, 'chromium');
  const { report, evidence } = consistent();
  const { redactor, folder } = prepared();
  const browser = pathOf('chromium');
  const wanted = { formats: ['pdf'], browser } as const;
  expect(await publish({ report, evidence }, wanted, { tested: fsapi, folder, redactor })).toEqual({
    leftOut: [],
    unstored: [],
  });
  expect(readFileSync(join(folder.final, 'report.pdf'), 'latin1')).toMatch(/^%PDF-1\.\d/);
  expect(existsSync(join(folder.final, 'report.html'))).toBe(false);
  expect(readFileSync(join(folder.final, 'manifest.json'), 'utf8')).toContain('"report.pdf"');
});

test.each([
  [
    'there is no browser',
    undefined,
    /^report\.pdf was left out: there is no Chrome or Chromium of version 131 or later here\./,
  ],
  [
    'the browser prints nothing',
    '/bin/false',
    /^report\.pdf was left out: the browser printed nothing, it ended with 1\./,
  ],
])('where %s the other files are published, and a sentence says so', async (_, browser, sentence) => {
  const { report, evidence } = consistent();
  const { redactor, folder } = prepared();
  const outcome = await publish(
    { report, evidence },
    { formats: ['html', 'pdf'], browser },
    { tested: fsapi, folder, redactor },
  );
  expect(readdirSync(folder.final).sort()).toEqual(['created.json', 'manifest.json', 'report.html', 'report.json']);
  expect(outcome).toEqual({ leftOut: [expect.stringMatching(sentence)], unstored: [] });
});

const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['a packed file would hide it', ['pdf'], secret, 'the evidence'],
  ['a browser would print it', ['pdf', 'har'], secret, 'evidence.har'],
  ['only decoding shows it', ['html'], base64(base64(secret)), 'the evidence'],
  ['only decoding shows it', ['html', 'har'], base64(base64(secret)), 'evidence.har'],
] as const)('a secret in the evidence is found where %s: %j', async (_, chosen, written, file) => {
  const { report, evidence } = consistent();
  const { redactor, folder } = prepared();
  const [first, ...rest] = evidence;
  const leaky = [{ ...first, request: { ...first?.request, body: `{"key":"${written}"}` } } as typeof first, ...rest];
  const sealed = withEvidence(report, leaky as typeof evidence);
  const publication = { report: sealed.report, evidence: leaky as typeof evidence };
  const outcome = await publish(publication, { formats: chosen }, { tested: fsapi, folder, redactor });
  expect(outcome).toEqual({ secret: { file, label: 'Secret Key' } });
  expect(readdirSync(folder.final)).toEqual(['created.json']);
  // Nobody was created, so nothing stays.
  folder.discard();
  expect(existsSync(folder.final)).toBe(false);
});
