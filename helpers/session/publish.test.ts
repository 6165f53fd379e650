import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withEvidenceDigest } from '../../reports/integrity/evidence-digest.js';
import { consistent } from '../../reports/integrity/sealed.fixture.js';
import { emptyFolder } from '../cli/testing/command.js';
import { createRedactor } from '../redaction/redactor.js';
import { makeFolder } from '../run-folder/folder.js';
import { publish } from './publish.js';

const secret = 'sk_sandbox_5cKP35liiCgX44UA04YYN77wjWIB9PF';

function prepared() {
  const redactor = createRedactor();
  redactor.addSecret(secret, 'Secret Key');
  return { redactor, folder: makeFolder(new Date(), emptyFolder()) };
}

test('a report in PDF is published with the others', async () => {
  const { report, evidence } = consistent();
  const { redactor, folder } = prepared();
  expect(await publish(report, evidence, { folder, redactor, chosen: ['pdf'] })).toBeUndefined();
  expect(readFileSync(join(folder.final, 'report.pdf'), 'latin1')).toMatch(/^%PDF-1\.7/);
  expect(existsSync(join(folder.final, 'report.html'))).toBe(false);
});

const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['a packed file would hide it', ['pdf'], secret, 'the evidence'],
  ['only decoding shows it', ['html'], base64(base64(secret)), 'the evidence'],
  ['only decoding shows it', ['html', 'har'], base64(base64(secret)), 'evidence.har'],
] as const)('a secret in the evidence is found where %s: %j', async (_, chosen, written, file) => {
  const { report, evidence } = consistent();
  const { redactor, folder } = prepared();
  const [first, ...rest] = evidence;
  const leaky = [{ ...first, request: { ...first?.request, body: `{"key":"${written}"}` } } as typeof first, ...rest];
  const sealed = withEvidenceDigest(report, leaky as typeof evidence);
  const found = await publish(sealed, leaky as typeof evidence, { folder, redactor, chosen });
  expect(found).toEqual({ file, label: 'Secret Key' });
  expect(readdirSync(folder.final)).toEqual(['created.json']);
  // Nobody was created, so nothing stays.
  folder.discard();
  expect(existsSync(folder.final)).toBe(false);
});
