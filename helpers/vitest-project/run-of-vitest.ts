import { vitestOfSuites } from '../../reports/wording/finding.js';
import type { DecisionEntry } from '../../schemas/types.js';
import type { RunInput } from '../client/context.js';
import { readConfiguration } from '../configuration/configuration.js';
import { isInteractive } from '../configuration/rules/embedded.js';
import type { Asked } from '../session/ask-target.js';
import { asGuest, type SessionResult } from '../session/environment.js';
import { perform } from '../session/session.js';
import type { Tested } from '../session/tested.js';

/** What the process that runs the tests gets: plain data, in memory only, since it holds keys. */
export interface Given {
  /** Without the specification, which holds functions: the tests have their own. */
  readonly input: Omit<RunInput, 'specification'>;
  readonly decisions: readonly DecisionEntry[];
}

/** A run whose checks vitest runs. */
export interface RunOfVitest {
  readonly given: Given;
  /** Makes of what came of the tests what the command makes of it: report, folder, history. */
  publish(asked: Asked): Promise<SessionResult>;
  /** Ends it without a report. `created.json` stays, where it has created customers. */
  abandon(): Promise<void>;
}

/** That a run is ended without a report. */
class Abandoned extends Error {}

/** Files and history are kept as the command keeps them; signals are vitest's. */
const terms = { ...asGuest, keepsFiles: true };

/**
 * Begins a run as the environment and `.env` configure it: opens its target and its folder, and says in one line what is
 * tested. @throws UsageError before anything was sent
 */
export async function beginRun(cwd: string, tested: Tested): Promise<RunOfVitest> {
  const { env, stdin, stdout } = process;
  const interactive = isInteractive(env, [stdin, stdout]);
  const { configuration, ...rest } = readConfiguration({ specification: tested, argv: [], env, cwd, interactive });
  const given = promised<Given>();
  const asked = promised<Asked>();
  // vitest shows what becomes of the checks.
  const configured = { ...rest, command: vitestOfSuites, configuration: { ...configuration, quiet: true } };
  const ended = perform(
    configured,
    { tested, env, cwd, out: stdout, terms },
    async ({ decisions, folder }, { specification: _, ...input }) => {
      // A signal ends vitest at once: no draft stays behind.
      process.once('exit', folder.discard);
      given.resolve({ input, decisions: decisions?.entries ?? [] });
      return asked.promise.finally(() => process.off('exit', folder.discard));
    },
  );
  // It is awaited when the tests have ended, and may fail before.
  ended.catch(given.reject);
  return {
    given: await given.promise,
    publish: (came) => {
      asked.resolve(came);
      return ended;
    },
    abandon: async () => {
      asked.reject(new Abandoned());
      await ended.catch((error: unknown) => {
        if (!(error instanceof Abandoned)) throw error;
      });
    },
  };
}

function promised<Value>() {
  let [resolve, reject] = [(_: Value) => {}, (_: unknown) => {}];
  const promise = new Promise<Value>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}
