import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Format, formats } from '../../reports/formats/formats.js';
import type { Signer } from '../../reports/integrity/envelope.js';
import { renderJson } from '../../reports/text/report-json.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { createdFileName, listedAlone, piecesOfCreated } from '../evidence/created-file.js';
import type { Redactor } from '../redaction/redactor.js';
import type { RunFolder } from '../run-folder/folder.js';
import { sealOfFolder } from '../run-folder/seal.js';
import type { SecretFound } from './environment.js';
import type { Hurry, InterruptListener } from './interrupt.js';
import { renderInWorker } from './render-worker.js';

/** What a report is published with. */
interface Publishing {
  readonly folder: RunFolder;
  readonly redactor: Redactor;
  readonly chosen: readonly string[];
  /** Signs the seal; without one it is made of digests only. */
  readonly signer?: Signer | undefined;
  /** evidence.har, where it was rendered for the digest in the report. */
  readonly har?: string | undefined;
  readonly texts?: Readonly<Record<string, string>>;
  /** Heard between the files, and while a slow one is made: once a signal came nothing is published. */
  readonly interrupt?: Pick<InterruptListener, 'signal' | 'signalled'> | undefined;
  /** Of a run that a signal ended: evidence comes first, and what there is no time for is left out. */
  readonly hurry?: Hurry | undefined;
}

/**
 * Renders the report in the formats chosen, report.json always, seals all that the folder holds, and gives it its final
 * name. The report and the evidence are searched for secrets in every form before, and what was made from them as it stands:
 * redaction at capture leaves none, and this proves it.
 * @returns what keeps it from being published: a secret, or a signal
 * @throws Error where the report breaks its own schema or holds the digest of other evidence, StorageError for the file system
 */
export async function publish(
  report: Report,
  evidence: readonly Exchange[],
  { folder, redactor, chosen, signer, har, texts = {}, interrupt, hurry }: Publishing,
): Promise<SecretFound | 'interrupted' | undefined> {
  const valid = validator('report');
  if (!valid(report)) throw new Error(`the report breaks its own schema: ${complaint(valid.errors)}`);
  // What is rendered is what report.json will hold, so that `render` can make the same from it.
  const text = renderJson(report);
  const written = JSON.parse(text) as Report;
  const ready: Partial<Record<string, string | undefined>> = { json: text, har };
  const writtenOr = (file: string, content: string | Uint8Array, isDerived = false): SecretFound | undefined => {
    // A packed file hides its words; the sources that it was made from were searched.
    const [found] = typeof content === 'string' ? redactor.finds(content, { isDerived }) : [];
    if (found) return { file, label: found.label };
    folder.write(file, content);
    return undefined;
  };
  const allWrittenOr = (files: Iterable<readonly [file: string, content: string]>): SecretFound | undefined => {
    for (const [file, content] of files) {
      const secret = writtenOr(file, content);
      if (secret) return secret;
    }
    return undefined;
  };
  const isMade = ({ name }: Format) => name === 'json' || chosen.includes(name);
  // What all others can be made from again.
  const isSource = ({ name }: Format) => name === 'json' || name === 'har';
  const every: readonly Format[] = formats;
  const all = hurry ? [...every.filter(isSource), ...every.filter((format) => !isSource(format))] : every;
  if (!chosen.includes('har') && all.some((format) => isMade(format) && !isSource(format))) {
    const [found] = evidence.flatMap((exchange) => redactor.finds(JSON.stringify(exchange)));
    if (found) return { file: 'the evidence', label: found.label };
  }
  // Begun before the others, which are made meanwhile.
  const apart = all
    .filter((format) => format.isSlow && isMade(format) && !hurry)
    .map(({ name }) => ({ name, ...renderInWorker({ name, report: written, evidence }) }));
  try {
    for (const format of all) {
      const { name, file } = format;
      // What an attempt that was interrupted has left is of another report.
      folder.remove(file);
      if (!isMade(format)) continue;
      if (hurry && !isSource(format) && (format.isSlow || !hurry.hasTime())) {
        hurry.leaveOut(file);
        continue;
      }
      const aside = apart.find((one) => one.name === name)?.content;
      const content = await Promise.race([
        aside ?? ready[name] ?? format.render(written, evidence),
        ...(interrupt ? [interrupt.signalled.then(() => undefined)] : []),
      ]);
      if (content === undefined) return 'interrupted';
      const secret = writtenOr(file, content, !isSource(format));
      if (secret) return secret;
      await nextTurn();
      if (interrupt?.signal()) return 'interrupted';
    }
  } finally {
    for (const { end } of apart) end();
  }
  const inTexts = allWrittenOr(Object.entries(texts));
  if (inTexts) return inTexts;
  const by = { run: written.run.id, target: written.target.baseUrl };
  const own = () => (folder.isKept ? listedAlone(join(folder.final, createdFileName), written.created) : []);
  folder.remove(createdFileName);
  for (const piece of piecesOfCreated(by, written.created, [own])) {
    // They were redacted before they were listed; where a signal ends the run, that has to do.
    const [found] = hurry ? [] : redactor.finds(piece);
    if (found) return { file: createdFileName, label: found.label };
    folder.append(createdFileName, piece);
  }
  const inSeals = folder.isKept ? allWrittenOr(sealOfFolder(folder.draft, written, signer)) : undefined;
  if (!inSeals) folder.publish();
  return inSeals;
}
