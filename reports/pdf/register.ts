import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Register, RegisterEntry, RegisterGroup } from '../document/blocks.js';
import { plain } from '../text/inline.js';
import { brief } from './glyphs.js';
import { marked } from './marks.js';
import { cell, table } from './table.js';
import { bold, bookmark, coded, idAlone, place, set, sizes, soft, width } from './typography.js';

const wide = { mark: 74, id: 54 };

/** Requirements by area, a table each. @param at the part that they stand in, for their bookmarks */
export function register({ groups }: Register, at: string): readonly Content[] {
  return groups.map((each) => group(each, at));
}

function group({ name, key, counts, entries }: RegisterGroup, at: string): Content {
  const columns = [
    { name: 'Verdict', wide: wide.mark },
    { name: 'Id', wide: wide.id },
    { name: 'Requirement, its clause, and what shows its verdict', wide: width - wide.mark - wide.id },
  ];
  // A head stands on several pages, a bookmark on one: the first line of an area holds it.
  const lines = entries.map((each, index) => line(each, index === 0 ? bookmark(name, key, at) : {}));
  const beyond = `   ${entries.length}${counts && `: ${counts}`}`;
  return table(columns, lines, {
    title: set([bold(name, { fontSize: 11 }), soft(beyond)]),
    margin: [0, 0, 0, 12],
    tight: true,
  });
}

function line({ requirement, outcome, proof, basis, finding }: RegisterEntry, setting: object): TableCell[] {
  const { id, title, clause, verdict } = requirement;
  // What is pending is open: the word says no more.
  const source = `${verdict === 'pending' ? '' : `${basis}: `}${brief(clause, 200, 2).replace(/ (?=\d)/g, '\u{a0}')}`;
  return [
    cell(marked(verdict, setting)),
    idAlone(id, { id: place(id), ...(finding !== undefined && { linkToDestination: place(finding) }) }),
    cell(
      set([title, soft(`   ${source}`, { fontSize: sizes.code })]),
      outcome === undefined ? undefined : soft(coded(brief(outcome, 400, 6))),
      proof === undefined ? undefined : soft(brief(plain(proof), 220, 3), { fontSize: sizes.code }),
    ),
  ];
}
