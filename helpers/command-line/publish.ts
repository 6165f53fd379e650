import { setImmediate as nextTurn } from 'node:timers/promises';
import { formats } from '../../reports/formats.js';
import { renderJson } from '../../reports/json.js';
import type { Signer } from '../../reports/seal/envelope.js';
import { evidenceSeal } from '../../reports/seal/evidence.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import type { Redactor } from '../redaction/redactor.js';
import type { RunFolder } from './folder.js';
import { sealOfFolder } from './seal.js';

/** Where a secret was found, and which: nothing is published then. */
export interface SecretFound {
  readonly file: string;
  readonly label: string;
}

/**
 * Renders the report in the formats chosen, report.json always, seals all that the folder holds, and gives it its final
 * name. Every file is scanned for secrets before: redaction at capture leaves none, and this proves it.
 * @param signer whoever signs the seal; without one it is made of digests only
 * @param isOverdue asked between the files, when signals are heard: once it is true nothing is published
 * @returns what keeps it from being published: a secret, or that it is overdue
 * @throws Error where the report breaks its own schema or does not seal its evidence, StorageFault for the file system
 */
export async function publish(
  report: Report,
  evidence: readonly Exchange[],
  {
    folder,
    redactor,
    chosen,
    signer,
    texts = {},
    isOverdue = () => false,
  }: {
    folder: RunFolder;
    redactor: Redactor;
    chosen: readonly string[];
    signer?: Signer | undefined;
    texts?: Readonly<Record<string, string>>;
    isOverdue?: () => boolean;
  },
): Promise<SecretFound | 'overdue' | undefined> {
  const valid = validator('report');
  if (!valid(report)) throw new Error(`the report breaks its own schema: ${complaint(valid.errors)}`);
  // What is rendered is what report.json will hold, so that `render` can make the same from it.
  const written = JSON.parse(renderJson(report)) as Report;
  if (written.run.evidence?.head !== evidenceSeal(written.run.id, evidence).head)
    throw new Error('the report does not seal the evidence that is published with it');
  // A packed file hides its words: what it is made from is searched in its place, as report.json was before it.
  const secretIn = (file: string, content: string | Uint8Array): SecretFound | undefined => {
    const [found] = redactor.finds(typeof content === 'string' ? content : JSON.stringify(evidence));
    return found && { file, label: found.label };
  };
  for (const { name, file, render } of formats) {
    if (name !== 'json' && !chosen.includes(name)) continue;
    const content = await render(written, evidence);
    const secret = secretIn(file, content);
    if (secret) return secret;
    folder.write(file, content);
    await nextTurn();
    if (isOverdue()) return 'overdue';
  }
  for (const [file, content] of Object.entries(texts)) {
    const secret = secretIn(file, content);
    if (secret) return secret;
    folder.write(file, content);
  }
  for (const [file, content] of sealOfFolder(folder.draft, written, signer)) {
    const secret = secretIn(file, content);
    if (secret) return secret;
    folder.write(file, content);
  }
  folder.publish();
  return undefined;
}
