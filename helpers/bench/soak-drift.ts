import { parseArgs } from 'node:util';
import { compareReports, isSame } from '../../reports/drift/comparison.js';
import { linesOf } from '../../reports/drift/lines.js';
import type { Report } from '../../schemas/types.js';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.js';
import { variants } from '../reference-server/variants/all.js';
import { runInside, workplace } from './run-inside.js';

/**
 * `npm run soak:drift -- [--times N] [--variants PATTERN]`: conforming servers that do not change are asked again and again,
 * with other seeds, in any order and at any concurrency. Whatever a run says otherwise than the first is printed.
 * Exit status 1 where there was any.
 */
const { values } = parseArgs({
  options: { times: { type: 'string', default: '20' }, variants: { type: 'string', default: '.' } },
});
const times = Number(values.times);
const pattern = new RegExp(values.variants);
const chosen = ['honest', ...variants.map(({ id }) => id)].filter((id) => pattern.test(id));
/** One run: with each time another order, and another number of requests in flight. */
async function asked(server: ReferenceServer, time: number): Promise<Report> {
  const { cwd, remove } = workplace();
  // From 2 on: one request at a time can send no burst, which is another exam.
  const concurrency = String(2 ** (1 + ((time * 7) % 5)));
  const argv = ['--concurrency', concurrency, '--baseline', 'none'];
  const { report } = await runInside(server, argv, { cwd, name: 'out', order: time });
  remove();
  return report;
}

process.setMaxListeners(0);
let runs = 0;
let otherwise = 0;
for (const id of chosen) {
  const server = await startReferenceServer(id === 'honest' ? {} : { variant: id });
  let first: Report | undefined;
  for (let time = 1; time <= times; time += 1) {
    const report = await asked(server, time);
    runs += 1;
    first ??= report;
    const comparison = compareReports(first, report);
    if (isSame(comparison)) continue;
    otherwise += 1;
    const { changed, failures, undecided, decided } = comparison;
    const rows = changed.map((row) => `${row.id} ${linesOf(row.differences, 5).join(', ')}`);
    const moved = [...failures.new, ...undecided, ...decided].map((row) => `${row.id} ${row.before} then ${row.now}`);
    process.stdout.write(`${id}, run ${time}: ${[...rows, ...moved].join('; ')}\n`);
  }
  await server.close();
}
process.stdout.write(`${runs} runs against ${chosen.length} conforming servers: ${otherwise} told otherwise.\n`);
process.exit(otherwise > 0 ? 1 : 0);
