import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { type Format, formats } from '../formats/formats.js';
import type { Bundle } from './bundle.js';
import type { IntegrityError } from './integrity-error.js';

/** The outcome for the files that are rendered from report.json and evidence.har. */
export type Rendered = Awaited<ReturnType<typeof checkRenderings>>;

/**
 * Renders every format again that the bundle has a file of, and compares bytes.
 * @param evidence absent without evidence.har
 * @returns files that are byte for byte what they have to be (`same`), and those that hold exchanges, where evidence.har is
 * not there to make them from (`left`)
 */
export async function checkRenderings(report: Report, evidence: readonly Exchange[] | undefined, bundle: Bundle) {
  const found: IntegrityError[] = [];
  const same: string[] = [];
  const left: string[] = [];
  for (const { file, showsEvidence, render } of formats as readonly Format[]) {
    const content = bundle.files.get(file)?.content;
    if (!content) continue;
    if (showsEvidence && !evidence) {
      left.push(file);
      continue;
    }
    const again = await rendering(() => render(report, evidence ?? []));
    if (!again) found.push({ file, says: 'cannot be rendered again: report.json holds values that no run writes' });
    else if (again.equals(content)) same.push(file);
    else found.push({ file, says: `differs ${place(file, again, content)} from ${sourceOf(file)}` });
  }
  return { found, same, left };
}

/** The bytes of a file, or nothing where a report that was written by hand is too odd for its renderer. */
async function rendering(render: () => ReturnType<Format['render']>): Promise<Buffer | undefined> {
  try {
    return Buffer.from(await render());
  } catch {
    return undefined;
  }
}

function sourceOf(file: string): string {
  if (file === 'report.json') return 'the form that this suite writes';
  return file === 'evidence.har' ? 'a rendering of its own exchanges' : 'a rendering of report.json and evidence.har';
}

/** Where two files differ first: the line, or the byte where they are not text. */
function place(file: string, expected: Buffer, actual: Uint8Array): string {
  const first = expected.findIndex((byte, at) => byte !== actual[at]);
  const at = first < 0 ? expected.length : first;
  if (file.endsWith('.pdf')) return `at byte ${at + 1}`;
  return `in line ${expected.subarray(0, at).filter((byte) => byte === 10).length + 1}`;
}
