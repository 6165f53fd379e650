/** The tree of blocks that a page shows. `html` sets blocks; it knows no part of the report. */
import type { Exchange } from '../../schemas/exchange.js';
import type { ReportedRequirement, Sent } from '../../schemas/types.js';
import type { Verdict } from '../../schemas/verdict.js';
import type { Burst } from '../model/bursts.js';
import type { HistoryColumn } from '../model/history.js';
import type { AreaCounts } from '../wording/counts.js';
import type { Mark } from '../wording/verdict-labels.js';

/** Words of one paragraph. A string is a sentence: names in backticks are set as code. */
export type Text = string | false | undefined | Piece | readonly Text[];

export type Piece =
  /** Set in a fixed width, letter by letter. */
  | { readonly kind: 'code' | 'digest' | 'command'; readonly text: string }
  | { readonly kind: 'soft' | 'strong' | 'warning'; readonly text: Text }
  /** With the word of the mark, or with another; a link where it leads to a place in the page. */
  | { readonly kind: 'mark'; readonly mark: Mark; readonly word?: string; readonly to?: string }
  /** The id of a requirement, as a link to it, or to another place that is about it. */
  | { readonly kind: 'id'; readonly id: string; readonly to?: string }
  | { readonly kind: 'link'; readonly to: string; readonly text: string }
  /** Another document of this suite. */
  | ({ readonly kind: 'file'; readonly text: string } & FilePath)
  /** The id of an exchange or a word for it, a link where the page shows that exchange. */
  | { readonly kind: 'exchange'; readonly id: string; readonly text: string; readonly isShown: boolean }
  /** A square to tick, on paper. */
  | { readonly kind: 'box' }
  /** An address from outside: a link only where it is one of the web. */
  | { readonly kind: 'address'; readonly text: string };

export type Block =
  | Masthead
  | Headline
  /** Two columns: prose and facts, and beside them what adds up. */
  | { readonly kind: 'beside'; readonly blocks: Blocks; readonly beside: Blocks }
  /** Sentences that change how everything below them is read. */
  | { readonly kind: 'notices'; readonly items: readonly string[] }
  /** Every requirement as its mark, by area. */
  | { readonly kind: 'marks'; readonly areas: readonly AreaCounts[] }
  | { readonly kind: 'text'; readonly text: Text; readonly as?: 'prose' | 'intro' | 'more' | 'cell' }
  /** Statements, each on a line of its own; `points` are set as sentences to be read, with a bullet. */
  | { readonly kind: 'list'; readonly items: readonly Text[]; readonly points?: true }
  | Heading
  | Facts
  | Table
  | Finding
  | Sides
  | { readonly kind: 'burst'; readonly burst: Burst }
  | Grid
  | Register
  /** Text of fixed width, line by line; under a title it is for copying. */
  | { readonly kind: 'listing'; readonly title?: string; readonly text: string }
  | ExchangeList
  /** Blocks that are folded. Paper cannot unfold, so it shows them only where they are open. */
  | { readonly kind: 'fold'; readonly title: string; readonly open: boolean; readonly blocks: Blocks }
  /** Blocks for the screen alone or for paper alone. */
  | { readonly kind: 'only'; readonly on: 'screen' | 'paper'; readonly blocks: Blocks };

/** The blocks of one kind. */
export type Of<K extends Block['kind']> = Extract<Block, { readonly kind: K }>;

/** Blocks one after the other; `false` and `undefined` stand for nothing. */
export type Blocks = Block | false | undefined | readonly Blocks[];

/** What stands above everything: the kind of document, the subject, and how it is classified. */
export interface Masthead {
  readonly kind: 'masthead';
  readonly name: string;
  readonly subject: string;
  readonly classification?: string | undefined;
}

/** The verdict of the run, over its sentence. */
interface Headline {
  readonly kind: 'headline';
  readonly mark: Mark;
  readonly text: string;
  /** The sentence under the verdict. */
  readonly lead: string;
  readonly blocks: Blocks;
}

/** The heading of a group within a part. `anchor` names its place. */
export interface Heading {
  readonly kind: 'heading';
  readonly text: string;
  readonly aside?: string;
  readonly mark?: Mark;
  readonly anchor?: string;
  /** True for a heading below another heading. */
  readonly sub?: true;
  /** True where no title of a part stands above it: its level is that of the parts' titles. */
  readonly top?: true;
}

/** A finding under its title. Paper keeps the opening on one page. */
export interface Finding {
  readonly kind: 'finding';
  /** Its place in the document: `finding-AUTH-01`. */
  readonly place: string;
  readonly mark: Mark;
  /** The requirement that it is about; absent where several share it. */
  readonly id?: string;
  readonly aside: string;
  readonly title: string;
  readonly opening: Blocks;
  readonly body: Blocks;
  /** True where the screen shows its title alone until a reader opens it. */
  readonly folded: boolean;
}

/** The sent, the expected and the received of a check, side by side. */
export interface Sides {
  readonly kind: 'sides';
  readonly sent: Sent | undefined;
  readonly expected: string | undefined;
  readonly received: string;
  readonly control: string | undefined;
}

/** Verdicts of requirements over the runs: a line per requirement, a column per run or day. */
export interface Grid {
  readonly kind: 'grid';
  readonly lines: readonly GridLine[];
  readonly columns: readonly HistoryColumn[];
  /** The days of the first and the last column. */
  readonly ends: readonly [first: string, last: string];
  /** True for a grid that takes the whole width and has room for twice as many runs. */
  readonly wide?: true;
}

/** A verdict per column, `undefined` for a day without a run or a run that did not decide it. */
export interface GridLine {
  /** It may have no id: a concern, or the runs themselves. */
  readonly row: Pick<ReportedRequirement, 'id' | 'title'>;
  readonly marks: readonly (Verdict | undefined)[];
  /** The same in words. */
  readonly label: string;
  /** Where the id leads, where that is another document. */
  readonly file?: FilePath;
  /** True where each mark leads to the report of its run. */
  readonly linked?: true;
}

/** A file beside the document: a path from it, and a place in that file. */
export interface FilePath {
  readonly path: string;
  readonly at?: string;
}

/** Requirements by area, folded where nothing is open: each opens to blocks, and can be selected by its area and its verdict. */
export interface Register {
  readonly kind: 'register';
  readonly groups: readonly (AreaCounts & { readonly entries: readonly RegisterEntry[] })[];
}

interface RegisterEntry {
  readonly requirement: ReportedRequirement;
  /** The outcome, where a reader may have to act. */
  readonly outcome: string | undefined;
  /** What shows a pass, for paper, which cannot open it. */
  readonly proof: string | undefined;
  readonly inside: Blocks;
}

/** Exchanges under a heading, request beside response. */
interface ExchangeList {
  readonly kind: 'exchanges';
  readonly exchanges: readonly Exchange[];
  readonly aside?: string;
  /** True in a finding: the first exchange is open. Paper shows only these, and cuts them. */
  readonly inFinding: boolean;
}

/** Names and values, one under the other; a name without a value is left out. */
export interface Facts {
  readonly kind: 'facts';
  readonly rows: readonly (readonly [name: Text, value: Cell])[];
}

/** Rows under the names of their columns; a title stays with them wherever they go. */
export interface Table {
  readonly kind: 'table';
  readonly title?: Heading;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** The places of rows in a page that links lead to, in their order. */
  readonly anchors?: readonly (string | undefined)[];
}

/** A column: its name, and what stands in it, which decides how wide it is. `text` columns share what is left. */
export interface Column {
  readonly name: string;
  readonly holds: 'id' | 'title' | 'ending' | 'text' | 'mark' | 'check' | 'side' | 'ids' | 'sign' | 'count';
}

/** What stands in a cell or beside a name: one paragraph, or blocks. */
export type Cell = string | Piece | Blocks;

/** One part of the report: its place in the contents, and what it holds. */
export interface Part {
  readonly id: string;
  readonly title: string;
  /** How many entries it has, for the contents. */
  readonly size?: number;
  /** True where its own blocks say what it is. */
  readonly untitled?: true;
  /** True where it is for paper alone. */
  readonly onPaper?: true;
  readonly blocks: Blocks;
}

/** What stands at the edges of each printed page. */
export interface RunningHeads {
  /** What the document is. */
  readonly name: string;
  readonly classification?: string | undefined;
  /** What it belongs to, and the digest of the file that it is rendered from. */
  readonly foot: string;
}

/** A whole document. */
export interface Document {
  readonly title: string;
  readonly heads: RunningHeads;
  readonly parts: readonly Part[];
}
