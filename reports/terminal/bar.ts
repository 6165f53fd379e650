import { counted } from '../text/counted.js';
import { grouped } from '../text/printable.js';
import { cut } from './sanitise.js';
import type { Style } from './style.js';

/** How much of a known whole is through. */
export interface Portion {
  readonly planned: number;
  readonly asked: number;
}

/** How fast it goes, and how long it takes yet where that is known. */
export interface Speed {
  /** Since a few seconds ago, not since the beginning: a target may become slower. */
  readonly perSecond: number;
  readonly leftMs?: number;
}

const windowMs = 10_000;
/** Before as much has been seen nothing is said of how long it takes. */
const leastMs = 1000;

/** Measures a portion that grows. */
export function createThroughput(): (portion: Portion, elapsedMs: number) => Speed | undefined {
  let samples: { at: number; asked: number }[] = [];
  return ({ planned, asked }, at) => {
    if (samples.at(-1)?.at !== at) samples.push({ at, asked });
    // One sample at the edge of the window stays, so that it is always spanned.
    const stays = samples.findLastIndex((sample) => at - sample.at >= windowMs);
    samples = samples.slice(Math.max(0, stays));
    const [first] = samples;
    if (!first || at - first.at < leastMs || asked <= first.asked) return undefined;
    const perSecond = ((asked - first.asked) * 1000) / (at - first.at);
    return { perSecond, ...(asked < planned && { leftMs: ((planned - asked) * 1000) / perSecond }) };
  };
}

const widest = 24;
const narrowest = 8;

/** Generated cases that are through, as a bar with their number, how fast it goes and how long it takes yet. */
export function bar(portion: Portion, speed: Speed | undefined, ink: Style, columns: number): string {
  const described = [progress(portion), ...speedWords(speed, clock)].join('   ');
  const room = Math.min(widest, columns - described.length - 4);
  if (room < narrowest) return cut(described, columns - 1, ink.unicode);
  const filled = Math.floor((room * Math.min(portion.asked, portion.planned)) / portion.planned);
  const [full, empty] = ink.unicode ? ['█', '░'] : ['#', '.'];
  return `${full.repeat(filled)}${ink.soft(empty.repeat(room - filled))}  ${described}`;
}

/** The same for a log: `1,204 of 2,800 cases, 310 a second, 5 s left`. */
export function barWords(portion: Portion, speed: Speed | undefined): string {
  return [progress(portion), ...speedWords(speed, (ms) => `${grouped(Math.ceil(ms / 1000))} s`)].join(', ');
}

function progress({ asked, planned }: Portion): string {
  return `${grouped(asked)} of ${counted(planned, 'case')}`;
}

function speedWords(speed: Speed | undefined, left: (ms: number) => string): string[] {
  if (!speed) return [];
  const { perSecond, leftMs } = speed;
  const rate = perSecond < 10 ? perSecond.toFixed(1) : grouped(Math.round(perSecond));
  return [`${rate} per second`, ...(leftMs === undefined ? [] : [`${left(leftMs)} left`])];
}

/** Minutes and seconds: `0:58`. */
export function clock(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
