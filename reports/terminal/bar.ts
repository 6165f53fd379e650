import { counted } from '../text/counted.js';
import { grouped } from '../text/printable.js';
import { cut } from './sanitise.js';
import type { Style } from './style.js';
import type { Portion, Speed } from './throughput.js';

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
