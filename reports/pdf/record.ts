import type { Content } from 'pdfmake/interfaces.js';
import type { DocumentInput } from '../model/document-input.js';
import { type RecordFact, recordOf } from '../model/record.js';
import { counted, noticesOf } from '../text/summary-text.js';
import { coded } from './coded.js';
import { brief } from './glyphs.js';
import { sizes } from './page-layout.js';
import { type Part, part } from './part.js';
import { longFacts } from './table.js';
import { code, set, soft, stack } from './typography.js';

/** What identifies the run: digests, versions, seed; and how much it left behind. */
export function record({ report }: DocumentInput): Part {
  const { created } = report;
  const left =
    created.length === 0
      ? 'None that the run knows of.'
      : `${counted(created.length, 'customer')}. report.json lists each under created, with Idempotency-Key, identity and e-mail address, for whoever has to purge them.`;
  return part('record', 'Record', false, [
    ...longFacts(
      [
        ...recordOf(report).map((fact) => [fact.name, told(fact)] as const),
        ['Created', set(left)],
        ...noticesOf(report).map(
          (notice, index) => [index === 0 ? 'Notices' : '', set(coded(brief(notice, 600, 4)))] as const,
        ),
      ],
      { term: 104, wide: 390 },
    ),
  ]);
}

function told({ value, as, aside }: RecordFact): Content | undefined {
  if (value === undefined) return undefined;
  const main =
    as === undefined
      ? set(brief(value, 600, 4))
      : code(brief(value, 300, 1), { fontSize: as === 'digest' ? sizes.code : sizes.small });
  return stack([main, aside === undefined ? undefined : soft(aside)]);
}
