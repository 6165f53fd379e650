import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../schemas/package-root.js';
import { UsageError } from '../configuration/usage-error.js';
import { InternalError, WithheldError } from './errors.js';
import { serve } from './listener.js';
import type { Answer, Outcome, Request } from './messages.js';
import type { ConformanceOptions } from './options.js';

const entry = fileURLToPath(new URL('.build/helpers/api/child-run.js', packageRoot));

/** Variables that say where the machine keeps its things and what a terminal can show, never what a run does. */
const ofMachine =
  /^(PATH|HOME|TMPDIR|TEMP|TMP|SYSTEMROOT|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|LANG|LC_.*|TZ|TERM|NO_COLOR|FORCE_COLOR)$/i;
/** Variables of whoever runs tests around this, which the runner inside would take for its own. */
const ofRunner = /^(VITEST.*|TEST|NODE_ENV|NODE_OPTIONS|NODE_V8_COVERAGE|PROD|DEV)$/;

/**
 * One run in a process of its own: what the runner of the suites does to the process that it is in, handlers of
 * signals and exit status among it, stays there. It ends with this process, whatever becomes of it.
 * @throws UsageError, InternalError, WithheldError
 */
export async function runInProcess(options: ConformanceOptions): Promise<Outcome> {
  const { listener, print = false, readEnvironment = false, decisions, ...others } = options;
  if (listener !== undefined && others.baseUrl !== undefined)
    throw new UsageError('listener and baseUrl are both given; only one can be asked.');
  const served = listener === undefined ? undefined : await serve(listener);
  try {
    const named = { ...others, decisionsFile: decisions, ...(served && { baseUrl: served.baseUrl }) };
    const answer = await ask({ named, readEnvironment }, print);
    if (answer.kind === 'outcome') return answer;
    if (answer.kind === 'usage') throw new UsageError(answer.message);
    throw new (answer.kind === 'internal' ? InternalError : WithheldError)(answer.message);
  } finally {
    await served?.close();
  }
}

function ask(request: Request, print: boolean): Promise<Answer> {
  const kept = Object.entries(process.env).filter(([name]) =>
    request.readEnvironment ? !ofRunner.test(name) : ofMachine.test(name),
  );
  const child = fork(entry, [], {
    env: Object.fromEntries(kept),
    // Not those of this process: a debugger's port, a loader of somebody's own.
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', print ? 'inherit' : 'ignore', print ? 'inherit' : 'ignore', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    let answer: Answer | undefined;
    child.on('message', (message: Answer) => {
      answer = message;
    });
    child.on('error', (error) =>
      reject(new InternalError(`The process of the run could not be started: ${error.message}`)),
    );
    child.on('close', (code, signal) => {
      if (answer) return resolve(answer);
      reject(
        new InternalError(`The process of the run ended before it told its outcome (${signal ?? `status ${code}`}).`),
      );
    });
    try {
      child.send(request, (error) => {
        if (error) child.kill();
      });
    } catch {
      child.kill();
      reject(new UsageError('An option holds a function, or something else that is no plain value.'));
    }
  });
}
