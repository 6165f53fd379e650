import type { Rule } from '../sources.js';

/** The command does not say where its target listens, and the embedded server needs no starting. */
const startHasAddress: Rule = ({ values, sourceName }) =>
  values.start !== undefined &&
  !values.baseUrl &&
  `${sourceName('start')} starts a target, but CONFORMANCE_BASE_URL with its address is not set.`;

/** A group of processes is what is stopped in the end, with whatever the command has started in its turn. */
const startCanBeStopped: Rule = ({ values, sourceName }) =>
  values.start !== undefined &&
  process.platform === 'win32' &&
  `${sourceName('start')} needs process groups, which Windows lacks: start the target yourself before the run.`;

/** Watching makes many runs: they need a target that changes, and a folder each. */
const watchHasRoom: Rule = ({ values, has, sourceName }) => {
  if (!values.watch) return false;
  if (!values.baseUrl) return `${sourceName('watch')} needs a target: the embedded reference server does not change.`;
  if (has('out')) return `${sourceName('watch')} writes one folder per run, so ${sourceName('out')} cannot be set.`;
  return values.json && `${sourceName('watch')} makes many reports, so ${sourceName('json')} cannot print one.`;
};

/** Rules of what starts the target, and what runs again when it changes. */
export const startRules: readonly Rule[] = [startHasAddress, startCanBeStopped, watchHasRoom];
