import { inject } from 'vitest';
import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { JournalEntry } from '../evidence/journal.js';
import { fsapi } from '../fsapi/fsapi.js';
import { beginChecks } from '../runner/begin-checks.js';
import { endRun, openContext } from '../runner/open-context.js';
import { type Definition, selected, titleOf } from '../runner/suite.js';
import { testEnds } from './test-ends.js';

/** The definitions that a file of suites exports. */
export async function definitionsIn(file: string): Promise<readonly Definition[]> {
  const exported: readonly unknown[] = Object.values((await import(file)) as object);
  return exported.flatMap((one) => (one as { definitions?: readonly Definition[] }).definitions ?? []);
}

/**
 * The run of this worker: all checks of the files and names that vitest was asked for have begun, phases included, before
 * the first test waits for one of them. `-t AUTH-01` sends what AUTH-01 needs and nothing else.
 */
async function start() {
  const { files, pattern, ...given } = inject('conformance');
  const { suites, atEnd, ...made } = await fsapi.tests();
  const input = { ...given.input, specification: fsapi };
  const asked = new Set((await Promise.all(files.map(definitionsIn))).flat());
  const named = new RegExp(pattern);
  const selectable = selected(suites, input.configuration);
  const chosen = selectable.filter((one) => asked.has(one) && named.test(titleOf(one)));
  const run = openContext(input, chosen, made);
  const begun = beginChecks(run, chosen);
  const findings = new Map<Definition, Promise<Finding | HarnessFault>>(
    chosen.map((definition, at) => [definition, begun[at] as (typeof begun)[number]]),
  );
  const ended = Promise.all(begun).then(() => endRun(run, atEnd));
  const all = suites.flatMap(({ definitions }) => definitions);
  const prefix = ({ id }: { readonly id: string }) => id.split('-')[0];
  let taken = 0;
  return {
    findings,
    /** Requirements of which vitest was not asked for every check. */
    cut: [...new Set(selectable.filter((one) => !findings.has(one)).map(({ id }) => id))],
    /** The place of a definition among all: the report shows checks in that order. */
    placeOf: (definition: Definition) => all.indexOf(definition),
    /** Requirements that no request shows: they stand beside what is asked of their area, else after the last definition. */
    unasked: (definitions: readonly Definition[]) =>
      fsapi.catalogue.filter((row) => {
        if (all.some(({ id }) => id === row.id)) return false;
        const beside = all.findLast((one) => prefix(one) === prefix(row)) ?? all.at(-1);
        return definitions.some((one) => one === beside);
      }),
    ends: testEnds(given, chosen, fsapi),
    /** What the run recorded since the last time, once all its checks have ended. */
    async entries(): Promise<readonly JournalEntry[]> {
      await ended;
      const from = taken;
      taken = run.journal.entries.length;
      return run.journal.entries.slice(from);
    },
  };
}

export const started = start();
