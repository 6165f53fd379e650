import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { UsageError } from '../../configuration/usage-error.js';
import { emptyFolder } from '../testing/command.js';
import { command } from './trace.js';

/** One item of the specification, as far as a test has to know it. */
const known = '## Authentication\n\n7. Requests must use HTTPS.\n';

function traced(markdown: string, ...options: string[]) {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'SPEC.md'), markdown);
  const read = (file: string) => readFileSync(join(cwd, file), 'utf8');
  return { status: () => command.run('trace', ['SPEC.md', ...options], { cwd, env: {} }), read };
}

test('sentences that the catalogue has and the copy does not are status 1, and the files say which', async () => {
  const { status, read } = traced(`\uFEFF${known}`, '--out', 'a.html', '--out', 'a.csv', '--out', 'a.json');
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const given = await status();
  const output = printed.mock.calls.join('');
  printed.mockRestore();
  expect(given).toBe(1);
  expect(output).toMatch(/^\d+ sentences need a review\. .*\nGONE {5}Introduction: It was exempt: /);
  expect(output).toContain('GONE     Authentication, item 8: Review AUTH-01, ');
  expect(read('a.html')).toMatch(/>\d+ sentences need a review</);
  expect(read('a.csv')).toContain('"Authentication, item 7","covered"');
  expect(JSON.parse(read('a.json'))).toMatchObject({
    sections: [{ cited: 'Authentication', clauses: [{ kind: 'service' }] }],
  });
});

test.each<[string, string, string[], string]>([
  ['another document', '# Other\n\nNothing of it.\n', [], 'has no sentence of'],
  ['a format that there is not', known, ['--out', 'trace.pdf'], '--out ends in .html, .csv or .json'],
  ['a report that is not there', known, ['--report', 'nowhere'], 'does not exist'],
  ['a copy nested too deep', `${'>'.repeat(20_000)} x\n`, [], '"SPEC.md"'],
  ['a copy of 200 KiB', 'word '.repeat(40_000), [], 'has more than 128 KiB'],
])('%s is status 2', (_, markdown, options, message) => {
  const call = traced(markdown, ...options).status;
  expect(call).toThrow(UsageError);
  expect(call).toThrow(message);
});
