import { formats } from '../../reports/formats.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import type { Redactor } from '../redaction/redactor.js';
import type { RunFolder } from './folder.js';

/** Where a secret was found, and which: nothing is published then. */
export interface SecretFound {
  readonly file: string;
  readonly label: string;
}

/**
 * Renders the report in the formats chosen, report.json always, and gives the folder its final name. Every file is
 * scanned for secrets before: redaction at capture leaves none, and this proves it.
 * @throws Error where the report breaks its own schema, and what the file system says
 */
export async function publish(
  report: Report,
  evidence: readonly Exchange[],
  {
    folder,
    redactor,
    chosen,
    texts = {},
  }: { folder: RunFolder; redactor: Redactor; chosen: readonly string[]; texts?: Readonly<Record<string, string>> },
): Promise<SecretFound | undefined> {
  const valid = validator('report');
  if (!valid(report)) throw new Error(`the report breaks its own schema: ${complaint(valid.errors)}`);
  for (const { name, file, render } of formats) {
    if (name !== 'json' && !chosen.includes(name)) continue;
    const content = await render(report, evidence);
    const [found] = redactor.finds(typeof content === 'string' ? content : Buffer.from(content).toString('latin1'));
    if (found) return { file, label: found.label };
    folder.write(file, content);
  }
  for (const [file, content] of Object.entries(texts)) {
    const [found] = redactor.finds(content);
    if (found) return { file, label: found.label };
    folder.write(file, content);
  }
  folder.publish();
  return undefined;
}
