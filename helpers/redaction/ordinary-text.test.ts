import { expect, test } from 'vitest';
import { formats } from '../../reports/formats/formats.js';
import { sample } from '../../reports/testing/sample.js';
import { nearMissSecrets } from '../../suites/authentication/near-miss-keys.js';
import { fsapi } from '../fsapi/fsapi.js';
import { createRedactor } from './redactor.js';

/** Keys as short as the configuration allows, and as long as they come; none is in a report. */
const keys = ['Sommer-2026!', 'test-key-0001', 'sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH', 'correct-horse-battery-staple'];

const { report, evidence } = sample();
const rendered = Promise.all(
  formats.map(async ({ name, render }) => ({ name, text: String(await render(report, evidence, fsapi)) })),
);

test.each(keys)('no text of a report is taken for the key %s, or a near miss of it', async (key) => {
  const redactor = createRedactor([{ value: key, label: '$CONFORMANCE_API_KEY' }, ...nearMissSecrets(key)]);
  expect(redactor.redact(report)).toBe(report);
  expect(redactor.withhold(evidence)).toBe(evidence);
  for (const { name, text } of await rendered) expect(redactor.finds(text), name).toEqual([]);
});
