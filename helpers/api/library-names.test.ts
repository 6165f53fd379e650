import { expect, test } from 'vitest';
import { inLibraryNames } from './library-names.js';

test('settings have the names of the library, and what a shell reads stays', () => {
  expect(inLibraryNames('Set `CONFORMANCE_OTHER_TENANT_ID` and CONFORMANCE_OTHER_API_KEY.')).toBe(
    'Set `otherTenantId` and otherApiKey.',
  );
  expect(inLibraryNames('Pass `--webhook-port`, or --no-such-option.')).toBe(
    'Pass `webhookPort`, or --no-such-option.',
  );
  const line = `curl -i --data-raw '{}' -H "Api-Key: $CONFORMANCE_API_KEY"`;
  expect(inLibraryNames(line)).toBe(line);
});
