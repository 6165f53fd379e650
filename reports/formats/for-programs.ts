/** What the files for programs share: JUnit, EARL and OSCAL tell of a requirement in the same words. */

import { createHash } from 'node:crypto';
import type { Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { driftOf } from '../drift/lines.js';
import { type Finding, findingOf } from '../model/finding.js';
import { plain } from '../text/inline.js';
import { startOf } from '../text/phrases.js';
import { decisionFor } from '../wording/decisions.js';
import { sentText } from '../wording/finding.js';
import { whyMissing } from '../wording/scope.js';
import { termText, until, whatHappened } from '../wording/summary-text.js';
import { labels } from '../wording/verdict-labels.js';

/** How a requirement ended, in a sentence or two of plain words. Neither clipped nor escaped: each format does that itself. */
export function verdictText(row: ReportedRequirement, report: Report, specification: Specification): string {
  const drift = driftOf(row);
  const changed = drift && `${labels[row.drift?.between ? 'differs' : 'changed'].word}: ${drift.described}`;
  return plain([whyMissing(row, report, specification), markedText(row, report), changed].filter(Boolean).join(' '));
}

function markedText(row: ReportedRequirement, report: Report): string {
  switch (row.verdict) {
    case 'pass':
      return sentence(labels.pass.says);
    case 'waived': {
      const term = until(row, report);
      return `Waived. ${whatHappened(row)} ${term ? termText(term) : ''}`.trim();
    }
    case 'lacking':
      return `Declared lacking (${decisionFor(row, report)?.id}). ${whatHappened(row)}`;
    case 'pending':
      return `${sentence(labels.pending.says)} ${row.sentence ?? row.reason ?? ''}`.trim();
    case 'attested': {
      const decision = decisionFor(row, report);
      return decision ? `Attested by ${decision.by}: ${decision.reason}` : sentence(labels.attested.says);
    }
    default:
      return whatHappened(row);
  }
}

/** A finding for a developer, a line each: clause, the sides of each check that decided the verdict, the command that repeats it. */
export function sidesOf(row: ReportedRequirement, report: Report): string {
  const { rule, step, checks, rerun } = findingOf(row, report);
  const lines = checks.flatMap((check) => ['', ...described(check)]);
  return [`Clause: ${rule}`, ...(step ? [`Step: ${step}`] : []), ...lines, '', `Again: ${rerun}`].join('\n');
}

/** Whether a requirement was judged, by the suite or by a person; what was not has no finding. */
export function isJudged({ verdict }: ReportedRequirement): boolean {
  return verdict !== 'skipped' && verdict !== 'pending';
}

/** Whether something was seen of what the specification does not show. */
export function isObserved({ observation, sentence }: ReportedRequirement): boolean {
  return observation !== undefined || sentence !== undefined;
}

/** How long its checks took together, in milliseconds. */
export function durationOf(row: ReportedRequirement): number {
  return row.checks.reduce((sum, { durationMs }) => sum + durationMs, 0);
}

type Sides = Finding['checks'][number];

function described({ name, found, reason, sent, expected, received, control, again, exchanges }: Sides): string[] {
  const words = (text: string | undefined) => text && plain(text);
  const lines = {
    Check: name,
    Found: words(found),
    Reason: words(reason),
    Sent: sent && sentText({ sent }),
    Expected: words(expected),
    Received: words(received),
    Control: words(control),
    Request: again,
    Exchanges: exchanges.slice(0, 20).join(' '),
  };
  return Object.entries(lines).flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
}

function sentence(phrase: string): string {
  return `${startOf(phrase)}.`;
}

// The namespace for names that are addresses, RFC 9562, section 6.6.
const namespace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');

/**
 * A UUID for a part of a run, made of the run and the part's name alone (version 5, RFC 9562, section 5.5): the same
 * report gives the same one on every machine. Two runs that began in one second differ by target or seed.
 */
export function derivedId(report: Report, ...part: readonly string[]): string {
  const { id, startedAt, seed } = report.run;
  const name = `urn:fsapi-conformance:run:${JSON.stringify([id, startedAt, seed, report.target.baseUrl, ...part])}`;
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * A document as JSON. Members without a value are left out.
 * @param safe the format's only door for text: gets each string with the name of its member, in a list its index
 */
export function documentText(document: object, indent: number, safe: (text: string, name: string) => string): string {
  const clean = (name: string, value: unknown) => (typeof value === 'string' ? safe(value, name) : value);
  return `${JSON.stringify(document, clean, indent)}\n`;
}

/** A list, where something is in it: a document leaves out the others. */
export function unlessEmpty<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length > 0 ? list : undefined;
}
