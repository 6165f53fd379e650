import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Format, formats } from '../../reports/formats/formats.js';
import type { Signer } from '../../reports/integrity/envelope.js';
import { renderJson } from '../../reports/text/report-json.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { withoutBrowser } from '../configuration/browser.js';
import type { Configuration } from '../configuration/settings.js';
import { createdFileName, listedAlone, piecesOfCreated } from '../evidence/created-file.js';
import type { Redactor } from '../redaction/redactor.js';
import type { RunFolder } from '../run-folder/folder.js';
import { sealOfFolder } from '../run-folder/seal.js';
import type { SecretFound } from './environment.js';
import { atLeisure, hurriedText, type Stop } from './interrupt.js';
import { printPage } from './print-page.js';

/** What is published of a run. */
interface Publication {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
  /** evidence.har, where it was rendered for the digest in the report. */
  readonly har?: string | undefined;
  /** What a target printed that the run had started. */
  readonly log?: string | undefined;
}

/** The formats that are made, report.json always, and the browser that prints report.pdf. */
type Wanted = Pick<Configuration, 'formats' | 'browser'>;

/** Where it goes, what must not stand in it, and who signs it: without a signer the seal is made of digests only. */
interface Destination {
  readonly tested: Specification;
  readonly folder: RunFolder;
  readonly redactor: Redactor;
  readonly signer?: Signer | undefined;
}

/**
 * What came of publishing: a sentence on files that are not there, and those that the file system rejected; or a secret, or a signal, that kept all of it from
 * being published.
 */
export type Outcome =
  | { readonly leftOut: readonly string[]; readonly unstored: readonly string[] }
  | { readonly secret: SecretFound }
  | 'interrupted';

/**
 * Renders the report in the formats wanted, seals all that the folder holds, and gives it its final name. The report and
 * the evidence are searched for secrets in every form before, and what was made from them as it stands: redaction at
 * capture leaves none, and this proves it.
 * @throws Error where the report breaks its own schema or holds the digest of other evidence, StorageError for the file system
 */
export async function publish(
  publication: Publication,
  wanted: Wanted,
  { tested, folder, redactor, signer }: Destination,
  stop: Stop = atLeisure,
): Promise<Outcome> {
  const { evidence, log } = publication;
  const text = renderJson(expectValid(publication.report));
  // What is rendered is what report.json will hold, so that `render` can make the same from it.
  const report = JSON.parse(text) as Report;
  const render = rendererOf({ ...publication, report }, text, tested);
  const [failed, omitted, unstored]: [string[], string[], string[]] = [[], [], []];
  // What an attempt that was interrupted has left is of another report.
  folder.clear();
  if (!wanted.formats.includes('har') && wanted.formats.some((name) => name !== 'json')) {
    const [found] = evidence.flatMap((exchange) => redactor.finds(JSON.stringify(exchange)));
    if (found) return { secret: { file: 'the evidence', label: found.label } };
  }
  const searched = new Set<string>();
  for (const format of inOrder(wanted, stop)) {
    const { file, isPrinted } = format;
    if (!isSource(format) && !stop.hasTimeFor(format)) {
      omitted.push(file);
      continue;
    }
    const content = render(format);
    // A PDF packs its words: the page that it shows is searched, and the browser knows nothing else.
    const how = { isDerived: !isSource(format) };
    const secret = searched.has(content) ? undefined : secretIn(redactor, file, content, how);
    if (secret) return { secret };
    searched.add(content);
    const made = isPrinted ? await print(content, wanted.browser, stop) : content;
    if (made instanceof Error) failed.push(`${file} was left out: ${made.message}`);
    else if (format.name === 'json') folder.write(file, made);
    else {
      const why = folder.add(file, made);
      if (why !== undefined) unstored.push(why);
    }
    await nextTurn();
    if (stop.hasCome()) return 'interrupted';
  }
  const secret =
    (log !== undefined && searchedAndWritten([['target.log', log]], redactor, folder)) ||
    listCreated(report, redactor, folder, stop) ||
    (folder.isKept && searchedAndWritten(sealOfFolder(folder.draft, report, signer), redactor, folder));
  if (secret) return { secret };
  folder.publish();
  return { leftOut: [...failed, ...unstored, ...hurriedText(omitted)], unstored };
}

function expectValid(report: Report): Report {
  const valid = validator('report');
  if (!valid(report)) throw new Error(`the report breaks its own schema: ${complaint(valid.errors)}`);
  return report;
}

/** Whether all others can be made from it again. */
function isSource({ name }: Format): boolean {
  return name === 'json' || name === 'har';
}

/**
 * The formats to make: where somebody waits for the end, those first from which all others can be made. Else the small
 * ones first, so that a disk that is nearly full takes as many as it has room for.
 */
function inOrder({ formats: wanted }: Wanted, { isHurried }: Stop): readonly Format[] {
  const made = formats.filter(({ name }) => name === 'json' || wanted.includes(name)) as readonly Format[];
  const size = (one: Format) => (isHurried || !one.showsEvidence ? 0 : 1);
  return made.toSorted((one, other) => size(one) - size(other) || Number(isSource(other)) - Number(isSource(one)));
}

/** Renders each format once: report.pdf is printed of the page that report.html is. */
function rendererOf(
  { report, evidence, har }: Publication,
  json: string,
  specification: Specification,
): (format: Format) => string {
  const made = new Map<Format['render'], string>();
  return ({ name, render }) => {
    const content = made.get(render) ?? (name === 'json' ? json : name === 'har' ? har : undefined);
    const rendered = content ?? render(report, evidence, specification);
    made.set(render, rendered);
    return rendered;
  };
}

function secretIn(
  redactor: Redactor,
  file: string,
  content: string,
  how: { readonly isDerived: boolean } = { isDerived: false },
): SecretFound | undefined {
  const [found] = redactor.finds(content, how);
  return found && { file, label: found.label };
}

/** Writes files up to the first that holds a secret. */
function searchedAndWritten(
  files: Iterable<readonly [file: string, content: string]>,
  redactor: Redactor,
  folder: RunFolder,
): SecretFound | undefined {
  for (const [file, content] of files) {
    const secret = secretIn(redactor, file, content);
    if (secret) return secret;
    folder.write(file, content);
  }
  return undefined;
}

/** Writes created.json: the customers of the report, and those that the run itself has listed beside them. */
function listCreated(
  { run, target, created }: Report,
  redactor: Redactor,
  folder: RunFolder,
  { isHurried }: Stop,
): SecretFound | undefined {
  const own = folder.isKept ? listedAlone(join(folder.final, createdFileName), created) : [];
  for (const piece of piecesOfCreated({ run: run.id, target: target.baseUrl }, created, own)) {
    // They were redacted before they were listed; where a signal ends the run, that has to do.
    const secret = isHurried ? undefined : secretIn(redactor, createdFileName, piece);
    if (secret) return secret;
    folder.append(createdFileName, piece);
  }
  return undefined;
}

/** The PDF of a page, or why there is none. A signal ends the browser. */
async function print(page: string, browser: string | undefined, { coming }: Stop): Promise<Uint8Array | Error> {
  if (browser === undefined) return new Error(withoutBrowser);
  const halt = new AbortController();
  void coming.then(() => halt.abort());
  return printPage(page, browser, halt.signal).catch((error: Error) => error);
}
