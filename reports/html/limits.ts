import { verdicts } from '../../schemas/verdict.js';
import { counted, embeddedNotice } from '../sentences.js';
import { supportedItems, topTen } from '../support.js';
import { words } from '../words.js';
import { marked } from './marks.js';
import { type Child, html } from './markup.js';
import { facts, type Part, part, type Source } from './part.js';

/** What a reader may not conclude from this run. */
export function limits({ report }: Source): Part {
  const { environment, embedded, tenants } = report.target;
  const { counts } = report.summary;
  const told: Child[] = [
    embedded && embeddedNotice,
    !report.run.complete && 'The run was cut short. What it did not come to is no pass.',
    'A pass means that the answers of this run agree with the requirement. Other requests, or the same ones tomorrow, may be answered otherwise.',
    'The specification shows two operations, so two were asked. Transfers, cards, verification and the other areas were not.',
    counts.pending > 0 &&
      'Where the specification shows no rule, nothing was judged, however odd the behaviour. The gap register tells what was seen.',
    'A second write that hides behind the answer of the first cannot be seen with these two operations.',
    'Races were provoked a number of times, not for ever. A window that is narrow enough stays hidden.',
    tenants === 1 && 'One tenant was configured, so nothing that keeps two tenants apart was asked.',
    environment === 'sandbox'
      ? 'Sandbox was asked. Live may be another build with another configuration.'
      : 'Live was asked, and only with what does no harm there.',
    'To support an item of the OWASP API Security Top 10 is less than to prove it: this is no penetration test and no load test.',
    'An attestation is somebody’s word. The suite checked that it is given and not over, and nothing else.',
    'Times were measured from where the suite ran, the network included.',
  ];
  return part('limits', 'What it does not prove', [
    html`<ul class="prose">${told.filter(Boolean).map((sentence) => html`<li>${sentence}</li>`)}</ul>`,
    supported(report),
  ]);
}

/** Items that passes support, with how many of the requirements that bear on each did pass. */
function supported(report: Source['report']): Child {
  const items = supportedItems(report);
  if (items.length === 0) return undefined;
  return [
    html`<h3 class="tally">${topTen.name} ${topTen.version} <span class="soft">supported by what passed, not proved</span></h3>`,
    facts(
      items.map(({ id, name, by, of }) => [
        id,
        `${name}: ${by.join(', ')} (${by.length} of ${counted(of, 'requirement')})`,
      ]),
    ),
  ];
}

const others = [
  ['Stated', 'The specification says it.'],
  [
    'Inferred',
    'It follows in one step from what the specification says. The step is written beside it; whoever disagrees can waive it.',
  ],
  ['Check', 'One way to ask for a requirement. A requirement takes the worst verdict of its checks.'],
  ['Control', 'The same request without the bend. A refusal counts only where the control was let in.'],
  ['Bend', 'The one thing in a request that is not as it should be.'],
  [
    'Withheld value',
    'What stands in ‹ › was left out when it was recorded: the shape of a body is evidence, the data in it is not ours.',
  ],
  ['Customer A, customer B', 'Two identities that the service gave out. The same letter is the same identity.'],
] as const;

/** The words of the report, verdicts first. */
export function glossary(_: Source): Part {
  const rows: Child[] = [
    ...([...verdicts, 'changed'] as const).map(
      (mark) => html`<div><dt>${marked(mark)}</dt><dd>${words[mark].means}</dd></div>`,
    ),
    ...others.map(([word, meaning]) => html`<div><dt>${word}</dt><dd>${meaning}</dd></div>`),
  ];
  return part('words', 'Words', html`<dl class="facts words">${rows}</dl>`);
}
