import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { readHar } from '../formats/har-reader.js';
import type { Bundle } from './bundle.js';
import { readJson } from './canonical.js';
import { brokenLinks, type EvidenceSeal, sealOf } from './chain.js';
import { type IntegrityError, isObject, shown } from './integrity-error.js';

const file = 'evidence.har';

/** The exchanges of a bundle. */
export interface ReadEvidence {
  readonly seal?: EvidenceSeal;
  /** Absent where they cannot be read back. */
  readonly exchanges?: readonly Exchange[];
  readonly found: IntegrityError[];
}

/**
 * Reads evidence.har and follows its chain.
 * @param report absent where it cannot be read: the chain is then followed by what the file says of itself
 */
export function readEvidence({ files }: Bundle, report: Report | undefined): ReadEvidence {
  const content = files.get(file)?.content;
  if (!content) return { found: [] };
  const text = new TextDecoder().decode(content);
  try {
    const har = readJson(text);
    const log = isObject(har) && isObject(har.log) ? har.log : {};
    const entries = Array.isArray(log.entries) ? (log.entries as unknown[]) : [];
    const run = report?.run.id ?? String(log._run);
    const found: IntegrityError[] = [];
    if (log._run !== run)
      found.push({ file, at: '/log/_run', says: `is ${shown(log._run)}, and report.json is of the run ${shown(run)}` });
    const broken = brokenLinks(run, entries, file);
    const links = entries.map((entry) => (isObject(entry) ? entry : {}));
    const seal = sealOf(run, links);
    found.push(...broken, ...(report ? alteredEnd(links, seal, report, broken.length > 0) : []));
    return { seal, found, ...readBack(text, found) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { found: [{ file, says: error.message }] };
  }
}

/** The exchanges themselves; where the file is none of this suite's, that is told. */
function readBack(text: string, found: IntegrityError[]): { exchanges?: readonly Exchange[] } {
  try {
    return { exchanges: readHar(text).evidence };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    found.push({ file, says: `cannot be read back: ${error.message}` });
    return {};
  }
}

/** The end of the chain, which the chain itself cannot show: exchanges cut off or added there, or all chained anew. */
function alteredEnd(
  entries: readonly Record<string, unknown>[],
  seal: EvidenceSeal,
  { run }: Report,
  isBroken: boolean,
): IntegrityError[] {
  if (!run.evidence) return [{ file: 'report.json', at: '/run/evidence', says: 'is missing: it seals the exchanges' }];
  const { exchanges, head } = run.evidence;
  const more = seal.exchanges - exchanges;
  if (more === 0 && (isBroken || seal.head === head)) return [];
  if (isBroken)
    return [{ file, at: '/log/entries', says: `are ${seal.exchanges}, and report.json counts ${exchanges}` }];
  const last = shown(entries.at(-1)?._id ?? 'nothing');
  if (more < 0)
    return [{ file, at: last, says: `is the last, and report.json counts ${-more} more: the tail was cut off` }];
  if (more > 0) {
    return entries.slice(exchanges).map(({ _id }) => {
      return { file, at: shown(_id), says: `was added at the end: report.json counts ${exchanges} exchanges` };
    });
  }
  const says = `ends the chain with ${shown(seal.head)}, and report.json says ${shown(head)}: it was chained anew`;
  return [{ file, at: last, says }];
}
