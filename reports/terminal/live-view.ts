import type { Area, Specification } from '../../schemas/specification.js';
import type { Verdict } from '../../schemas/verdict.js';
import { counted } from '../text/counted.js';
import { bar, barWords, clock, type Portion, type Speed } from './bar.js';
import { cut } from './sanitise.js';
import type { Style } from './style.js';

/** How far a run is. */
export interface Progress {
  readonly requests: number;
  readonly customers: number;
  /** Id of what is being asked. */
  readonly asking?: string;
  /** Generated cases that are known to come, and those that are through. */
  readonly cases?: Portion;
  readonly elapsedMs: number;
}

/** What the run has reported so far, and how fast its generated cases are asked. */
export interface Running extends Progress {
  readonly specification: Specification;
  readonly verdicts: ReadonlyMap<string, { readonly verdict: Verdict; readonly found: string | undefined }>;
  readonly speed?: Speed | undefined;
}

// The block is redrawn from its top, so it must not outgrow a terminal of 24 lines.
const mostFails = 8;

/**
 * The live block: one line of marks per area, the fails so far, the line of state. No line is wider than the sheet.
 * @param isBrief leaves the fails to the marks
 */
export function block(running: Running, sheet: Style, isBrief = false): string[] {
  const fails = isBrief ? [] : [...running.verdicts].filter(([, { verdict }]) => verdict === 'fail');
  const shown = fails.slice(0, mostFails).map(([id, { found }]) => {
    const line = cut(sheet.safe(`${id}  ${found ?? ''}`), sheet.columns - 3, sheet.unicode);
    return `${sheet.sign('fail')} ${line}`;
  });
  const more = fails.length > mostFails ? [sheet.soft(`  and ${fails.length - mostFails} more`)] : [];
  return [
    ...running.specification.areas.map((area) => lane(area, running, sheet)),
    '',
    ...(shown.length > 0 ? [...shown, ...more, ''] : []),
    ...(running.cases ? [bar(running.cases, running.speed, sheet, sheet.columns)] : []),
    state(running, sheet),
  ];
}

function lane({ short, prefixes }: Area, running: Running, sheet: Style): string {
  const ids = running.specification.catalogue
    .map(({ id }) => id)
    .filter((id) => prefixes.some((prefix) => id.startsWith(`${prefix}-`)));
  // Marks hold colour codes, so what does not fit is left out before they are drawn.
  const marks = ids.slice(0, Math.max(0, sheet.columns - 21)).map((id) => {
    const known = running.verdicts.get(id);
    return known ? sheet.sign(known.verdict) : ' ';
  });
  return `${short.padEnd(14)}${String(ids.length).padStart(4)}  ${marks.join('')}`.trimEnd();
}

function state({ requests, customers, asking, elapsedMs }: Running, sheet: Style): string {
  const time = clock(elapsedMs - (elapsedMs % 1000));
  const parts = [time, counted(requests, 'request'), counted(customers, 'customer')];
  const line = [...parts, ...(asking ? [`testing ${sheet.safe(asking)}`] : [])].join('   ');
  return sheet.soft(cut(line, sheet.columns - 1, sheet.unicode));
}

/** A heartbeat for a log: how far the run is, in one line. */
export function heartbeat({ specification, elapsedMs, requests, verdicts, cases, speed }: Running): string {
  const known = `${verdicts.size} of ${specification.catalogue.length} evaluated`;
  const volume = cases ? `, ${barWords(cases, speed)}` : '';
  return `conformance: ${Math.floor(elapsedMs / 1000)} s, ${counted(requests, 'request')}, ${known}${volume}`;
}
