import { expect, test } from 'vitest';
import { serve } from '../api/listener.js';
import { emptyFolder, keys, runHere } from '../cli/testing/command.js';
import { plainLog } from './ci-job.js';

function written(text: string, env: NodeJS.ProcessEnv): string {
  let all = '';
  const stream = { write: (piece: string) => (all += piece) } as unknown as NodeJS.WriteStream;
  plainLog(stream, env).write(text);
  return all;
}

test('in the log of a job no line of a target is a command, and nothing else changes', () => {
  const text = 'a ::b::\n  ::error::x\n::stop-commands::y\r\n\t::z\n##[group]a ##[set-env name=b]c\n1:2 ::\n';
  const log = written(text, { GITHUB_ACTIONS: 'true' });
  for (const line of log.split(/[\r\n]+/)) expect(line.trim()).not.toMatch(/^::|##\[/);
  expect(log).toContain('a ::b::\n  : :error::x\n');
  expect(log).toContain('1:2 ::\n');
  expect(written(text, {})).toBe(text);
});

/** A target that answers everything with commands for whoever reads the log of a job. */
const words = '::error::injected ##[error]injected ::stop-commands::injected';

test('a target’s words give no command, whatever is printed of them', async () => {
  const { baseUrl, close } = await serve((request, response) => {
    request.resume();
    const right = request.headers['api-key'] === keys.CONFORMANCE_API_KEY;
    response.writeHead(right ? 201 : 403, { 'content-type': words }).end(JSON.stringify({ id: words, words }));
  }, '/v1/');
  const env = { CONFORMANCE_BASE_URL: baseUrl, ...keys };
  const argv = ['--only', 'AUTH-01,HTTP-03', '--format', 'json'];
  const job = await runHere(argv, { ...env, GITHUB_ACTIONS: 'true' }, emptyFolder());
  const elsewhere = await runHere(argv, env, emptyFolder());
  await close();
  expect(job.status, job.stdout).toBe(1);
  const lines = (job.stdout + job.stderr).split('\n').map((line) => line.trim());
  expect(lines.filter((line) => line.startsWith('::') || line.includes('##['))).toEqual([]);
  expect(elsewhere.stdout).toContain(words.slice(0, 60));
  expect(job.stdout).not.toContain(keys.CONFORMANCE_API_KEY);
});
