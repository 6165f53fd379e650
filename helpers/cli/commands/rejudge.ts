import { relative, resolve } from 'node:path';
import { formats } from '../../../reports/formats/formats.js';
import { withEvidence } from '../../../reports/integrity/evidence-digest.js';
import { sha256 } from '../../../reports/integrity/sha256.js';
import { terminalCapabilities } from '../../../reports/terminal/capabilities.js';
import { forTerminal } from '../../../reports/terminal/sanitise.js';
import { clip } from '../../../reports/text/printable.js';
import { renderJson } from '../../../reports/text/report-json.js';
import type { Exchange } from '../../../schemas/exchange.js';
import type { Report } from '../../../schemas/types.js';
import { rejectUsedFolder } from '../../configuration/files.js';
import { UsageError } from '../../configuration/usage-error.js';
import { createRedactor } from '../../redaction/redactor.js';
import type { Rejudged } from '../../rejudge/rejudge.js';
import { suiteDigest } from '../../run-folder/digests.js';
import { inFolder, makeFolder } from '../../run-folder/folder.js';
import { configuredSigner } from '../../run-folder/signer.js';
import { exchangesOf, intactRun, lineOf } from '../../run-folder/verify-folder.js';
import { publish } from '../../session/publish.js';
import { defineCommand, type Surroundings } from '../define-command.js';

/** Places of a report that are named one by one. */
const mostLines = 1000;

/** `rejudge`: derives the report of a run again from its checks and decisions, and judges its recorded evidence again. Nothing is sent. */
export const command = defineCommand({
  positionals: ['RUN'],
  options: {
    out: { value: 'DIR', help: 'write the report that this version makes of the evidence; must be new or empty' },
  },
  exits: {
    0: 'no verdict is contradicted by its evidence, and none lacks it',
    1: 'contradicted by itself or its evidence, or not confirmed: evidence that a check needs is missing',
    2: 'usage error, or a run whose evidence cannot be judged',
  },
  run: async ({ values: { out }, words: [run] }, surroundings) => {
    const { env, cwd, tested } = surroundings;
    if (out !== undefined) rejectUsedFolder(resolve(cwd, out), '--out');
    const intact = intactRun(run, cwd, tested);
    const { report } = intact;
    const exchanges = exchangesOf(intact);
    const { rejudge, rejudgedLines, rejudgedSentence, rejudgedWord } = await import('../../rejudge/rejudge.js');
    const { deviationsIn } = await import('../../rejudge/rederived.js');
    const { unlikeWritten } = await import('../../rejudge/as-written.js');
    const underived = [
      ...deviationsIn(report, exchanges, tested),
      ...unlikeWritten(report, exchanges, intact.folder.bundle),
    ];
    const judged = await rejudge(report, exchanges, tested);
    if (judged.impossible !== undefined && underived.length === 0)
      throw new UsageError(`The run cannot be judged again. ${judged.impossible}`);
    const word = underived.length > 0 ? 'CONTRADICTED' : rejudgedWord(judged);
    const status = word === 'CONFIRMED' ? 0 : 1;
    const lines = [
      `${word}  Run ${report.run.id}: ${rejudgedSentence(judged)}`,
      ...underived.slice(0, mostLines).map((one) => `  contradicted  ${lineOf(one)}`),
      ...rejudgedLines(judged, report, tested),
      ...(out === undefined ? [] : [await write(resolve(cwd, out), { report, exchanges, judged }, surroundings)]),
    ];
    const { unicode } = terminalCapabilities(process.stdout, env);
    return {
      status,
      lines: lines.map((line) => forTerminal(clip(line, 600), unicode)),
      data: {
        run: report.run.id,
        contradicted: word === 'CONTRADICTED',
        confirmed: word === 'CONFIRMED',
        underived,
        ...judged,
      },
    };
  },
});

/** Writes the report that this version makes of the evidence, as a run writes one; it is never the latest. */
async function write(
  out: string,
  { report, exchanges = [], judged }: { report: Report; exchanges: readonly Exchange[] | undefined; judged: Rejudged },
  { env, cwd, tested }: Surroundings,
): Promise<string> {
  const signer = configuredSigner(env, cwd);
  const redactor = createRedactor(signer?.secrets);
  const { rejudgedReport } = await import('../../rejudge/rejudged-report.js');
  const made = rejudgedReport(tested, report, judged, {
    id: `${report.run.id}-rejudged`,
    exam: suiteDigest(tested),
    report: sha256(renderJson(report)),
    ...(signer && { signingKey: signer.keyid }),
  });
  const folder = makeFolder(new Date(report.run.startedAt), cwd, out);
  return inFolder(folder, async () => {
    const chosen = formats.flatMap(({ name }) => (['html', 'md', 'har'].includes(name) ? [name] : []));
    const publication = { ...withEvidence(made, exchanges), evidence: exchanges };
    const outcome = await publish(publication, { formats: chosen }, { tested, folder, redactor, signer });
    if (outcome === 'interrupted' || 'secret' in outcome)
      throw new UsageError('The report would hold a secret, and was not written.');
    return `The report of this version is in ${relative(cwd, folder.final)}.`;
  });
}
