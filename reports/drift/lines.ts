import { code, unmarked } from '../../schemas/marked.js';
import type { Difference } from '../../schemas/observation.js';
import type { ReportedRequirement } from '../../schemas/types.js';
import { startOf } from '../text/phrases.js';
import { clip } from '../text/printable.js';
import { apart, statementsOf } from '../wording/observed.js';

const longestName = 160;
const longestValue = 200;

/**
 * A difference in one line, names marked as code: statuses: 201; now 200 or 201. Or: header `x-request-id` is new.
 * A difference of an inferred schema is named by its member: member `data[].id`: string; now number. Between two targets
 * both are named, and nothing is said of time: statuses: Sandbox 422; this mock 400.
 */
export function lineOf({ at, ...sides }: Difference, between?: readonly string[]): string {
  const steps = stepsOf(at);
  const gone = !('now' in sides);
  const isNew = !('before' in sides);
  const [before, now] = between ?? ['', 'now'];
  const nothing = between ? 'nothing' : 'not there';
  const one = (what: string) =>
    between ? `only ${gone ? before : now} has the ${what}` : `${what} is ${gone ? 'gone' : 'new'}`;
  if (isHeader(steps, sides.before ?? sides.now)) {
    const name = clip(String(sides.before ?? sides.now), longestName);
    return `${leading(steps.slice(0, -2), 'headers')}${one(`header ${code(name)}`)}`;
  }
  const start = steps.findIndex((step) => step === 'properties' || step === 'items');
  const { member, rest } = start < 0 ? { member: '', rest: steps } : memberOf(steps.slice(start));
  const leads = start < 0 ? '' : leading(steps.slice(0, start), 'schema');
  if (start >= 0 && rest.length === 0 && gone !== isNew) return `${leads}${one(member)}`;
  const place = `${leads}${member}`;
  const name = [place, ...rest.filter((step) => start < 0 || step !== 'type')].filter(Boolean).join(', ');
  return `${name === '' ? '' : `${clip(name, longestName)}: `}${`${before} ${said(sides, 'before', nothing)}`.trim()}; ${now} ${said(sides, 'now', nothing)}`;
}

/** The lines of several differences, as many as one cares to read; how many more there are stands in the last. */
export function linesOf(found: readonly Difference[], most: number, between?: readonly string[]): string[] {
  const more = found.length - most;
  return [
    ...found.slice(0, most).map((one) => lineOf(one, between)),
    ...(more > 0 ? [`and ${more} more ${more === 1 ? 'difference' : 'differences'}`] : []),
  ];
}

function stepsOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1, 200);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isHeader(steps: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && steps.at(-2) === 'always' && /^\d+$/.test(steps.at(-1) ?? '');
}

/** What stands before the noun that a line is about: the steps that lead there, but for one that repeats the noun. */
function leading(steps: readonly string[], noun: string): string {
  const described = steps.at(-1) === noun ? steps.slice(0, -1) : steps;
  return described.length === 0 ? '' : `${clip(described.join(', '), longestName)}: `;
}

/** The member of an inferred schema that steps lead to, as `member "data[].id"`, and the steps that follow. */
function memberOf(steps: readonly string[]): { member: string; rest: readonly string[] } {
  let [path, at] = ['', 0];
  for (;;) {
    const [step, name] = steps.slice(at, at + 2);
    if (step === 'properties' && name !== undefined) {
      path += path === '' ? name : `.${name}`;
      at += 2;
    } else if (step === 'items') {
      path += '[]';
      at += 1;
    } else break;
  }
  return { member: `member ${code(clip(path, longestName))}`, rest: steps.slice(at) };
}

function said(sides: Omit<Difference, 'at'>, side: 'before' | 'now', nothing: string): string {
  if (!(side in sides)) return nothing;
  const value = sides[side];
  if (!Array.isArray(value) || value.some((item) => typeof item === 'object')) return word(value);
  if (value.length === 0) return 'none';
  const words = value.slice(0, 30).map(word);
  const [last, rest] = [words.pop(), words];
  return clip(rest.length === 0 ? `${last}` : `${rest.join(', ')} or ${last}`, longestValue);
}

function word(value: unknown): string {
  return unmarked(clip(typeof value === 'object' ? JSON.stringify(value) : String(value), longestValue));
}

/** Differences of one row that a page tells; a row that has more is another thing altogether. */
const mostLines = 20;

/**
 * How an observation differs from the one before, in words; `undefined` where it does not: both sides, the two in one
 * line (or what differs where that says it better), the differences a line each, and what only one side says.
 */
export function driftOf(row: ReportedRequirement) {
  if (!row.drift) return undefined;
  const { before, sentencesBefore, sentence, differences = [], between } = row.drift;
  const now = row.drift.now ?? sentence ?? row.sentence ?? 'It differs from an earlier run.';
  const inOne = before === undefined ? now : `${before.replace(/\.$/, '')}; now ${now}`;
  const described = sentence ?? inOne;
  const sides = apart(statementsOf({ sentence: before, sentences: sentencesBefore }), statementsOf(row));
  const names = between ? between.map(startOf) : ['Before', 'Now'];
  return { before, now, described, lines: linesOf(differences, mostLines, between), apart: sides, names };
}
