import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Format, formats } from '../../reports/formats/formats.js';
import type { Signer } from '../../reports/integrity/envelope.js';
import { renderJson } from '../../reports/text/report-json.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { withoutBrowser } from '../configuration/browser.js';
import { createdFileName, listedAlone, piecesOfCreated } from '../evidence/created-file.js';
import type { Redactor } from '../redaction/redactor.js';
import type { RunFolder } from '../run-folder/folder.js';
import { sealOfFolder } from '../run-folder/seal.js';
import type { SecretFound } from './environment.js';
import type { Hurry, InterruptListener } from './interrupt.js';
import { printPage } from './print-page.js';

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
  /** Prints report.pdf. */
  readonly browser?: string | undefined;
  /** Hears of a file that could not be made, and why, in a sentence: the others are published. */
  readonly onLeftOut?: (sentence: string) => void;
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
  publishing: Publishing,
): Promise<SecretFound | 'interrupted' | undefined> {
  const { folder, redactor, chosen, signer, har, texts = {}, interrupt, hurry } = publishing;
  const valid = validator('report');
  if (!valid(report)) throw new Error(`the report breaks its own schema: ${complaint(valid.errors)}`);
  // What is rendered is what report.json will hold, so that `render` can make the same from it.
  const text = renderJson(report);
  const written = JSON.parse(text) as Report;
  const ready: Partial<Record<string, string | undefined>> = { json: text, har };
  const secretIn = (file: string, content: string, isDerived = false): SecretFound | undefined => {
    const [found] = redactor.finds(content, { isDerived });
    return found && { file, label: found.label };
  };
  const writtenOr = (file: string, content: string): SecretFound | undefined => {
    const secret = secretIn(file, content);
    if (!secret) folder.write(file, content);
    return secret;
  };
  const allWrittenOr = (files: Iterable<readonly [file: string, content: string]>): SecretFound | undefined => {
    for (const [file, content] of files) {
      const secret = writtenOr(file, content);
      if (secret) return secret;
    }
    return undefined;
  };
  const { browser, onLeftOut } = publishing;
  const isMade = ({ name }: Format) => name === 'json' || chosen.includes(name);
  // What all others can be made from again.
  const isSource = ({ name }: Format) => name === 'json' || name === 'har';
  const every: readonly Format[] = formats;
  const all = hurry ? [...every.filter(isSource), ...every.filter((format) => !isSource(format))] : every;
  if (!chosen.includes('har') && all.some((format) => isMade(format) && !isSource(format))) {
    const [found] = evidence.flatMap((exchange) => redactor.finds(JSON.stringify(exchange)));
    if (found) return { file: 'the evidence', label: found.label };
  }
  // Rendered and searched once, for report.html and for the browser.
  let page: string | undefined;
  for (const format of all) {
    const { name, file, isPrinted } = format;
    // What an attempt that was interrupted has left is of another report.
    folder.remove(file);
    if (!isMade(format)) continue;
    if (hurry && !isSource(format) && (isPrinted || !hurry.hasTime())) {
      hurry.leaveOut(file);
      continue;
    }
    const content = ready[name] ?? format.render(written, evidence);
    // A PDF packs its words: the page that it shows is searched, and the browser knows nothing else.
    const secret = content === page ? undefined : secretIn(file, content, !isSource(format));
    if (secret) return secret;
    if (name === 'html') page = ready.pdf = content;
    const made = isPrinted ? await print(content, browser, interrupt) : content;
    if (interrupt?.signal()) return 'interrupted';
    if (made instanceof Error) onLeftOut?.(`${file} was left out: ${made.message}`);
    else folder.write(file, made);
    await nextTurn();
    if (interrupt?.signal()) return 'interrupted';
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

/** The PDF of a page, or why there is none. A signal ends the browser. */
async function print(
  page: string,
  browser: string | undefined,
  interrupt: Publishing['interrupt'],
): Promise<Uint8Array | Error> {
  if (browser === undefined) return new Error(withoutBrowser);
  const halt = new AbortController();
  void interrupt?.signalled.then(() => halt.abort());
  return printPage(page, browser, halt.signal).catch((error: Error) => error);
}
