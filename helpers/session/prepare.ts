import { join } from 'node:path';
import { acceptedIn } from '../../reports/drift/remembered.js';
import type { ReportedRequirement } from '../../schemas/types.js';
import { monotonic } from '../client/clock.js';
import type { EarlierRun, RunInput } from '../client/context.js';
import type { Secret } from '../configuration/configuration.js';
import { type Decisions, readDecisions, waivedAt } from '../configuration/decisions.js';
import { readDotEnv } from '../configuration/dot-env.js';
import { environmentSecrets } from '../configuration/environment-secrets.js';
import type { Configuration } from '../configuration/settings.js';
import { UsageError } from '../configuration/usage-error.js';
import { createdFileName } from '../evidence/created-file.js';
import { createRedactor } from '../redaction/redactor.js';
import { chooseBaseline, observationsOf } from '../run-folder/baseline.js';
import { configurationDigest, scopeOf, suiteDigest } from '../run-folder/digests.js';
import { makeFolder, noFolder } from '../run-folder/folder.js';
import { readHistory, targetName } from '../run-folder/history.js';
import { onlyLastFailed } from '../run-folder/last-failed.js';
import { signerOf } from '../run-folder/signer.js';
import { holdPort } from '../webhook/port.js';
import type { Environment } from './environment.js';
import { onInterrupt } from './interrupt.js';
import { fitOpenFiles } from './open-files.js';
import { inputOf, openTarget } from './open-target.js';
import { programOf, referenceOf } from './tested.js';

/** A run as it was asked for: settings that were read and judged, and the secrets among them. */
export interface Configured {
  readonly configuration: Configuration;
  readonly secrets: readonly Secret[];
  /** The options of the command line as they can be typed again. */
  readonly options?: string;
  /** How the suite was called, where that is not the command line. */
  readonly command?: string;
}

/** Everything that a run has before it sends anything. */
export type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Reads and opens what a run needs. @throws UsageError: nothing was sent yet */
export async function prepare(asked: Configured, environment: Environment) {
  const { cwd, terms, tested } = environment;
  const { secrets, options = '' } = asked;
  const { start, envFile, embedded } = asked.configuration;
  // Before anything is made: an API may have no server of its own.
  if (embedded) await referenceOf(tested);
  // A target that is started may print what `.env` holds, too.
  const filed = start === undefined ? {} : readDotEnv(cwd, envFile);
  const outside = { ...filed, ...environment.env };
  const known = [...secrets, ...environmentSecrets(outside, asked.configuration, tested)];
  const redactor = createRedactor(known);
  const named = targetName(asked.configuration, redactor.redact);
  const configuration = onlyLastFailed(asked.configuration, cwd, named);
  const startedAt = new Date();
  // Dates of reports and certificates have four digits for the year (RFC 3339).
  if (startedAt.getUTCFullYear() > 9999)
    throw new UsageError(`The clock of this machine says year ${startedAt.getUTCFullYear()}. Set it right.`);
  // The same moment by the clock that nobody can put.
  const beganAt = monotonic();
  const decisions = configuration.decisionsFile
    ? readDecisions(configuration.decisionsFile, startedAt, {
        environment: configuration.environment,
        specification: tested,
      })
    : undefined;
  const compared = comparedWith(configuration, { named, decisions, startedAt }, environment);
  const openFiles = fitOpenFiles(configuration);
  const signer = configuration.signingKeyFile ? signerOf(configuration.signingKeyFile) : undefined;
  // Heard from here on: a signal between the making of the folder and the first request must leave none behind.
  const interrupt = onInterrupt(configuration.deadlineSeconds, environment);
  try {
    const releasePort = await holdPort(configuration.webhookPort, configuration.baseUrl);
    const isKept = terms.keepsFiles || configuration.out !== undefined;
    const folder = isKept ? makeFolder(startedAt, cwd, configuration.out) : noFolder(startedAt);
    const opened = await openTarget(configuration, [...known, ...(signer?.secrets ?? [])], tested);
    redactor.addSecrets(opened.secrets);
    return {
      target: { ...opened, configuration: { ...opened.configuration, concurrency: openFiles.concurrency } },
      // How the suite was called, without what only said what to test and where to write.
      command:
        asked.command ??
        [programOf(tested), configuration.embedded && !options.includes('--embedded') && '--embedded', options]
          .filter(Boolean)
          .join(' '),
      // Now, so that a rebuild during the run changes nothing: the suite that runs is loaded.
      exam: suiteDigest(tested),
      // Before the embedded server filled in what was not configured.
      configured: configurationDigest(configuration),
      ...{ named, decisions, ...compared, signer, folder, startedAt, beganAt, redactor, interrupt },
      ...{ openFiles, releasePort, outside, runner: terms.runner, tested },
    };
  } catch (error) {
    interrupt.stop();
    throw error;
  }
}

/** Earlier runs, and what this one is compared with. A run that keeps nothing, and a demonstration, has no earlier runs. */
function comparedWith(
  configuration: Configuration,
  { named, decisions, startedAt }: { named: string; decisions: Decisions | undefined; startedAt: Date },
  { cwd, terms, tested }: Environment,
) {
  const { baseUrl = '' } = configuration;
  const hasHistory = terms.keepsFiles && !configuration.embedded;
  const { rows: history, after } = hasHistory ? readHistory(cwd, named, startedAt) : { rows: [] };
  const scope = hasHistory ? scopeOf(configuration) : { tenants: '', keys: '' };
  const target = { baseUrl, embedded: configuration.embedded };
  const isAccepted = acceptedIn(decisions?.entries ?? [], startedAt.toISOString());
  const { like } = configuration;
  const search = { specification: tested, cwd, history, scope, target, isAccepted };
  const baseline = chooseBaseline(
    like ?? configuration.baseline,
    search,
    like === undefined ? 'The baseline' : 'The run of --like',
  );
  if (like !== undefined && !baseline.report?.requirements.some((row) => isComparable(row, configuration)))
    throw new UsageError(
      'The run of --like decided and observed nothing of what this run asks for: name one with the same --only, or a whole one.',
    );
  return { baseline, history, after, scope };
}

/** Whether a row of another run can be laid beside one of this: it was observed or judged, and is asked for now. */
function isComparable({ id, verdict, observation }: ReportedRequirement, { only }: Configuration): boolean {
  return only.includes(id) && (observation !== undefined || verdict === 'pass' || verdict === 'fail');
}

/** What the runner gets of it. */
export function runInputOf(prepared: Prepared, { env, order }: Environment): RunInput {
  const { tested, target, decisions, baseline, folder, startedAt, beganAt } = prepared;
  return {
    ...inputOf(tested, target, startedAt, beganAt),
    ...(folder.isKept && {
      created: {
        file: join(folder.final, createdFileName),
        by: { run: folder.id, target: target.configuration.baseUrl },
      },
    }),
    // Proxies are read from the environment of the process, which a guest may have to leave alone.
    direct: env !== process.env,
    ...(order !== undefined && { order }),
    earlier: earlierOf(prepared),
    waived: waivedAt(startedAt, prepared.tested, decisions),
    baseline: observationsOf(baseline),
  };
}

/** The run compared with, for what sends one of its creations again; a sentence where none can be made anew. */
function earlierOf({ baseline: { baseline, report }, configured, target, tested }: Prepared): EarlierRun | string {
  if (!baseline || target.configuration.like !== undefined) return 'There is no earlier run to compare with.';
  if (!report) return 'The folder of the run compared with is gone.';
  const { seed, startedAt, exam, configuration } = report.run;
  if (exam !== suiteDigest(tested)) return 'The run compared with used another suite, which made other customers.';
  if (configuration !== configured) return 'The run compared with used another configuration.';
  const { mark } = inputOf(tested, target, new Date(startedAt), 0);
  return { seed, mark, startedAt: Date.parse(startedAt), created: report.created };
}
