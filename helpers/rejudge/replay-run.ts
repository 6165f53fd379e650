import { createHash } from 'node:crypto';
import { isPart } from '../../reports/wording/skip-reasons.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Finding, HarnessFault } from '../../schemas/finding.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { suites } from '../../suites/all.js';
import { monotonic } from '../client/clock.js';
import { currentScope, type RunContext } from '../client/context.js';
import { ofTheFile } from '../configuration/access-files.js';
import { type JudgedSettings, plainOf } from '../configuration/judged-settings.js';
import { settings as table } from '../configuration/settings.js';
import { nearMissSecrets } from '../probes/keys/near-miss-keys.js';
import { openContext } from '../runner/open-context.js';
import { runInProcess } from '../runner/run-in-process.js';
import { selected } from '../runner/select.js';
import { type Definition, titleOf } from '../runner/suite.js';
import { markOf } from '../session/case-summary.js';
import { type RecordedExchanges, recordedExchanges } from './recorded-exchanges.js';
import { createVirtualTime } from './virtual-time.js';

/** What the suites made of a recorded run. */
export interface ReplayedRun {
  readonly findings: readonly Finding[];
  /** Checks that the evidence could not carry to their end, and why. */
  readonly faults: readonly HarnessFault[];
  /** Checks that rest on what is no exchange: a handshake. */
  readonly witnessed: ReadonlySet<string>;
  readonly lacking: RecordedExchanges['lacking'];
  /** Exchanges that no check asked for. */
  readonly left: readonly string[];
}

/** Why a run cannot be judged again at all, as a sentence; undefined where it can. */
export function whyNotJudgeable(
  { run, summary }: Report,
  evidence: readonly Exchange[] | undefined,
): string | undefined {
  if (!evidence) return 'evidence.har is not in the folder.';
  if (isPart(run)) return 'It is a part of a run, or a merged run.';
  if (run.resumed) return 'It continues another run (`--resume`).';
  if (run.repeat !== undefined) return 'Its checks ran several times (`--repeat`).';
  if (run.settings !== undefined) return undefined;
  return summary.requests === 0
    ? 'No request was sent.'
    : 'Its evidence holds no values (`--evidence`), or an earlier version made it.';
}

/**
 * Runs the suites against a recorded run: its exchanges in the place of the network, its times in the place of the
 * clock. No request leaves the process.
 */
export async function replayRun(report: Report, evidence: readonly Exchange[]): Promise<ReplayedRun> {
  const { run, target, requirements } = report;
  const held = run.settings as unknown as JudgedSettings;
  const { keys, headers } = held;
  const own = keys.map((name) => ({ name, value: standIn(name), label: labelOf(name) }));
  const secrets = [...own, ...nearMissSecrets(own.find(({ name }) => name === 'apiKey')?.value ?? '')];
  const asked = requirements.filter(({ leftOut }) => leftOut === undefined).map(({ id }) => id);
  const startedAt = new Date(run.startedAt);
  const configuration = {
    ...Object.fromEntries(table.filter(({ kind }) => kind === 'flag').map(({ name }) => [name, false])),
    ...plainOf(held),
    // Generated cases are not judged.
    cases: 0,
    ...(headers.length > 0 && { headers: headers.map((name) => [name, standIn(name)]) }),
    ...Object.fromEntries(own.map(({ name, value }) => [name, value])),
    ...{ baseUrl: target.baseUrl, seed: run.seed, only: asked, require: [], formats: ['json'] },
    // A year: the time of the run is over, and that of judging it is no part of it.
    deadlineSeconds: 31_536_000,
  } as unknown as RunContext['configuration'];
  const witnessed = new Set<string>();
  const definitions = selected(suites, configuration)
    .filter(({ phase }) => phase !== 'cases')
    .map((definition) => noting(definition, witnessed));
  const time = createVirtualTime();
  const replay = recordedExchanges(evidence, {
    time,
    checks: new Set(definitions.map(titleOf)),
    keys: new Map(secrets.map(({ label, value }) => [label, value])),
  });
  const context: RunContext = {
    ...openContext(
      {
        ...{ configuration, secrets, suiteVersion, embedded: target.embedded },
        mark: markOf(startedAt, { shard: undefined }),
        startedAt: startedAt.getTime(),
        beganAt: monotonic(),
        direct: true,
      },
      definitions,
    ),
    clock: time,
    replay,
    rateLimiter: noLimit(configuration.concurrency),
    circuitBreaker: { answered: () => undefined, broke: () => undefined },
  };
  const look = { ...(target.certificate && { certificate: { protocol: 'unknown', ...target.certificate } }) };
  context.connection.close();
  const inFront = evidence.map(({ request }) => ofTheFile(request.headers)).find((headers) => headers.length > 0) ?? [];
  Object.assign(context, { connection: { ...context.connection, headers: inFront, look: async () => look } });
  const findings: Finding[] = [];
  const faults: HarnessFault[] = [];
  await runInProcess(context, definitions, (ended) => {
    if (ended.kind === 'harness-fault') faults.push(ended);
    else findings.push(ended);
  });
  return { findings, faults, witnessed, lacking: replay.lacking, left: replay.left() };
}

/** A check that notes by its title where it rests on what is no exchange. */
function noting(definition: Definition, witnessed: Set<string>): Definition {
  if (definition.kind !== 'check') return definition;
  const probe = () =>
    definition.probe().finally(() => {
      if (currentScope().witnessed) witnessed.add(titleOf(definition));
    });
  return { ...definition, probe };
}

/** What stands for a key that nobody knows any more: random, and as long as keys are. */
function standIn(name: string): string {
  return `Qk_replay_${createHash('sha512').update(name).digest('base64url').replace(/[-_]/g, '').slice(0, 40)}`;
}

function labelOf(name: string): string {
  return `$${table.find((setting) => setting.name === name)?.variable}`;
}

/** Places without end: when requests begin follows from when responses arrived. */
function noLimit(places: number): RunContext['rateLimiter'] {
  return { take: async () => () => undefined, hold: () => undefined, end: () => undefined, places };
}
