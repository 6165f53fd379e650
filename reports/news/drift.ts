import { byKey } from '../../schemas/common/by-key.js';
import { isObject } from '../../schemas/common/is-object.js';
import { listed } from '../../schemas/common/listed.js';
import { code, unmarked } from '../../schemas/marked.js';
import { canonical, type Difference } from '../../schemas/observation.js';
import type { Report } from '../../schemas/types.js';
import { clip, counted, firstOf, moment, startOf } from '../text/words.js';

export function againstBaseline(report: Report): string | undefined {
  const { baseline } = report.run;
  if (!baseline) return undefined;
  const { startedAt, baseUrl, names } = baseline;
  const other = names ? `${names[0]} (${baseUrl}, run of ${moment(startedAt)})` : `the run of ${moment(startedAt)}`;
  return `Compared with ${other}: ${differencesIn(report) ?? 'nothing differs'}.`;
}

/** `2 differences (CUST-09, VER-02)`; undefined for none. */
export function differencesIn({ requirements }: Report) {
  const ids = requirements.flatMap(({ id, drift }) => (drift ? [id] : []));
  return ids.length > 0 ? `${counted(ids.length, 'difference')} (${firstOf(ids)})` : undefined;
}

const longest = 200;
const mostPlaces = 3;

/** `Sandbox` and `this mock`. */
export type Names = readonly [other: string, current: string];

/** Says each difference, equal ones of several places once. The last sentence counts those beyond `most`. */
export function driftSentences(found: readonly Difference[], most: number, between?: Names) {
  const statements = found.map((difference) => statementOf(difference, between));
  const groups = [...byKey(statements.map((statement) => [statement.what, statement.place]))];
  const more = groups.length - most;
  return [
    ...groups.slice(0, most).map(([what, places]) => startOf(`${placesOf(places)}${what}.`.replace(/^: /, ''))),
    ...(more > 0 ? [`And ${counted(more, 'more difference')}.`] : []),
  ];
}

function statementOf(difference: Difference, between: Names | undefined) {
  const { before, now } = difference;
  const steps = stepsOf(difference.at);
  const changed = changedValues(difference, between);
  const isNew = 'now' in difference;
  const only = between?.[isNew ? 1 : 0];
  const inSchema = steps.findIndex((step) => step === 'properties' || step === 'items');
  if (inSchema >= 0) {
    const member = `the member ${named(memberAt(steps.slice(inSchema)).join('.'))}`;
    const alone = only ? `only ${only} has ${member}` : `${member} is ${isNew ? 'new' : 'gone'}`;
    const place = steps.slice(0, inSchema).filter((step) => step !== 'schema');
    return { place, what: `: ${changed ? `${member}: ${changed}` : alone}` };
  }
  const [kind = '', ...rest] = steps;
  if (!changed && /^(always|sometimes)$/.test(rest.at(-1) ?? kind)) {
    const header = named(String(before ?? now));
    const alone = only ? `: only ${only} has ${header}` : ` ${isNew ? 'now' : 'no longer'} have ${header}`;
    return { place: [rest.length > 0 ? kind : 'responses'], what: alone };
  }
  const place = steps.filter((step) => step !== 'became');
  const value = quoted(isNew ? now : before);
  const alone = isNew ? `now ${value}, before not shown` : `now not shown, before ${value}`;
  return { place, what: `: ${changed ?? (only ? `only ${only} shows ${value}` : alone)}` };
}

function changedValues(difference: Difference, between: Names | undefined): string | undefined {
  if (!('before' in difference && 'now' in difference)) return undefined;
  const before = quoted(difference.before);
  const now = quoted(difference.now);
  return between ? `${between[0]} ${before}, ${between[1]} ${now}` : `now ${now}, before ${before}`;
}

/** Steps of a JSON Pointer in words, without the place in a list. */
function stepsOf(at: string) {
  const steps = at.replace(/\/\d+$/, '').split('/');
  return steps.slice(1, 200).map((step) => clip(step.replaceAll('~1', '/').replaceAll('~0', '~'), longest));
}

function memberAt([step, name, ...rest]: readonly string[]): readonly string[] {
  if (step === 'properties' && name !== undefined) return [name, ...memberAt(rest)];
  return step === 'items' ? memberAt(name === undefined ? [] : [name, ...rest]) : [];
}

/** Lists places. What they have in common at both ends stands once. */
function placesOf(places: readonly (readonly string[])[]) {
  const [first = [], ...others] = places;
  const isCommon = (at: number) => others.every((other) => other.at(at) === first.at(at));
  if (others.length === 0) return inWords(first);
  const head = first.length > 1 && isCommon(0) ? 1 : 0;
  const tail = first.length > head + 1 && isCommon(-1) ? 1 : 0;
  const middle = places.map((place) => inWords(place.slice(head, place.length - tail)));
  const more = middle.length - mostPlaces;
  const names = listed(more > 0 ? [...middle.slice(0, mostPlaces), `${more} more`] : middle);
  return [inWords(first.slice(0, head)), names, inWords(first.slice(first.length - tail))].filter(Boolean).join(', ');
}

/** `requestId` as `request id`. */
const inWords = (steps: readonly string[]) =>
  steps.map((step) => step.replace(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`)).join(', ');

const named = (name: string) => code(clip(name, longest));

function quoted(value: unknown) {
  const words = Array.isArray(value) && !value.some(isObject) ? listed(value.slice(0, 30).map(word)) : word(value);
  return clip(words || 'none', longest);
}

const word = (value: unknown) => unmarked(clip(typeof value === 'object' ? canonical(value) : String(value), longest));
