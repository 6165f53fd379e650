import { counted } from '../../reports/text/counted.js';
import { grouped } from '../../reports/text/printable.js';
import { code } from '../../schemas/marked.js';
import type { Report } from '../../schemas/types.js';
import { sizeOfShare } from '../configuration/case-share.js';
import type { Configuration } from '../configuration/settings.js';
import type { Evidence } from '../evidence/journal-to-evidence.js';

type Run = Report['run'];

/** Distinguishes what a run creates from what others do, those too that began in the same moment as parts of one run. */
export function markOf(startedAt: Date, { shard }: Pick<Configuration, 'shard'>): string {
  return `${startedAt.getTime().toString(36)}${shard === undefined ? '' : `s${shard.index}`}`;
}

/** What the report says of the generated cases of a run, where there are any. */
export function casesOf(configuration: Configuration, { unkept, asked }: Evidence): Pick<Run, 'cases'> {
  const { cases: each } = configuration;
  if (each === 0) return {};
  const planned = sizeOfShare(configuration);
  const { requests, created } = unkept;
  return { cases: { each, planned, asked, unkept: { requests, customers: created } } };
}

/** The part of a divided run that this one is. */
export function shardsOf({ shard }: Configuration, finished: boolean): Pick<Run, 'shards'> {
  return shard === undefined ? {} : { shards: { of: shard.of, here: [shard.index], finished } };
}

/** Why one part of a divided run is incomplete however well it ended; undefined for a run that is whole. */
export function leftToOthers({ shard }: Pick<Configuration, 'shard'>): string | undefined {
  if (shard === undefined || shard.of === 1) return undefined;
  const others = shard.index === 1 ? 'the other generated cases are' : 'the checks and the other generated cases are';
  return `This is part ${shard.index} of ${shard.of} (--shard): ${others} in the other parts, which merge joins.`;
}

/** Exchanges that a sentence names. */
const mostNamed = 5;

/** What the suite did not read: one sentence for the report, where there is anything. */
export function inPartNotices({ inPart }: Pick<Evidence, 'inPart'>): string[] {
  if (inPart.length === 0) return [];
  const more = inPart.length > mostNamed ? ' and others' : '';
  const which = `${inPart.slice(0, mostNamed).join(', ')}${more}`;
  return [
    `The suite read ${counted(inPart.length, 'response', 'responses')} only in part (${which}): they are nested deeper than 24 levels or hold more than 5,000 values. It did not look for identities in the rest.`,
  ];
}

/** How many cases were generated, and how much of them stands in the evidence: one sentence for the report. */
export function caseNotices({ cases, seed }: Pick<Run, 'cases' | 'seed'>): string[] {
  if (!cases) return [];
  const { planned, asked, each, unkept, keys } = cases;
  const isWhole = asked === planned;
  const were = isWhole
    ? counted(asked, 'case was', 'cases were')
    : `${grouped(asked)} of ${counted(planned, 'case')} were`;
  const kept =
    unkept.requests === 0
      ? 'All exchanges stand in the evidence.'
      : `Of the exchanges ${counted(unkept.requests, 'is', 'are')} only counted; the rest, every finding among them, stands in the evidence.`;
  return [
    `${were} generated with seed ${seed}, ${grouped(each)} well-formed and ${grouped(each)} malformed for each member. ${kept}`,
    keys !== undefined && `With the same settings, ${code('--resume')} and this folder send the cases that are left.`,
  ].filter((notice) => notice !== false);
}
