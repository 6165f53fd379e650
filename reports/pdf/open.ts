import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { DocumentInput } from '../model/document-input.js';
import { type OpenFinding, openFindings, skippedByReason } from '../model/open-findings.js';
import { others, type Term } from '../text/summary-text.js';
import { brief } from './glyphs.js';
import { marked, marksInLines } from './marks.js';
import { sizes, width } from './page-layout.js';
import { beside, table } from './table.js';
import { bold, code, coded, idAlone, place, set, soft, stack } from './typography.js';

const wide = { mark: 80, id: 62, when: 118 };
/** Areas side by side, and the space between them. */
const across = 3;
const space = 20;

/** Open, waived and new findings, one line each. */
export function open(rows: readonly OpenFinding[], findings: DocumentInput['findings']): readonly Content[] {
  const heading = bold('Open, waived and new findings', { fontSize: sizes.title, lineHeight: 1.15 });
  const margin: [number, number, number, number] = [0, 9, 0, 0];
  if (rows.length === 0) return [stack([heading, set('Nothing.', { fontSize: sizes.prose })], { margin })];
  const columns = [
    { name: 'Verdict', wide: wide.mark },
    { name: 'Requirement', wide: wide.id },
    { name: 'What was found', wide: width - wide.mark - wide.id - wide.when },
    { name: 'Since, or until', wide: wide.when },
  ];
  const cells = rows.map(({ mark, id, more, found, lines, ...term }): TableCell[] => [
    marked(mark, { bold: true }) as TableCell,
    more > 0
      ? set([code(id, { linkToDestination: place(findings.get(id) ?? id) }), others(more)])
      : idAlone(id, { linkToDestination: place(findings.get(id) ?? id) }),
    lines ? stack(lines.map((one) => set(coded(brief(one, 200, 2))))) : set(coded(brief(found, 300, 4))),
    ending(term),
  ]);
  return [table(columns, cells, { title: heading, margin, tight: true })];
}

/** Lines of a first page that leave room for the signatures. The part Requirements has every reason. */
const mostLines = 6;

/** Skipped requirements by reason, where the first page has room. The verdict does not cover them. */
export function skipped(report: DocumentInput['report']): readonly Content[] {
  const groups = skippedByReason(report);
  const taken = openFindings(report).reduce((sum, { lines }) => sum + (lines?.length ?? 1), groups.length);
  if (groups.length === 0 || taken > mostLines) return [];
  const ids = wide.mark + wide.id;
  const columns = [
    { name: 'Requirement', wide: ids },
    { name: 'Why', wide: width - ids },
  ];
  const title = bold('Skipped requirements', { fontSize: sizes.title, lineHeight: 1.15 });
  const cells = groups.map(({ reason, rows }): TableCell[] => [
    code(brief(rows.map(({ id }) => id).join(' '), 400, 1)),
    set(coded(brief(reason, 300, 3))),
  ]);
  return [table(columns, cells, { title, margin: [0, 9, 0, 0], tight: true })];
}

// A reader looks for the expiry date of a waiver.
function ending({ when, by }: Term): TableCell {
  return set(by === undefined ? when : [bold(when), brief(`, by ${by}`, 140, 2)]);
}

/** Every requirement of the catalogue as its mark, by area. */
export function marksByArea({ areas }: DocumentInput): Content {
  const each = (width - (across - 1) * space) / across;
  const cells = areas.map(
    ({ name, rows }): Content =>
      stack(
        [
          soft(`${brief(name, 60, 1)}, ${rows.length}`, { fontSize: sizes.small, lineHeight: 1.05 }),
          marksInLines(
            rows.map(({ verdict }) => verdict),
            17,
            7.4,
          ),
        ],
        { margin: [0, 0, 0, 5] },
      ),
  );
  const lines = Array.from({ length: Math.ceil(cells.length / across) }, (_, index) => {
    const line = cells.slice(across * index, across * (index + 1));
    const parts = [0, 1, 2].flatMap((at) => [...(at ? [''] : []), line[at] ?? '']);
    return beside([each, space, each, space, each], parts as TableCell[]);
  });
  return stack(lines, { margin: [0, 9, 0, 0] });
}
