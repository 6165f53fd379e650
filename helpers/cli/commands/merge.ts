import { basename, join, relative, resolve } from 'node:path';
import { acceptedIn } from '../../../reports/drift/remembered.js';
import { formats } from '../../../reports/formats/formats.js';
import { withEvidenceDigest } from '../../../reports/integrity/evidence-digest.js';
import { assemble } from '../../../reports/model/assemble.js';
import { materialOf } from '../../../reports/model/findings-of.js';
import { mergeParts } from '../../../reports/model/merge.js';
import { terminalCapabilities } from '../../../reports/terminal/capabilities.js';
import { createTerminal } from '../../../reports/terminal/terminal.js';
import { renderJson } from '../../../reports/text/report-json.js';
import { isPart } from '../../../reports/wording/skip-reasons.js';
import { code } from '../../../schemas/marked.js';
import type { Report } from '../../../schemas/types.js';
import { appendJobSummary, jobOf } from '../../ci/job.js';
import { annotate, plainLog } from '../../ci/job-log.js';
import { keysOf } from '../../configuration/configuration.js';
import { readPublicKey, rejectUsedFolder } from '../../configuration/files.js';
import { quote, UsageError } from '../../configuration/usage-error.js';
import { readVariables } from '../../configuration/variables.js';
import { createRedactor, ownButObserved } from '../../redaction/redactor.js';
import { chooseBaseline } from '../../run-folder/baseline.js';
import { inFolder, makeFolder } from '../../run-folder/folder.js';
import { appendHistoryRow, readHistory, reportedHistory, targetName } from '../../run-folder/history.js';
import { refreshOverview } from '../../run-folder/overview.js';
import { partsOf, type ShardFolder } from '../../run-folder/shard-folder.js';
import { configuredSigner, sealedBy } from '../../run-folder/signer.js';
import { caseNotices } from '../../session/case-summary.js';
import { withheldText } from '../../session/errors.js';
import { exitOf, exitStatus, strictOf } from '../../session/exit-status.js';
import { publish } from '../../session/publish.js';
import { defineCommand, exitsOfRun, type Surroundings } from '../define-command.js';

/** `merge`: joins the folders of the shards of one run (`--shard`) into the folder of that run. */
export const command = defineCommand({
  positionals: ['DIR…'],
  options: {
    out: { value: 'DIR', required: true, help: 'folder of the joined run; must be new or empty' },
    'fail-on-drift': { help: 'exit 1 while a changed observation is neither accepted nor settled' },
    'strict-waivers': { help: 'exit 1 if a waiver covers no failure' },
    'public-key': {
      value: 'FILE',
      repeatable: true,
      help: 'a key that may have signed the shards; needed where they are signed by another key than signs the joined run',
    },
    'allow-unsigned': { help: 'with a signing key: join shards that nobody signed as well, and say so in the report' },
  },
  exits: exitsOfRun,
  /**
   * Writes the joined run as `run` writes one: with the formats that the parts have, sealed, and signed where there is a
   * key. A signature vouches for what it covers, so that with a key, or with keys named, each part has to be signed by
   * one of them. Nothing is written where a part is altered, or none of one and the same run.
   */
  run: async ({ values, words: dirs }, { env, cwd }) => {
    const named = values['public-key'].map((file) => readPublicKey(resolve(cwd, file), '--public-key'));
    const strict = strictOf({ failOnDrift: values['fail-on-drift'], strictWaivers: values['strict-waivers'] });
    const out = resolve(cwd, values.out);
    rejectUsedFolder(out, '--out');
    if (dirs.some((dir) => resolve(cwd, dir) === out))
      throw new UsageError(`--out names ${quote(basename(out))}, which is one of the shards.`);
    const { signer, redactor } = signerAndRedactor(env, cwd);
    const publicKeys = [...named, ...(signer ? [signer.publicKey] : [])];
    const allowsUnsigned = values['allow-unsigned'];
    const parts = await partsOf(dirs, cwd, { publicKeys, allowsUnsigned });
    const startedAt = new Date(Math.min(...parts.map(({ report }) => Date.parse(report.run.startedAt))));
    const folder = makeFolder(startedAt, cwd, out);
    return inFolder(folder, async () => {
      const joined = joinedRun(parts, { id: folder.id, isSigned: signer !== undefined, strict }, { env, cwd });
      const report = withEvidenceDigest(redactor.redactDeep(joined.report, ownButObserved), joined.evidence);
      const chosen = formats.filter(({ file }) => parts.some(({ files }) => files.has(file))).map(({ name }) => name);
      // Customers of all parts that their created.json alone lists.
      function* listed() {
        for (const part of parts) yield* part.listed();
      }
      const found = await publish(report, joined.evidence, { folder, redactor, chosen, signer, listed });
      if (found !== undefined && found !== 'interrupted') {
        plainLog(process.stderr, env).write(`${withheldText(found)}\n`);
        return exitStatus.withheld;
      }
      // A demonstration is no night of any target.
      if (report.run.complete && !report.target.embedded) {
        appendHistoryRow(cwd, { ...joined.left, report, text: renderJson(report), folder: folder.final });
        const sentence = refreshOverview(cwd);
        if (sentence !== undefined) plainLog(process.stderr, env).write(`${sentence}\n`);
      }
      const html = chosen.includes('html') ? 'report.html' : 'report.json';
      const reportPath = relative(process.cwd(), join(folder.final, html));
      return announce(report, { reportPath, seal: sealedBy(signer) }, env, values.json);
    });
  },
});

/** The key that signs, and what redacts every key that the environment holds. */
function signerAndRedactor(env: NodeJS.ProcessEnv, cwd: string) {
  const variables = readVariables(env, cwd);
  const signer = configuredSigner(env, cwd);
  const given = Object.fromEntries([...variables].map(([name, { texts }]) => [name, texts[0]]));
  return { signer, redactor: createRedactor([...keysOf(given), ...(signer?.secrets ?? [])]) };
}

/** The report of the whole run, compared with the earlier ones that were joined here, and its exchanges. */
function joinedRun(
  parts: readonly [ShardFolder, ...ShardFolder[]],
  { id, isSigned, strict }: { id: string; isSigned: boolean; strict: ReturnType<typeof strictOf> },
  { env, cwd }: Surroundings,
) {
  const [{ report: first }] = parts;
  const target = targetName(first.target);
  // Keys are not known here, so runs of one configuration are compared.
  const scope = { tenants: first.run.configuration, keys: 'of the shards' };
  const about = [...(isSigned ? unvouched(parts) : []), ...noticesOf(parts.map(({ report }) => report))];
  const { material, evidence } = mergeParts(parts, { id: `${id}-merged`, notices: about });
  const decisions = material.decisions ?? [];
  const history = first.target.embedded ? [] : readHistory(cwd, target);
  const isAccepted = acceptedIn(decisions);
  const compared = chooseBaseline(undefined, { cwd, history, scope, target: first.target, isAccepted });
  const { baseline, remembered } = compared;
  const notices = [...about, ...compared.notices, ...caseNotices(material.run)];
  const { previous: _, strict: __, ...run } = material.run;
  const report = assemble({
    ...material,
    history: reportedHistory({ history, scope }),
    run: {
      ...run,
      ...strict,
      ...jobOf(env),
      ...(history.length > 0 && { previous: history.at(-1)?.report }),
      ...(notices.length > 0 && { notices }),
    },
    ...(baseline && { baseline, remembered }),
  });
  return { report, evidence, left: { target, scope, remembered, decisions } };
}

/** What the signature of the joined run does not vouch for. */
function unvouched(parts: readonly ShardFolder[]): string[] {
  const numbers = parts.flatMap(({ report, seal }) => (seal.signedBy ? [] : (report.run.shards?.here ?? [])));
  if (numbers.length === 0) return [];
  return [
    `Nobody signed shard ${numbers.join(', ')} (${code('--allow-unsigned')}): the signature of this report does not vouch for its findings.`,
  ];
}

/** Shows the outcome on the terminal and in the CI job. Gives the exit status. */
function announce(
  report: Report,
  about: { readonly reportPath: string; readonly seal: string },
  env: NodeJS.ProcessEnv,
  asJson: boolean,
): number {
  const stdout = asJson ? process.stderr : process.stdout;
  appendJobSummary(env, report);
  const exit = exitOf(report);
  // Whoever joins asks for the whole run.
  const lacks = isPart(report.run) && exit.status === exitStatus.partial;
  const status = lacks ? exitStatus.inconclusive : exit.status;
  const because = lacks ? 'parts are missing' : exit.because;
  const capabilities = terminalCapabilities(stdout, env);
  const terminal = createTerminal(plainLog(stdout, env), { ...capabilities, quiet: false, live: false });
  terminal.end(report, { ...about, exitStatus: status, ...(because !== undefined && { because }) });
  terminal.close();
  annotate(stdout, env, report);
  if (asJson) process.stdout.write(renderJson(report));
  return status;
}

/**
 * What the parts have to say, each thing once, without what follows from the rest of a part's report: that follows anew
 * from the whole.
 */
function noticesOf(reports: readonly Report[]): string[] {
  const described = reports.flatMap((report) => {
    const derived = [...(assemble(materialOf(report)).run.notices ?? []), ...caseNotices(report.run)];
    return (report.run.notices ?? []).filter((notice) => !derived.includes(notice));
  });
  return [...new Set(described)];
}
