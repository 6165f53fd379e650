import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Verdict, verdicts } from '../../schemas/verdict.js';

/** One earlier run, as the history beside the reports keeps it: no secret, and no value of the target, in it. */
export interface Night {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Which target it asked: runs of one are compared with each other. */
  readonly target: string;
  /** SHA-256 of its report.json. */
  readonly report: string;
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

/** Runs that a report tells of, itself included. */
const told = 30;

const fileOf = (cwd: string) => join(cwd, 'reports', 'history.ndjson');

/** What runs of one target have in common. The embedded server is one target, whatever its port. */
export function targetName(target: { baseUrl: string; environment: string; embedded: boolean }): string {
  return target.embedded ? 'embedded' : `${target.environment} ${target.baseUrl}`;
}

/** Earlier runs against a target, oldest first, as many as a report tells of. A line that is damaged is passed over. */
export function readHistory(cwd: string, target: string): Night[] {
  if (!existsSync(fileOf(cwd))) return [];
  const nights = readFileSync(fileOf(cwd), 'utf8').split('\n').flatMap(nightOf);
  return nights.filter((night) => night.target === target).slice(-(told - 1));
}

function nightOf(line: string): Night[] {
  try {
    const night = JSON.parse(line) as Night;
    const isWhole = [night.id, night.startedAt, night.target, night.report].every((text) => typeof text === 'string');
    const isKnown = Object.values(night.verdicts).every((verdict) => verdicts.includes(verdict));
    return isWhole && isKnown && !Number.isNaN(Date.parse(night.startedAt)) ? [night] : [];
  } catch {
    return [];
  }
}

/** Adds a run, in one write: two runs at once do not tear each other's lines. @throws what the file system says */
export function appendHistory(cwd: string, night: Omit<Night, 'report'>, report: string): void {
  const digest = createHash('sha256').update(report).digest('hex');
  appendFileSync(fileOf(cwd), `${JSON.stringify({ ...night, report: digest })}\n`);
}
