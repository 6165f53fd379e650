import { unsigned } from '../../../../reports/model/settlement.js';
import { terminalCapabilities } from '../../../../reports/terminal/capabilities.js';
import { forTerminal, hanging, wrap } from '../../../../reports/terminal/sanitise.js';
import { counted } from '../../../../reports/text/counted.js';
import { formatJson } from '../../../../reports/text/format-json.js';
import { groupOf, type Specification } from '../../../../schemas/specification.js';
import type { DecisionEntry } from '../../../../schemas/types.js';
import { monotonic } from '../../../client/clock.js';
import { isCreation } from '../../../client/response.js';
import { readConfiguration } from '../../../configuration/configuration.js';
import { readDotEnv } from '../../../configuration/dot-env.js';
import { environmentSecrets } from '../../../configuration/environment-secrets.js';
import { UsageError } from '../../../configuration/usage-error.js';
import { createRedactor, type Redactor } from '../../../redaction/redactor.js';
import { openContext } from '../../../runner/open-context.js';
import { inputOf, openTarget } from '../../../session/open-target.js';
import { startTarget } from '../../../target-process/start.js';
import { defineCommand, type Outcome, type Surroundings } from '../../define-command.js';
import { examine } from './examination.js';

/** Requests that a look at a target may take. */
const mostRequests = 10;

/** `doctor`: whether a run could be conclusive, before the first one. */
export const command = defineCommand({
  options: {
    'base-url': { value: 'URL', help: 'base URL of the target, including its version segment' },
    'env-file': { value: 'FILE', help: 'file of variables to read instead of .env' },
    profile: { value: 'NAME', help: 'profile of the run: full, single-tenant or read-only' },
    start: { value: 'COMMAND', help: 'shell command that starts the target before, and is stopped after it' },
    declare: { help: 'print what a mock lacks, as entries of the decisions file' },
    by: { value: 'NAME', help: 'with --declare: the person who declares it' },
    reason: { value: 'TEXT', help: 'with --declare: why' },
  },
  exits: {
    0: 'ready: nothing stands in the way of a conclusive run; with --declare, the entries were printed',
    1: 'not ready',
    2: 'usage or configuration error; nothing was sent',
  },
  run: async ({ values: { json: _, declare, by, reason, ...options } }, surroundings) => {
    const argv = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
    if (!declare && (by ?? reason) !== undefined) throw new UsageError('--by and --reason go with --declare.');
    const examined = await doctor(argv, surroundings, declare);
    const lines = linesOf(examined, surroundings);
    if (examined.lacks) {
      const signed = {
        by: by ?? unsigned.by,
        on: new Date().toISOString().slice(0, 10),
        reason: reason ?? unsigned.reason,
      };
      const entries = examined.lacks.map((id): DecisionEntry => ({ id, kind: 'lack', ...signed }));
      return declaration(entries, surroundings.tested, lines);
    }
    const { warnings: notes } = examined;
    return { status: examined.ready ? 0 : 1, lines, data: examined, notes };
  },
});

/** What a mock lacks as entries of the decisions file: on the standard output, so that they can be written to one. */
function declaration(
  entries: readonly DecisionEntry[],
  specification: Specification,
  looked: readonly string[],
): Outcome {
  const unmet = entries.map(({ id }) => `${id}: no client of this mock meets ${groupOf(specification, id).unmet}.`);
  const next =
    entries.length === 0
      ? 'It lacks nothing that ten requests show: a run needs no declaration.'
      : 'Write them to decisions.json. They hold where CONFORMANCE_ENVIRONMENT is mock; what else it lacks a run shows.';
  return { status: 0, lines: [formatJson(entries)], data: entries, notes: [...looked, '', ...unmet, next] };
}

/**
 * Looks at the configured target, with ten requests at most.
 * @param declares whether what a mock lacks is looked for
 * @throws UsageError as a run would, before anything is sent
 */
export async function doctor(argv: readonly string[], { env, cwd, tested }: Surroundings, declares = false) {
  const { configuration, secrets, warnings } = readConfiguration({ specification: tested, argv: [...argv], env, cwd });
  if (declares && configuration.environment === 'live')
    throw new UsageError('--declare is for a mock, and the environment is live (CONFORMANCE_ENVIRONMENT).');
  if (configuration.embedded) throw new UsageError('doctor looks at a target, and the embedded server is none.');
  const target = await openTarget(configuration, secrets, tested);
  // A target that is started may print what `.env` holds, too.
  const filed = configuration.start === undefined ? {} : readDotEnv(cwd, configuration.envFile);
  const outside = { ...filed, ...env };
  const redactor = createRedactor([...target.secrets, ...environmentSecrets(outside, configuration, tested)]);
  const input = {
    ...inputOf(tested, target, new Date(), monotonic()),
    // It writes no file, so it shows the target's own words.
    configuration: { ...target.configuration, concurrency: 1, evidence: 'full' as const },
    ...{ mostRequests, direct: env !== process.env },
  };
  const { looks, ...made } = await tested.tests();
  const started = await startHere(target.configuration, { env: outside, cwd, redactor });
  const run = openContext(input, [], made, redactor);
  try {
    const { looked, lacks } = redactor.redactDeep(await examine(run, looks, declares));
    const customers = run.responses
      .filter((response) => isCreation(response))
      .map(({ request }) => {
        const { body = {}, operation, idempotencyKey = '' } = request;
        const { resource } = operation;
        return [
          idempotencyKey,
          {
            email: made.resources?.[resource]?.owner?.(body).email ?? `a ${resource} without an e-mail address`,
            idempotencyKey,
          },
        ] as const;
      });
    // A repeat is no other customer.
    const created = [...new Map(customers).values()];
    // Whether a run would be conclusive, as far as these looks go.
    const ready = looked.every(({ state }) => state !== 'problem');
    const target = run.connection.base.href;
    return { target, warnings, ready, looked, ...(lacks && { lacks }), requests: run.requests, created };
  } finally {
    run.connection.close();
    await started?.stop();
    await target.close();
  }
}

/** Starts the target where a command does. A signal stops it before it ends the process. @throws UsageError as a run would */
async function startHere(
  configuration: Parameters<typeof startTarget>[0],
  of: Pick<Surroundings, 'env' | 'cwd'> & { redactor: Redactor },
) {
  const never = new Promise<never>(() => {});
  const warn = (line: string) => process.stderr.write(`${line}\n`);
  const started = await startTarget(configuration, { ...of, halt: never, hurry: never, tell: () => {}, warn });
  const end = () => void started?.stop().then(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) if (started) process.once(signal, end);
  if (started?.silent === undefined) return started;
  await started.stop();
  throw new UsageError(started.silent);
}

const [stateColumns, topicColumns, columns] = [9, 20, 100];

function linesOf(
  { ready, looked, requests, created }: Awaited<ReturnType<typeof doctor>>,
  { env, tested: { headers } }: Surroundings,
): readonly string[] {
  const { unicode } = terminalCapabilities(process.stdout, env);
  const lines = looked.flatMap(({ topic, state, text }) => {
    const before = `${state.padEnd(stateColumns)}${topic.padEnd(topicColumns)}`;
    return hanging(before, before.length, wrap(forTerminal(text, unicode), columns - before.length));
  });
  const problems = looked.filter(({ state }) => state === 'problem').length;
  const made = created.map(
    ({ email, idempotencyKey }) =>
      `Created, and no operation deletes it: ${[email, headers.idempotencyKey && `${headers.idempotencyKey} ${idempotencyKey}`].filter(Boolean).join(', ')}`,
  );
  const verdict = ready ? 'READY' : `NOT READY  ${counted(problems, 'problem')}.`;
  return [...lines, '', verdict, `${counted(requests, 'request')}.`, ...made];
}
