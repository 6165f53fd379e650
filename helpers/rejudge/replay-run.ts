import { createHash } from 'node:crypto';
import type { Exchange } from '../../schemas/exchange.js';
import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { Report } from '../../schemas/types.js';
import { monotonic } from '../client/clock.js';
import { context, type RunContext } from '../client/context.js';
import { written } from '../client/record-exchange.js';
import { NotRecorded } from '../client/replay.js';
import { isCreation } from '../client/response.js';
import { Failed } from '../client/verdicts.js';
import { ofTheFile } from '../configuration/access-files.js';
import { type JudgedSettings, plainOf } from '../configuration/judged-settings.js';
import { settingNamed, settings as table } from '../configuration/settings.js';
import type { JournalEntry } from '../evidence/journal.js';
import { evidenceOf } from '../evidence/journal-to-evidence.js';
import { nearMissSecrets } from '../redaction/near-miss-keys.js';
import { endRun, namesAtEnd } from '../runner/end-run.js';
import { openContext } from '../runner/open-context.js';
import { runInProcess } from '../runner/run-in-process.js';
import { selected } from '../runner/select.js';
import { type Definition, titleOf } from '../runner/suite.js';
import { inputOf } from '../session/open-target.js';
import type { Tested } from '../session/tested.js';
import { recordedExchanges } from './recorded-exchanges.js';
import { createVirtualTime } from './virtual-time.js';

/** What the suites made of a recorded run. */
export type ReplayedRun = Awaited<ReturnType<typeof replayRun>>;

/** Why a run cannot be judged again at all, as a sentence; undefined where it can. */
export function whyNotJudgeable(
  { run, summary }: Report,
  evidence: readonly Exchange[] | undefined,
): string | undefined {
  if (!evidence) return 'evidence.har is not in the folder.';
  // A signal came before the first request, and before the checks were known.
  if (!run.complete && evidence.length === 0) return 'No request was sent.';
  if (run.shards && run.shards.here.length < run.shards.of) return 'It is a part of a run (`--shard`).';
  if (run.resumed) return 'It continues another run (`--resume`).';
  if (run.repeat !== undefined) return 'Its checks ran several times (`--repeat`).';
  if (run.settings !== undefined) return undefined;
  return summary.requests === 0
    ? 'No request was sent.'
    : 'Its evidence holds nothing to judge (`--evidence none`, or `shape` with CONFORMANCE_CUSTOMER), or an earlier version made it.';
}

/**
 * Runs the suites against a recorded run: its exchanges in the place of the network, its times in the place of the
 * clock. No request leaves the process.
 */
export async function replayRun(report: Report, evidence: readonly Exchange[], tested: Tested) {
  const { suites, atEnd, ...made } = await tested.tests();
  const { run, target } = report;
  const held = run.settings as unknown as JudgedSettings;
  // A key in hexadecimal, or a UUID, was not tried in the other letter case; nor is what stands for it.
  const form = evidence.some(triesOtherCase) ? 'base64url' : 'hex';
  const own = held.keys.map((name) => ({
    name,
    value: standIn(name, form),
    label: `$${settingNamed(name)?.variable}`,
  }));
  const keyNamed = (name: string) => own.find((key) => key.name === name)?.value;
  const secrets = [...own, ...nearMissSecrets(keyNamed('apiKey') ?? '', 0, keyNamed('otherApiKey'))];
  const senders = new Set(evidence.map(({ by = '' }) => by));
  const configuration = configurationOf(report, requirementsOf(report, senders, tested), own);
  const witnessed: Set<string> = new Set();
  const definitions = selected(suites, configuration)
    .filter(({ phase }) => phase !== 'cases')
    .map((definition) => noting(definition, witnessed));
  const time = createVirtualTime();
  const replay = recordedExchanges(evidence, {
    time,
    headers: tested.headers,
    // A creation whose response was cut names no customer; the others are compared.
    checks: new Set([...definitions.map(titleOf), namesAtEnd]),
    keys: new Map(secrets.map(({ label, value }) => [label, value])),
  });
  const opened = openContext(
    {
      ...inputOf(tested, { configuration, secrets, embedded: target.embedded }, new Date(run.startedAt), monotonic()),
      direct: true,
    },
    definitions,
    made,
  );
  opened.connection.close();
  const look = { ...(target.certificate && { certificate: { protocol: 'unknown', ...target.certificate } }) };
  const inFront = evidence.map(({ request }) => ofTheFile(request.headers)).find((headers) => headers.length > 0) ?? [];
  const context: RunContext = {
    ...opened,
    connection: { ...opened.connection, headers: inFront, look: async () => look },
    clock: time,
    replay,
    // Places without end: when requests begin follows from when responses arrived.
    rateLimiter: { take: async () => nothing, hold: nothing, end: nothing, places: configuration.concurrency },
    circuitBreaker: { answered: nothing, broke: nothing },
  };
  const findings: Finding[] = [];
  const faults: HarnessFault[] = [];
  await runInProcess(context, definitions, (ended) => {
    if (ended.kind === 'harness-fault') faults.push(ended);
    else findings.push(ended);
  });
  await endRun(context, atEnd);
  const left = new Set(replay.left());
  const unused = new Map([...senders].map((by) => [by, 0]));
  for (const { id, by = '' } of evidence) if (left.has(id)) unused.set(by, (unused.get(by) ?? 0) + 1);
  return {
    ...{ findings, lacking: replay.lacking, digested: replay.digested, withheld: replay.withheld },
    /** Checks that the evidence could not carry to their end, and those that rest on what is no exchange: a handshake. */
    ...{ faults, witnessed },
    /** The customers that the exchanges created, in terms of this run, and what puts recorded text into these terms. */
    ...{ customers: createdIn(context), renamed: replay.renamed },
    /** Exchanges that no check asked for; what sent those of the evidence, and how many of its own it did not ask for now. */
    ...{ left: [...left], senders: unused },
    /** Whether the evidence holds shapes in the place of all values. */
    isShape: configuration.evidence === 'shape',
    /** Checks that look through the responses to all others. */
    surveys: new Set(definitions.filter(({ phase }) => phase === 'last').map(titleOf)),
  };
}

const nothing = () => undefined;

/** The customers that a report has to list, in terms of this run, with an exchange that created each. */
function createdIn(run: RunContext) {
  const writes = run.responses
    .filter((response) => isCreation(response))
    .flatMap((response) => {
      const wrote = written(run, response);
      return wrote ? [{ id: response.exchange, wrote }] : [];
    });
  const exchanges = writes.map((one) => ({ ...one, entry: 'exchange' }) as JournalEntry);
  const { created } = evidenceOf([...exchanges, ...run.journal.entries]);
  const isOf = (one: Report['created'][number]) => (write: (typeof writes)[number]) =>
    write.wrote.tenant === one.tenant &&
    write.wrote.idempotencyKey === one.idempotencyKey &&
    write.wrote.resource === one.resource;
  return created.map((one) => ({ ...one, exchange: writes.find(isOf(one))?.id ?? '' }));
}

/** The configuration of a recorded run, with stand-ins for its keys. */
function configurationOf(
  { run, target }: Report,
  only: readonly string[],
  own: readonly { readonly name: string; readonly value: string }[],
): RunContext['configuration'] {
  const held = run.settings as unknown as JudgedSettings;
  return {
    ...Object.fromEntries(table.filter(({ kind }) => kind === 'flag').map(({ name }) => [name, false])),
    ...plainOf(held),
    // Generated cases are not judged.
    cases: 0,
    ...(held.headers.length > 0 && { headers: held.headers.map((name) => [name, standIn(name)]) }),
    ...Object.fromEntries(own.map(({ name, value }) => [name, value])),
    ...{ baseUrl: target.baseUrl, seed: run.seed, only, require: [], formats: ['json'] },
    // A year: the time of the run is over, and that of judging it is no part of it.
    deadlineSeconds: 31_536_000,
  } as unknown as RunContext['configuration'];
}

/** The requirements that a run tested. Whatever an edited report lacks, or says that it left out: what sent something ran. */
export function requirementsOf(
  { requirements }: Report,
  senders: Iterable<string>,
  { catalogue }: Pick<Tested, 'catalogue'>,
): string[] {
  const leftOut = new Set(requirements.flatMap((row) => (row.leftOut === undefined ? [] : [row.id as string])));
  for (const by of senders) leftOut.delete(by.split(' ', 1).join());
  return catalogue.map(({ id }) => id).filter((id) => !leftOut.has(id));
}

/** A check that notes by its title where it rests on what is no exchange, or on a fixture that read withheld values. */
function noting(definition: Definition, witnessed: Set<string>): Definition {
  if (definition.kind !== 'check') return definition;
  const title = titleOf(definition);
  const probe = async () => {
    try {
      const proof = await definition.probe();
      if (!proof.response) witnessed.add(title);
      return proof;
    } catch (error) {
      if (error instanceof Failed && !error.response) witnessed.add(title);
      if (error instanceof NotRecorded && error.isWithheld) context().replay?.masked(title, error.message);
      throw error;
    }
  };
  return { ...definition, probe };
}

/** What stands for a key that nobody knows any more: random, and as long as keys are. */
function standIn(name: string, form: 'base64url' | 'hex' = 'base64url'): string {
  return `Qk_replay_${createHash('sha512').update(name).digest(form).replace(/[-_]/g, '').slice(0, 40)}`;
}

function triesOtherCase({ request }: Exchange): boolean {
  return request.headers.some(([, value]) => value.includes('letter case swapped'));
}
