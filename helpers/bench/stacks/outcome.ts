import type { Report } from '../../../schemas/types.js';
import { faults, mayFail, type Stack, type StackFault, undecidedBy } from './table.js';

export interface Outcome {
  readonly name: string;
  readonly stack: Stack;
  readonly fault?: StackFault;
  readonly requests: number;
  readonly failed: readonly Finding[];
  readonly undecided: readonly Finding[];
  /** Requirements that should have failed and did not. */
  readonly missed: readonly string[];
  /** Requirements that failed and should not have. */
  readonly blamed: readonly string[];
  /** As built: nothing failed and nothing is undecided. With a fault: exactly its requirements failed. */
  readonly isRight: boolean;
  readonly out: string;
}

interface Finding {
  readonly id: string;
  readonly sentence: string;
}

interface Asked {
  readonly name: string;
  readonly stack: Stack;
  readonly fault: StackFault | undefined;
  readonly report: Report;
  readonly out: string;
}

/** Compares a report with what the table of stacks promises. */
export function outcomeOf({ name, stack, fault, report, out }: Asked): Outcome {
  const withVerdict = (verdict: string): Finding[] =>
    report.requirements
      .filter((each) => each.verdict === verdict)
      .map(({ id, found, reason }) => ({ id, sentence: found ?? reason ?? '' }));
  const failed = withVerdict('fail');
  const undecided = withVerdict('inconclusive');
  const expected = fault === undefined ? [] : (stack.faults[fault] ?? []);
  const unsettled = (fault && undecidedBy[fault]) ?? [];
  const missed = [
    ...expected.filter((id) => !failed.some((each) => each.id === id)),
    ...unsettled.filter((id) => ![...failed, ...undecided].some((each) => each.id === id)),
  ];
  const allowed: readonly string[] = [...expected, ...((fault && mayFail[fault]) ?? [])];
  const blamed = failed.map(({ id }) => id).filter((id) => !allowed.includes(id));
  return {
    name,
    stack,
    ...(fault !== undefined && { fault }),
    requests: report.summary.requests,
    failed,
    undecided,
    missed,
    blamed,
    isRight: missed.length + blamed.length === 0 && (fault !== undefined || undecided.length === 0),
    out,
  };
}

/** For the terminal: one line, and one for each requirement that did not pass. */
export function printed({ name, fault, failed, undecided, missed, blamed, isRight, out }: Outcome): string {
  const lines = [
    `${isRight ? 'ok ' : '-- '} ${name}, ${fault ?? 'as built'}`,
    ...failed.map(({ id, sentence }) => `     fail ${id}${blamed.includes(id) ? ' (not expected)' : ''}: ${sentence}`),
    ...grouped(undecided).map(([ids, sentence]) => `     inconclusive ${ids}: ${sentence}`),
    ...missed.map((id) => `     missed ${id}`),
    ...(isRight ? [] : [`     ${out}/report.html`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** One line for one reason. */
function grouped(findings: readonly Finding[]): [ids: string, sentence: string][] {
  const sentences = [...new Set(findings.map(({ sentence }) => sentence))];
  return sentences.map((each) => [
    findings.flatMap(({ id, sentence }) => (sentence === each ? [id] : [])).join(' '),
    each,
  ]);
}

const [begin, end] = ['<!-- table of npm run stacks -->', '<!-- end of table -->'];

/** The document with its tables renewed. */
export function withTable(document: string, outcomes: readonly Outcome[], versions: readonly string[]): string {
  const [before = ''] = document.split(begin);
  const [, after = ''] = document.split(end);
  return `${before}${begin}\n\n${tables(outcomes)}\nMade with ${versions.join(', ')}.\n\n${end}${after}`;
}

function tables(outcomes: readonly Outcome[]): string {
  const asBuilt = outcomes.filter(({ fault }) => fault === undefined);
  const ofStack = (name: string) => outcomes.filter((each) => each.name === name && each.fault !== undefined);
  const ids = (of: readonly Finding[]) => of.map(({ id }) => id).join(', ') || 'none';
  const overview = asBuilt.map(({ name, stack, requests, failed, undecided }) => {
    const own = ofStack(name);
    const right = `${own.filter(({ isRight }) => isRight).length} of ${own.length}`;
    return `| ${name} | ${stack.what} | ${requests} | ${ids(failed)} | ${ids(undecided)} | ${right} |`;
  });
  const each = outcomes.flatMap((outcome) => (outcome.fault === undefined ? [] : [rowOf(outcome, outcome.fault)]));
  return [
    '| stack | built of | requests | failed as built | inconclusive as built | faults found in exactly their requirements |',
    '|---|---|---|---|---|---|',
    ...overview,
    '',
    '| stack | fault | failed | missed | failed beside | what the suite says, of the first |',
    '|---|---|---|---|---|---|',
    ...each,
    '',
  ].join('\n');
}

function rowOf({ name, failed, undecided, missed, blamed }: Outcome, fault: StackFault): string {
  const listed = (ids: readonly string[]) => ids.join(', ') || '–';
  const unsettled = undecided.filter(({ id }) => undecidedBy[fault]?.some((each) => each === id));
  const right = [
    ...failed.map(({ id }) => id).filter((id) => !blamed.includes(id)),
    ...unsettled.map(({ id }) => `${id} inconclusive`),
  ];
  const sentence = ((failed[0] ?? unsettled[0])?.sentence ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ');
  return `| ${name} | ${faults[fault]} | ${listed(right)} | ${listed(missed)} | ${listed(blamed)} | ${sentence} |`;
}
