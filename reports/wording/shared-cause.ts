import type { Report } from '../../schemas/types.js';
import { plain } from '../text/inline.js';

/** What leaves most of the inconclusive requirements open. */
interface SharedCause {
  /** Cause and remedy, as sentences. */
  readonly sentence: string;
  /** How many requirements it leaves open. */
  readonly size: number;
}

/** The one cause (`unmet`) of more than half of the inconclusive requirements; `undefined` where there is none. */
export function sharedCause({ requirements }: Report): SharedCause | undefined {
  const open = requirements.filter(({ verdict }) => verdict === 'inconclusive');
  const causes = open.flatMap(({ checks }) => {
    const { unmet, reason } = checks.find((one) => one.verdict === 'inconclusive' && one.unmet !== undefined) ?? {};
    return unmet === undefined || reason === undefined ? [] : [{ unmet, reason }];
  });
  const most = causes.find(({ unmet }) => causes.filter((one) => one.unmet === unmet).length * 2 > open.length);
  if (!most) return undefined;
  return { sentence: plain(most.reason), size: causes.filter(({ unmet }) => unmet === most.unmet).length };
}
