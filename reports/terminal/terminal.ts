import type { Specification } from '../../schemas/specification.js';
import { programName } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { startOf } from '../text/words.js';
import { environmentOf } from '../wording/target.js';
import { briefly, closing, type Where } from './closing.js';
import { columnsOf, createStyle, type Style, type Surface } from './style.js';

export type Stream = Surface & { write(text: string): unknown };

type Beginning = Pick<Report['target'], 'environment' | 'baseUrl' | 'embedded' | 'tenants'> &
  Readonly<{ suiteVersion: string; seed: number; notices: readonly string[] }>;

export type Terminal = ReturnType<typeof createTerminal>;

export type TerminalOptions = Readonly<Record<'colour' | 'quiet' | 'live', boolean>>;

/** Shows a line of progress on a terminal, and beginning and end anywhere. */
export function createTerminal(stream: Stream, specification: Specification, options: TerminalOptions) {
  const { colour, quiet } = options;
  const live = options.live && !quiet;
  const sheet = () => createStyle({ colour, columns: columnsOf(stream) });
  let drawn = '';
  const draw = (line: string) => {
    if (line !== drawn) stream.write(`${drawn === '' ? '' : '\r\u001b[K'}${line}`);
    drawn = line;
  };
  const print = (lines: readonly string[]) => {
    draw('');
    stream.write(lines.map((line) => `${line.trimEnd()}\n`).join(''));
  };
  return {
    begin(beginning: Beginning): void {
      // Even if quiet: whoever sees a wrong target can end the run before its first write.
      if (!quiet) print([...opening(beginning, sheet()), '']);
      else if (!beginning.embedded) print(aim(beginning, sheet()));
    },
    progress({ ended, expected, failed }: Readonly<Record<'ended' | 'expected' | 'failed', number>>): void {
      if (live) draw(`${ended} of ${expected} checks${failed > 0 ? `, ${failed} failed` : ''}`);
    },
    end: (report: Report, where: Where) => print((quiet ? briefly : closing)(report, specification, where, sheet())),
    /** Leaves the cursor below everything. Safe to call again. */
    close: () => draw(''),
  };
}

function aim({ environment, baseUrl, notices }: Beginning, sheet: Style) {
  const where = `${environmentOf({ environment, embedded: false, baseUrl })}   ${sheet.safe(baseUrl)}`;
  return environment === 'live' ? [where, ...notices.flatMap((notice) => sheet.lines(notice))] : [where];
}

function opening({ suiteVersion, baseUrl, seed, tenants, notices, ...target }: Beginning, sheet: Style) {
  const where = startOf(environmentOf({ ...target, baseUrl }));
  return [
    `${sheet.bold(`${programName} ${sheet.safe(suiteVersion)}`)}   ${where}   ${sheet.safe(baseUrl)}`,
    `seed ${seed}   ${tenants === 2 ? 'two tenants' : 'one tenant'}`,
    ...notices.flatMap((notice) => sheet.lines(notice)),
  ];
}
