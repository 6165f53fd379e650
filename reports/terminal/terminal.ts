import { areaOf, type Specification } from '../../schemas/specification.js';
import { programName } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import type { Verdict } from '../../schemas/verdict.js';
import { startOf } from '../text/phrases.js';
import { environmentOf } from '../wording/summary-text.js';
import { createThroughput } from './bar.js';
import { briefly, closing, inShort, logLine, type Where } from './closing.js';
import { block, heartbeat, type Progress, type Running } from './live-view.js';
import { wrap } from './sanitise.js';
import { createStyle, type Style } from './style.js';

/** Where the terminal's text goes: a stream of Node, or anything that takes text. */
export interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** What is known when a run begins. */
interface Beginning {
  readonly suiteVersion: string;
  readonly environment: Report['target']['environment'];
  readonly baseUrl: string;
  readonly embedded: boolean;
  readonly seed: number;
  readonly tenants: 1 | 2;
  /** What a reader has to know about the run itself, one sentence each. */
  readonly notices: readonly string[];
}

/** A run as people watch it. */
export type Terminal = ReturnType<typeof createTerminal>;

/** Settings of a terminal; `live` is whether lines may be written over, by default where the stream is a terminal. */
export interface TerminalOptions {
  readonly colour: boolean;
  readonly unicode: boolean;
  readonly quiet: boolean;
  /** One of many runs: no beginning, no log, and an end of a few lines. */
  readonly brief?: boolean;
  readonly live?: boolean;
}

const betweenFramesMs = 100;
const betweenHeartbeatsMs = 10_000;
/** What a log is given: it has no width, and lines of this length can be read in every viewer. */
const logColumns = 120;

/** A stream with lines that stay, and below them one block that is drawn over itself. */
function createScreen(stream: Stream) {
  let drawn = 0;
  // One write per frame: a frame that is cut in two is what flickers.
  const erase = () => (drawn > 0 ? `\u001b[${drawn}A\u001b[J` : '');
  return {
    print(lines: readonly string[]) {
      if (lines.length > 0) stream.write(lines.map((line) => `${line.trimEnd()}\n`).join(''));
    },
    draw(lines: readonly string[]) {
      stream.write(`${erase()}${lines.join('\n')}\n`);
      drawn = lines.length;
    },
    clear() {
      if (drawn > 0) stream.write(erase());
      drawn = 0;
    },
    /** Leaves the last frame where it is, with the cursor below it. */
    leave() {
      drawn = 0;
    },
  };
}

/** A terminal that redraws one block while the run goes on, or plain lines where the stream is none. */
export function createTerminal(stream: Stream, specification: Specification, options: TerminalOptions) {
  const live = (options.live ?? stream.isTTY === true) && !options.quiet;
  const isTerminal = stream.isTTY === true;
  // A window may change its width.
  const widthNow = () => (isTerminal ? Math.max(40, stream.columns || 80) : logColumns);
  const { colour, unicode } = options;
  const sheet = () => createStyle({ colour, unicode, glyphs: isTerminal, columns: widthNow() });
  const screen = createScreen(stream);
  const verdicts = new Map<string, { verdict: Verdict; found: string | undefined }>();
  let running: Running = { specification, verdicts, requests: 0, customers: 0, elapsedMs: 0 };
  let lastFrameMs = Number.NEGATIVE_INFINITY;
  let lastBeatMs = 0;
  const speedOf = createThroughput();
  const reasons = new Set<string>();
  const failures = new Map<string, number>();
  let hasLogged = false;

  const draw = () => {
    screen.draw(block(running, sheet(), options.brief));
    lastFrameMs = running.elapsedMs;
  };
  const log = (line: string) => {
    hasLogged = true;
    screen.print([line]);
  };
  // One cause may leave forty requirements undecided: a log tells it once, and the end tells whom it concerns.
  const isNews = (id: string, verdict: Verdict, found = '') => {
    if (verdict === 'fail' || verdict === 'lacking') {
      // Most of an area often fails for one cause, which the end states.
      const area = `${areaOf(specification, id).short} ${verdict === 'fail' ? 'failed' : 'are lacking'}`;
      const failed = (failures.get(area) ?? 0) + 1;
      failures.set(area, failed);
      if (failed === mostLogged + 1) log(`More requirements of ${area}: see the end.`);
      return failed <= mostLogged;
    }
    if (verdict !== 'inconclusive') return true;
    const isKnown = reasons.has(found);
    reasons.add(found);
    return !isKnown;
  };

  return {
    begin(beginning: Beginning) {
      // However quiet: whoever sees that this is the wrong target can still end the run before its first write.
      if (options.brief) return live ? draw() : undefined;
      if (!options.quiet) screen.print([...opening(beginning, sheet()), '']);
      else if (!beginning.embedded) screen.print(aim(beginning, sheet(), widthNow()));
      if (live) draw();
    },
    /** Told whenever a requirement's verdict is known, and again when it worsens. */
    decided(id: string, verdict: Verdict, found?: string): void {
      const before = verdicts.get(id)?.verdict;
      verdicts.set(id, { verdict, found });
      if (options.quiet || before === verdict) return;
      const isLogged = !options.brief && bad.includes(verdict);
      if (live) draw();
      else if (isLogged && isNews(id, verdict, found)) log(logLine(verdict, id, found ?? '', sheet()));
    },
    /** Told as often as one likes; what is shown changes ten times a second at the most. */
    progress(progress: Progress): void {
      const { cases, elapsedMs } = progress;
      running = { ...progress, specification, verdicts, speed: cases && speedOf(cases, elapsedMs) };
      if (options.quiet) return;
      if (live) {
        if (elapsedMs - lastFrameMs >= betweenFramesMs) draw();
      } else if (!options.brief && elapsedMs - lastBeatMs >= betweenHeartbeatsMs) {
        log(heartbeat(running));
        lastBeatMs = elapsedMs;
      }
    },
    end(report: Report, where: Where): void {
      screen.clear();
      if (options.quiet) screen.print(briefly(report, where, sheet()));
      else if (options.brief) screen.print(inShort(report, where, sheet()));
      else screen.print([...(hasLogged ? [''] : []), ...closing(report, specification, where, sheet())]);
    },
    /** Leaves the cursor below everything, or clears a brief run that did not end. Safe at any time, and more than once. */
    close: options.brief ? screen.clear : screen.leave,
  };
}

/** Failures, or lacks, of one area that a log shows as they come. */
const mostLogged = 3;
const bad: readonly Verdict[] = ['fail', 'inconclusive', 'waived', 'lacking'];

/** The target and its environment, and what is to be said of Live. */
export function aim(
  { environment, baseUrl, notices }: Pick<Beginning, 'environment' | 'baseUrl' | 'notices'>,
  ink: Style,
  columns: number,
): string[] {
  const where = `${environmentOf({ target: { environment, embedded: false } })}   ${ink.safe(baseUrl)}`;
  return environment !== 'live' ? [where] : [where, ...notices.flatMap((notice) => wrap(ink.safe(notice), columns))];
}

function opening(beginning: Beginning, ink: Style): string[] {
  const { suiteVersion, environment, baseUrl, embedded, seed, tenants, notices } = beginning;
  // What that means stands beside the verdict, where it is needed.
  const where = startOf(environmentOf({ target: { environment, embedded } }));
  const facts = [`seed ${seed}`, tenants === 2 ? 'two tenants' : 'one tenant'];
  return [
    `${ink.bold(`${programName} ${ink.safe(suiteVersion)}`)}   ${where}   ${ink.safe(baseUrl)}`,
    facts.join('   '),
    ...notices.flatMap((notice) => wrap(ink.safe(notice), ink.columns)),
  ];
}
