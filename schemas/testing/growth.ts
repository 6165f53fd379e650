import { expect } from 'vitest';

/** Twice the work may take two and a half times as long; what grew with its square would take four times as long. */
const mostPerDoubling = 2.5;
const doublings = 3;
const mostMeasurements = 10;
/** Processor time in ms below which a measurement is noise: whatever grew with its square would take far longer. */
const floorMs = 6;

function timeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Expects work to grow with the size of what it is done on, and no faster: processor time, not seconds, and the least of
 * several measurements, since others on the machine only ever add to one.
 * @param make gives what the work is done on, for a size
 */
export function expectLinear<T>(make: (size: number) => T, work: (value: T) => unknown, size = 2 ** 11): void {
  // Anew for each measurement: some work remembers what it was done on.
  const measured = (length: number) => {
    const value = make(length);
    return timeOf(() => work(value));
  };
  const large = size * 2 ** doublings;
  let least = 0;
  // What takes no time to speak of needs no comparison.
  let ofLarge = measured(large);
  const isFast = () => ofLarge <= Math.max(floorMs, least * mostPerDoubling ** doublings);
  for (let count = 0; count < mostMeasurements && !isFast(); count += 1) {
    const ofSmall = measured(size);
    least = count === 0 ? ofSmall : Math.min(least, ofSmall);
    ofLarge = Math.min(ofLarge, measured(large));
  }
  expect(isFast(), `${ofLarge} ms of processor, and ${least} ms for an eighth of it`).toBe(true);
}
