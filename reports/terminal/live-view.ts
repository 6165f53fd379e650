import { areas, catalogue } from '../../schemas/catalogue.js';
import type { Verdict } from '../../schemas/verdict.js';
import { counted } from '../text/counted.js';
import { bar, barWords } from './bar.js';
import { cut } from './sanitise.js';
import type { Style } from './style.js';
import type { Portion, Speed } from './throughput.js';

/** What the run has reported so far. */
export interface Running {
  readonly verdicts: ReadonlyMap<string, { readonly verdict: Verdict; readonly found: string | undefined }>;
  readonly requests: number;
  readonly customers: number;
  readonly asking: string | undefined;
  /** Generated cases, where there are any, and how fast they are asked. */
  readonly cases?: Portion | undefined;
  readonly speed?: Speed | undefined;
  readonly elapsedMs: number;
}

// The block is redrawn from its top, so it must not outgrow a terminal of 24 lines.
const mostFails = 8;

/**
 * The live block: one line of marks per area, the fails so far, the line of state. No line is wider than `columns`.
 * @param isBrief leaves the fails to the marks
 */
export function block(running: Running, ink: Style, columns: number, isBrief = false): string[] {
  const fails = isBrief ? [] : [...running.verdicts].filter(([, { verdict }]) => verdict === 'fail');
  const shown = fails.slice(0, mostFails).map(([id, { found }]) => {
    const line = cut(ink.safe(`${id}  ${found ?? ''}`), columns - 3, ink.unicode);
    return `${ink.sign('fail')} ${line}`;
  });
  const more = fails.length > mostFails ? [ink.soft(`  and ${fails.length - mostFails} more`)] : [];
  return [
    ...areas.map((area) => lane(area, running, ink, columns)),
    '',
    ...(shown.length > 0 ? [...shown, ...more, ''] : []),
    ...(running.cases ? [bar(running.cases, running.speed, ink, columns)] : []),
    state(running, ink, columns),
  ];
}

function lane({ short, prefixes }: (typeof areas)[number], running: Running, ink: Style, columns: number): string {
  const ids = catalogue.map(({ id }) => id).filter((id) => hasPrefix(id, prefixes));
  // Marks hold colour codes, so what does not fit is left out before they are drawn.
  const marks = ids.slice(0, Math.max(0, columns - 21)).map((id) => {
    const known = running.verdicts.get(id);
    return known ? ink.sign(known.verdict) : ' ';
  });
  return `${short.padEnd(14)}${String(ids.length).padStart(4)}  ${marks.join('')}`.trimEnd();
}

function hasPrefix(id: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => id.startsWith(`${prefix}-`));
}

function state({ requests, customers, asking, elapsedMs }: Running, ink: Style, columns: number): string {
  const seconds = Math.floor(elapsedMs / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const parts = [clock, counted(requests, 'request'), counted(customers, 'customer')];
  const line = [...parts, ...(asking ? [`testing ${ink.safe(asking)}`] : [])].join('   ');
  return ink.soft(cut(line, columns - 1, ink.unicode));
}

/** A heartbeat for a log: how far the run is, in one line. */
export function heartbeat({ elapsedMs, requests, verdicts, cases, speed }: Running): string {
  const known = `${verdicts.size} of ${catalogue.length} evaluated`;
  const volume = cases ? `, ${barWords(cases, speed)}` : '';
  return `conformance: ${Math.floor(elapsedMs / 1000)} s, ${counted(requests, 'request')}, ${known}${volume}`;
}
