import type { Finding, HarnessFault } from '../../schemas/finding.js';
import { type Evidence, emptyJournal, evidenceOf, type Journal } from '../evidence/journal.js';
import type { Definition } from '../runner/suite.js';
import type { Stopped } from './ending.js';

/** What came back. */
export interface Asked {
  /** In the order of definition. */
  readonly expected: readonly Pick<Definition, 'id' | 'name'>[];
  /** In the same order; an unfinished check is inconclusive. */
  readonly findings: readonly Finding[];
  /** Whether all of them ended by themselves. */
  readonly isComplete: boolean;
  /** Faults of the suite itself. */
  readonly faults: readonly HarnessFault[];
  readonly evidence: Evidence;
  /** Why it ended before its end. */
  readonly stopped?: Stopped | undefined;
  /** Requirements with a check that was not chosen, and none that failed: the other checks do not prove them. */
  readonly unproven: ReadonlySet<string>;
}

/** Hears each result when it can no longer change; `soFar` gives what the run knows by then. */
export type Hear = (definition: Definition, result: Finding | HarnessFault, soFar: () => Asked) => void;

/** What a run that asked nothing knows. */
export const askedNothing = (stopped?: Stopped): Asked => ({
  expected: [],
  findings: [],
  isComplete: false,
  faults: [],
  evidence: evidenceOf(emptyJournal()),
  stopped,
  unproven: new Set(),
});

/** Gathers the results of the chosen among all that the configuration selects. */
export function gather(selected: readonly Definition[], isChosen: (definition: Definition) => boolean) {
  const expected = selected.filter(isChosen);
  const ended = new Map<Definition, Finding>();
  const faults: HarnessFault[] = [];
  const failed = () => new Set([...ended.values()].flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])));
  return {
    expected,
    add: (definition: Definition, result: Finding | HarnessFault): void => {
      if (result.kind === 'harness-fault') faults.push(result);
      else ended.set(definition, result);
    },
    addFault: (fault: HarnessFault) => void faults.push(fault),
    progress: () => ({ ended: ended.size, expected: expected.length, failed: failed().size }),
    /** A copy: what comes later is no part of it. */
    soFar: (journal: Journal, stopped?: Stopped): Asked => {
      const leftOut = selected.filter((definition) => !isChosen(definition) && !failed().has(definition.id));
      return {
        expected: expected.map(({ id, name }) => ({ id, name })),
        findings: expected.flatMap((definition) => ended.get(definition) ?? unfinished(definition, stopped)),
        isComplete: ended.size === expected.length,
        faults: [...faults],
        evidence: evidenceOf(journal),
        stopped,
        unproven: new Set(leftOut.map(({ id }) => id)),
      };
    },
  };
}

/** A check that had not ended with the run; nothing for an observation. */
export function unfinished({ kind, id, name }: Pick<Definition, 'kind' | 'id' | 'name'>, stopped?: Stopped): Finding[] {
  const reason = `Not finished. ${stopped?.sentence ?? 'The run was cut short.'}`;
  const nothing = { exchanges: [], durationMs: 0, retried: 0 };
  return kind === 'check' ? [{ kind, id, name, ...nothing, verdict: 'inconclusive', reason, unanswered: true }] : [];
}
