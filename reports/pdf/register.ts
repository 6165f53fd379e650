import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Register, RegisterEntry, RegisterGroup } from '../document/blocks.js';
import { brief } from './glyphs.js';
import { marked } from './marks.js';
import { sizes, width } from './page-layout.js';
import { bookmark } from './part.js';
import { cell, count, table } from './table.js';
import { bold, coded, idAlone, place, set, soft } from './typography.js';

const wide = { mark: 78, id: 58, basis: 150, checks: 36 };

/** Requirements by area, a table each. @param at the part that they stand in, for their bookmarks */
export function register({ groups }: Register, at: string): readonly Content[] {
  return groups.map((each) => group(each, at));
}

function group({ name, key, counts, entries }: RegisterGroup, at: string): Content {
  const columns = [
    { name: 'Verdict', wide: wide.mark },
    { name: 'Id', wide: wide.id },
    { name: 'Requirement', wide: width - wide.mark - wide.id - wide.basis - wide.checks },
    { name: 'Basis and clause', wide: wide.basis },
    { name: 'Checks', wide: wide.checks, right: true },
  ];
  // A head stands on several pages, a bookmark on one: the first line of an area holds it.
  const lines = entries.map((each, index) => line(each, index === 0 ? bookmark(name, key, at) : {}));
  const beyond = `   ${entries.length}${counts && `: ${counts}`}`;
  return table(columns, lines, { title: set([bold(name, { fontSize: 11 }), soft(beyond)]), margin: [0, 0, 0, 18] });
}

function line({ requirement, outcome, basis, finding }: RegisterEntry, setting: object): TableCell[] {
  const { id, title, clause, verdict, supports = [], checks } = requirement;
  return [
    cell(marked(verdict, setting)),
    idAlone(id, { id: place(id), ...(finding !== undefined && { linkToDestination: place(finding) }) }),
    cell(set(title), outcome === undefined ? undefined : soft(coded(brief(outcome, 400, 6)))),
    cell(
      set([soft(`${basis}. `), brief(clause, 200, 2).replace(/ (?=\d)/g, '\u{a0}')], {
        fontSize: sizes.small,
        margin: [0, 0.45, 0, 0],
      }),
      supports.length === 0
        ? undefined
        : soft(brief(`Supports ${supports.join(', ')}`, 200, 2), { fontSize: sizes.small }),
    ),
    count(checks.length > 0 ? String(checks.length) : ''),
  ];
}
