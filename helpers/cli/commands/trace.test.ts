import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, emptyFolder } from '../testing/command.js';

/** One item of the specification, as far as a test has to know it. */
const known = '## Authentication\n\n7. Requests must use HTTPS.\n';

function traced(markdown: string, ...options: string[]) {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'SPEC.md'), markdown);
  return call(['trace', 'SPEC.md', ...options], {}, cwd);
}

test('sentences that the catalogue has and the copy does not are status 1, and are named', async () => {
  const { status, stdout } = await traced(`\uFEFF${known}`);
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^\d+ of \d+ sentences and table rows to review\.\ncovered {2}Authentication, item 7: HTTP-01, HTTP-02\n/,
  );
  expect(stdout).toMatch(/^GONE {5}Introduction: It was exempt: /m);
  expect(stdout).toMatch(/^GONE {5}Authentication, item 8: Review AUTH-01, /m);
});

test('--json gives programs the place, the digest and the requirements of each sentence', async () => {
  const { stdout } = await traced(`${known}8. New.\n`, '--json');
  const [first, second, third] = JSON.parse(stdout);
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
  const at = { heading: ['Authentication'], at: '7', text: 'Requests must use HTTPS.', sha256 };
  expect(first).toEqual({
    status: 'covered',
    place: 'Authentication, item 7',
    ...at,
    kind: 'service',
    requirements: ['HTTP-01', 'HTTP-02'],
  });
  expect(second).toMatchObject({ status: 'changed', place: 'Authentication, item 8', text: 'New.' });
  expect(third).toMatchObject({ status: 'gone' });
});

test.each<[string, string, string]>([
  ['another document', '# Other\n\nNothing of it.\n', 'has no sentence of'],
  ['a copy nested too deep', `${'>'.repeat(20_000)} x\n`, '"SPEC.md" cannot be read as Markdown'],
  ['a copy of 200 KiB', 'word '.repeat(40_000), 'has more than 128 KiB'],
])('%s is status 2', async (_, markdown, message) => {
  expect(await traced(markdown)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(message) });
});
