import { expect, test } from 'vitest';
import { formats } from '../../reports/formats/formats.js';
import { sample } from '../../reports/testing/sample.js';
import { fsapi } from '../fsapi/fsapi.js';
import { nearMissSecrets } from './near-miss-keys.js';
import { createRedactor, ownButObserved, ownShape } from './redactor.js';

/** Keys as short as the configuration allows, and as long as they come; none is in a report. */
const keys = ['Sommer-2026!', 'test-key-0001', 'sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH', 'correct-horse-battery-staple'];

const { report, evidence } = sample();
const files = formats.map(({ name, render }) => ({ name, isDerived: name !== 'json' && name !== 'har', render }));
const rendered = Promise.all(
  files
    .filter(({ name }) => name !== 'pdf')
    .map(async ({ name, isDerived, render }) => ({
      name,
      isDerived,
      text: String(await render(report, evidence, fsapi)),
    })),
);

test.each(keys)('no text of a report is taken for the key %s, or a near miss of it', async (key) => {
  const redactor = createRedactor([{ value: key, label: '$CONFORMANCE_API_KEY' }, ...nearMissSecrets(key)]);
  expect(redactor.redactDeep(report, ownButObserved)).toBe(report);
  expect(evidence.filter((exchange) => redactor.redactDeep(exchange, ownShape) !== exchange)).toEqual([]);
  for (const { name, isDerived, text } of await rendered) expect(redactor.finds(text, { isDerived }), name).toEqual([]);
});
