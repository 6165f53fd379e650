import { count } from '../../schemas/verdict.js';
import { html } from '../html/markup.js';
import { counted } from '../text/counted.js';
import { labels } from '../wording/verdict-labels.js';
import { headlineOf, type PastRun, verdictOf } from './past-run.js';

/** A badge: two words beside each other, as the endpoint of shields.io takes them. */
export type Badge = ReturnType<typeof badgeOf>;

const colours = { good: '#1d6a40', bad: '#b3211c', open: '#8a5300', silent: '#525b66' } as const;
const dayMs = 86_400_000;

/** When a badge is made, and from which age on a run says nothing any more. */
export interface BadgeTime {
  readonly now: number;
  /** Days. */
  readonly maxAge: number;
}

/**
 * The badge of a target, from its newest run. Only a whole, conformant run without waivers that is not too old makes it
 * green; with waivers it is amber, and that of a mock that is fit as declared grey. What was waived and skipped stands in it.
 */
export function badgeOf(run: PastRun, { now, maxAge }: BadgeTime) {
  const counts = count(Object.values(run.verdicts));
  const saysWaived = headlineOf(run).mark === 'waived';
  const beside = (['fail', 'inconclusive', 'waived', 'lacking', 'skipped'] as const).flatMap((verdict) =>
    counts[verdict] > 0 && !run.unreached && !(verdict === 'waived' && saysWaived)
      ? [`${counts[verdict]} ${labels[verdict].word.toLowerCase()}`]
      : [],
  );
  const days = ageInDays(run, now);
  const old = isOld(run, { now, maxAge }) ? [`${counted(days, 'day')} old`] : [];
  const message = [headlineOf(run).text.toLowerCase(), ...beside, ...old].join(', ');
  const color = old.length > 0 ? colours.silent : colourOf(run);
  return { schemaVersion: 1, label: 'conformance', message, color } as const;
}

function colourOf(run: PastRun): string {
  if (run.unreached) return colours.open;
  const verdict = verdictOf(run);
  if (verdict === 'nonconformant') return colours.bad;
  if (verdict === 'inconclusive') return colours.open;
  if (run.partial || verdict === 'partial') return colours.silent;
  if (verdict === 'fit-as-declared' && headlineOf(run).mark === 'lacking') return colours.silent;
  return verdict === 'conformant' ? colours.good : colours.open;
}

/** Whether a run is older than what counts. One of the future, by a clock that was wrong, counts as old too. */
export function isOld(run: PastRun, { now, maxAge }: BadgeTime): boolean {
  const age = now - Date.parse(run.startedAt);
  // The age of a time that is none is no number: it is not recent either.
  return !(age <= maxAge * dayMs && age >= -dayMs);
}

/** Whole days since a run. */
export function ageInDays({ startedAt }: PastRun, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(startedAt)) / dayMs));
}

const [height, padding, perLetter] = [20, 8, 6.6];

/** The badge as a drawing, in the form that people know. */
export function badgeSvg({ label, message, color }: Badge): string {
  const [left, right] = [label, message].map((text) => Math.ceil(text.length * perLetter)) as [number, number];
  const [middle, width] = [left + 2 * padding, left + right + 4 * padding];
  const text = (words: string, x: number, length: number) =>
    html`<text x="${x}" y="14" textLength="${length}">${words}</text>`;
  const drawing = html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="${`${label}: ${message}`}">
<title>${`${label}: ${message}`}</title>
<rect width="${middle}" height="${height}" fill="#3d444d"/>
<rect x="${middle}" width="${width - middle}" height="${height}" fill="${color}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(label, padding, left)}${text(message, middle + padding, right)}</g>
</svg>
`;
  return drawing.source;
}
