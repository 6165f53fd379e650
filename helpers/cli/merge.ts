import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formats } from '../../reports/formats/formats.js';
import { renderJson } from '../../reports/formats/json.js';
import { withEvidenceDigest } from '../../reports/integrity/evidence-digest.js';
import { assemble } from '../../reports/model/assemble.js';
import { mergeParts } from '../../reports/model/merge.js';
import { terminalCapabilities } from '../../reports/terminal/capabilities.js';
import { createTerminal, type Stream } from '../../reports/terminal/terminal.js';
import type { Report } from '../../schemas/types.js';
import { rejectUsedFolder } from '../configuration/files.js';
import { allIds } from '../configuration/filter.js';
import { quote } from '../configuration/quote.js';
import { settings } from '../configuration/settings.js';
import { UsageError } from '../configuration/usage-error.js';
import { readVariables } from '../configuration/variables.js';
import { createRedactor, ownButObserved } from '../redaction/redactor.js';
import { makeFolder } from '../run-folder/folder.js';
import { appendHistoryRow, readHistory, targetName } from '../run-folder/history.js';
import { partsOf } from '../run-folder/shard-folder.js';
import { chooseBaseline } from '../session/baseline.js';
import { caseNotices } from '../session/case-summary.js';
import { appendJobSummary, jobOf } from '../session/ci.js';
import { exitOf, exitStatus } from '../session/exit-status.js';
import { annotate, plainLog } from '../session/job-log.js';
import { publish } from '../session/publish.js';
import { sealedBy, secretOf, signerOf } from '../session/signer.js';

/**
 * `merge DIR… --out DIR`: joins the folders of the parts of a divided run (`--shard`) into one, as a run leaves it: with
 * the formats that the parts have, sealed, and signed where there is a key. Gives the exit status, as `run` does.
 * @throws UsageError for a modified folder, and for parts of different runs; nothing is written then
 */
export async function merge(
  argv: readonly string[],
  { env, cwd, output = process.stdout }: { env: NodeJS.ProcessEnv; cwd: string; output?: Stream },
): Promise<number> {
  const { dirs, out } = asked(argv, cwd);
  const variables = readVariables(env, cwd);
  const parts = await partsOf(dirs, cwd);
  const [{ report: first }] = parts;
  const keyFile = variables.get('CONFORMANCE_SIGNING_KEY_FILE')?.text;
  const signer = keyFile === undefined ? undefined : signerOf(resolve(cwd, keyFile));
  const redactor = createRedactor();
  for (const { kind, variable } of settings) {
    const value = kind === 'secret' ? variables.get(variable)?.text : undefined;
    if (value !== undefined) redactor.addSecret(value, `$${variable}`);
  }
  for (const { value, label } of secretOf(signer)) redactor.addSecret(value, label);

  const named = targetName(first.target);
  const baseline = chooseBaseline(undefined, cwd, named);
  const startedAt = new Date(Math.min(...parts.map(({ report }) => Date.parse(report.run.startedAt))));
  const folder = makeFolder(startedAt, cwd, out);
  process.once('exit', folder.discard);
  try {
    const about = noticesOf(parts.map(({ report }) => report));
    const { material, evidence } = mergeParts(parts, { id: `${folder.id}-merged`, notices: about });
    const notices = [...about, ...baseline.notices, ...caseNotices(material.run)];
    const { previous: _, ...run } = material.run;
    const history = readHistory(cwd, named);
    const report = assemble({
      ...material,
      run: {
        ...run,
        ...jobOf(env),
        ...(history.length > 0 && { previous: history.at(-1)?.report }),
        ...(notices.length > 0 && { notices }),
      },
      ...(baseline.report && { baseline: baseline.report }),
    });
    const clean = withEvidenceDigest(redactor.redactDeep(report, ownButObserved), evidence);
    const chosen = formats.filter(({ file }) => parts.some(({ files }) => files.has(file))).map(({ name }) => name);
    const found = await publish(clean, evidence, { folder, redactor, chosen, signer });
    if (found !== undefined && found !== 'interrupted') {
      const sentence = `Nothing was published: a secret (${found.label}) was found in ${found.file}.\n`;
      plainLog(process.stderr, env).write(sentence);
      return exitStatus.withheld;
    }
    if (clean.run.complete) {
      const partial = material.asked.length < allIds().length;
      appendHistoryRow(cwd, { report: clean, text: renderJson(clean), target: named, folder: folder.final, partial });
    }
    appendJobSummary(env, clean);
    const { status } = exitOf(clean, false);
    const terminal = createTerminal(plainLog(output, env), {
      ...terminalCapabilities(output, env),
      quiet: false,
      live: false,
    });
    const html = chosen.includes('html') ? 'report.html' : 'report.json';
    const reportPath = relative(process.cwd(), join(folder.final, html));
    terminal.end(clean, { reportPath, seal: sealedBy(signer), exitStatus: status });
    terminal.close();
    annotate(output, env, clean);
    return status;
  } finally {
    folder.discard();
    process.off('exit', folder.discard);
  }
}

const ofDecision = /^The (?:waiver|attestation|settlement) of ([A-Z]+-\d\d) /;
/** What each part says of itself, and is told of the whole anew. */
const ofPart = /^[\d,]+ (?:of [\d,]+ )?cases? (?:was|were) generated | is required of this run, and was not asked\./;

/**
 * What the parts have to say, each thing once. That a decision was of no use is told by the first part, which has all
 * checks, and holds only where it was of none in the others.
 */
function noticesOf(reports: readonly Report[]): string[] {
  const tookPart = new Set(reports.flatMap(({ decisions }) => decisions.map(({ id }) => String(id))));
  const told = reports.flatMap(({ run: { notices = [] } }, at) =>
    notices.filter((notice) => {
      const [, id] = ofDecision.exec(notice) ?? [];
      return !ofPart.test(notice) && (id === undefined || (at === 0 && !tookPart.has(id)));
    }),
  );
  return [...new Set(told)];
}

function asked(argv: readonly string[], cwd: string): { dirs: readonly string[]; out: string } {
  const { values, positionals } = optionsOf(argv);
  if (positionals.length === 0 || positionals.includes(''))
    throw new UsageError('merge takes the folders of the parts of a run; see fsapi-conformance merge --help.');
  if (!values.out) throw new UsageError('merge needs --out, the folder of the joined run.');
  const out = resolve(cwd, values.out);
  rejectUsedFolder(out, '--out');
  const same = positionals.find((dir) => resolve(cwd, dir) === out);
  if (same !== undefined) throw new UsageError(`--out names ${quote(basename(out))}, which is one of the parts.`);
  return { dirs: positionals, out };
}

function optionsOf(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: { out: { type: 'string' } }, allowPositionals: true });
  } catch {
    throw new UsageError('merge takes folders and --out DIR; see fsapi-conformance merge --help.');
  }
}
