import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { consistent } from '../../reports/integrity/sealed.fixture.js';
import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { createRedactor } from '../redaction/redactor.js';
import { makeFolder } from '../run-folder/folder.js';
import { publish } from './publish.js';

const secret = 'sk_sandbox_5cKP35liiCgX44UA04YYN77wjWIB9PF';

function prepared() {
  const redactor = createRedactor([{ value: secret, label: 'Secret Key' }]);
  return {
    redactor,
    folder: makeFolder({ startedAt: new Date(), target: 'http://127.0.0.1/v1/', cwd: emptyFolder() }),
  };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['it stands as it is', ['html', 'har'], secret, 'evidence.har'],
  ['only decoding shows it', ['har'], base64(secret), 'evidence.har'],
] as const)('a secret in the evidence is found where %s: %j', async (_, chosen, written, file) => {
  const { report, evidence } = consistent();
  const { redactor, folder } = prepared();
  const [first, ...rest] = evidence;
  const leaky = [{ ...first, request: { ...first?.request, body: `{"key":"${written}"}` } } as typeof first, ...rest];
  const publication = { report, exchanges: leaky as typeof evidence, wanted: chosen };
  expect(() => publish(publication, { tested: fsapi, folder, redactor })).toThrow(
    `Nothing was published: a secret (Secret Key) was found in ${file}.`,
  );
  expect(readdirSync(folder.path)).toEqual(['created.json']);
  // Nobody was created, so nothing stays.
  folder.discard();
  expect(existsSync(folder.path)).toBe(false);
});
