import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Exchange, Header } from '../../schemas/exchange.js';
import { indented } from '../text/indent.js';
import { grouped } from '../text/printable.js';
import { cutHere, pathOf, statusLine } from '../wording/exchange-words.js';
import { type Lines, lay, washed } from './code.js';
import { brief } from './glyphs.js';
import { sizes, width } from './page-layout.js';
import { beside, rule, table } from './table.js';
import { idAlone, over, place, type Setting, set, soft, stack } from './typography.js';

/** How many exchanges of a finding are named beside the deciding one, which stands first, in full. */
const inName = 3;
const half = (width - 8) / 2;
// What comes after this in a body is beyond the lines in any case; indenting it all would take long.
const longestBody = 16_000;
/** Lines of a message: of one that is a little longer all stand there, so that no last brackets are cut. */
const mostLines = 10;

/** The exchanges of a finding under their heading: the first in full, request beside response, then a list of the others. */
export function exchanges([first, ...others]: readonly Exchange[], aside = ''): Content {
  const more = others.length - inName;
  return stack([
    first && full(first, over('Exchanges', aside)),
    others.length > 0 ? named(others.slice(0, inName)) : undefined,
    more > 0 ? soft(`And ${more} more in report.html.`) : undefined,
  ]);
}

function full(sent: Exchange, heading: Content): Content {
  const { id, request, response } = sent;
  const outgoing = laid(`${request.method} ${request.url}`, request.headers, request.body);
  const came = laid(statusLine(sent), response?.headers, response?.body);
  const cut = response?.cut ? [{ note: cutHere }] : [];
  const label = { fontSize: sizes.small, margin: [-7, 0, 0, 2] as [number, number, number, number] };
  const title = stack([heading, rule(width, 'row'), titled(sent)], { colSpan: 3, margin: [-7, 0, 0, 0] });
  const heads = [
    [title, '', ''],
    [soft('Request', label), '', soft('Response', label)],
  ] as TableCell[][];
  const blocks = [
    [...outgoing.lines, ...rest(outgoing, id, request.body)],
    [...came.lines, ...rest(came, id, response?.body), ...cut],
  ];
  return stack([washed([half, half], blocks, heads, exchangePlace(id))], { margin: [0, 0, 0, 10] });
}

/** A message in the lines that there are. Its body comes first: headers take the lines that it leaves. */
function laid(first: string, headers: readonly Header[] = [], body?: string): Lines & { readonly bodyFits: boolean } {
  const with_ = (some: number) => lay(message(first, headers.slice(0, some), body), half, mostLines + 4);
  const all = with_(headers.length);
  if (!all.cut) return { ...all, bodyFits: true };
  if (with_(0).cut) return { ...lay(message(first, [], body), half, mostLines), bodyFits: false };
  let fits = 0;
  while (fits < headers.length && !with_(fits + 1).cut) fits += 1;
  return { lines: with_(fits).lines, cut: true, bodyFits: true };
}

function rest({ cut, bodyFits }: ReturnType<typeof laid>, id: string, body: string | undefined): { note: string }[] {
  if (!cut) return [];
  if (bodyFits) return [{ note: `… headers cut for the page; they stand whole in evidence.har, ${id}` }];
  const whole = body ? ` of a body of ${grouped(body.length)} characters` : '';
  return [{ note: `… cut for the page${whole}; it stands whole in evidence.har, ${id}` }];
}

function titled(sent: Exchange): Content {
  return { ...beside(columns, line(sent, {})), margin: [0, 4, 0, 3] };
}

const columns = [46, 345, 54, 54];

function named(list: readonly Exchange[]): Content {
  const heads = columns.map((wide, index) => ({ name: '', wide, right: index > 1 }));
  const rows = list.map((each) => line(each, { id: exchangePlace(each.id) }));
  return stack([rule(width, 'row'), table(heads, rows)]);
}

function line({ id, request, response, purpose, durationMs }: Exchange, setting: Setting): TableCell[] {
  return [
    idAlone(id, setting),
    set([`${request.method} ${pathOf(request.url)} `, soft(brief(purpose, 200, 2))]),
    set(response ? String(response.status) : 'no response', { alignment: 'right' }),
    soft(`${grouped(durationMs)} ms`, { alignment: 'right' }),
  ];
}

function message(first: string, headers: readonly Header[], body: string | undefined): string {
  const lines = [first, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return [
    ...lines,
    ...(body ? ['', indented(body.length > longestBody ? body.slice(0, longestBody) : body)] : []),
  ].join('\n');
}

/** The name of the place of an exchange in the document. */
function exchangePlace(id: string): string {
  return place(`exchange-${id}`);
}
