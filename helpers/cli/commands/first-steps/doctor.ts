import { unsigned } from '../../../../reports/model/settlement.js';
import { hanging } from '../../../../reports/terminal/style.js';
import { counted } from '../../../../reports/text/counted.js';
import { printableLine } from '../../../../reports/text/printable.js';
import { escapedJson } from '../../../../schemas/escaped-json.js';
import { groupOf, type Specification } from '../../../../schemas/specification.js';
import type { DecisionEntry } from '../../../../schemas/types.js';
import { emailIn } from '../../../client/record-exchange.js';
import { isCreation } from '../../../client/response.js';
import { openContext } from '../../../runner/open-context.js';
import { prepare } from '../../../session/prepare.js';
import { start } from '../../../session/run.js';
import { readConfiguration } from '../../../settings/configuration.js';
import { UsageError } from '../../../settings/usage-error.js';
import type { Outcome, Place } from '../../place.js';
import { examine } from './examination.js';

/** Requests that a look at a target may take. */
const mostRequests = 10;

/** The options of `doctor`. */
interface DoctorOptions {
  readonly start?: string;
  readonly declare?: boolean;
}

const [stateColumns, topicColumns, columns] = [9, 20, 100];

/** `doctor`: whether a run could be conclusive, before the first one. */
export async function doctor({ options }: { readonly options: DoctorOptions }, place: Place): Promise<Outcome> {
  const { looked, lacks, ready, requests, created } = await lookAt(options, place);
  const lines = [
    ...looked.flatMap(({ topic, state, text }) =>
      hanging(`${state.padEnd(stateColumns)}${topic.padEnd(topicColumns)}`, printableLine(text), columns),
    ),
    '',
    ready ? 'READY' : `NOT READY  ${counted(looked.filter(({ state }) => state === 'problem').length, 'problem')}.`,
    `${counted(requests, 'request')}.`,
    ...created.map((customer) => `Created, and no operation can delete it: ${customer}`),
  ];
  return lacks ? declaration(lacks, place.tested, lines) : { status: ready ? 0 : 1, lines };
}

/** What a mock lacks as entries of the decisions file: on the standard output, so that they can be written to one. */
function declaration(lacks: readonly string[], specification: Specification, looked: readonly string[]): Outcome {
  const on = new Date().toISOString().slice(0, 10);
  const entries = lacks.map((id): DecisionEntry => ({ id, kind: 'lack', on, ...unsigned }));
  const unmet = lacks.map(
    (id) => `${id}: a client tested against this mock alone never sees ${groupOf(specification, id).unmet}.`,
  );
  const next =
    lacks.length === 0
      ? 'Ten requests found nothing that this mock lacks, so no declaration is needed.'
      : 'Fill in "by" and "reason", and write the entries to decisions.json. They count where CONFORMANCE_ENVIRONMENT is mock. A run shows what else the mock lacks.';
  return { status: 0, lines: [escapedJson(entries, 2)], notes: [...looked, '', ...unmet, next] };
}

/** Looks at the configured target, with ten requests at most. @throws UsageError as a run would, before anything is sent */
export async function lookAt({ start: command, declare = false }: DoctorOptions, { env, cwd, tested }: Place) {
  const read = readConfiguration({ specification: tested, named: { start: command }, env, cwd });
  if (declare && read.configuration.environment === 'live')
    throw new UsageError('--declare is for a mock, and the environment is live (CONFORMANCE_ENVIRONMENT).');
  if (read.configuration.embedded)
    throw new UsageError('doctor examines a target; the embedded reference server is not one.');
  // It writes no file, so it shows the target's own words.
  const { out: _, ...configuration } = {
    ...read.configuration,
    concurrency: 1,
    evidence: 'full' as const,
    quiet: true,
  };
  const environment = { tested, env, cwd, out: process.stdout, keepsFiles: false };
  const prepared = await prepare({ ...read, configuration }, environment);
  const { target, redactor } = prepared;
  const { looks, ...made } = await tested.tests();
  const started = await start(prepared, environment, new Promise(() => {}));
  // A signal stops what was started before it ends the process.
  const end = () => void started?.stop().then(() => process.exit(130));
  if (started) process.once('SIGINT', end).once('SIGTERM', end);
  const run = openContext({ ...prepared.input, mostRequests }, [], made, redactor);
  try {
    if (started?.silent !== undefined) throw new UsageError(started.silent);
    const { looked, lacks } = redactor.redact(await examine(run, looks, declare));
    // By their keys: a repeat is no other customer.
    const created = new Map(
      run.responses
        .filter((response) => isCreation(response))
        .map(({ request: { body = {}, operation, idempotencyKey = '' } }) => {
          const email = emailIn(body) ?? `a ${operation.resource} without an e-mail address`;
          return [idempotencyKey, `${email}, ${tested.headers.idempotencyKey} ${idempotencyKey}`] as const;
        }),
    );
    // Whether a run would be conclusive, as far as these looks go.
    const ready = looked.every(({ state }) => state !== 'problem');
    const about = { ready, requests: run.requests, created: [...created.values()] };
    return { ...about, looked, ...(lacks && { lacks }) };
  } finally {
    run.connection.close();
    await started?.stop();
    await target.close();
  }
}
