import type { Blocks, Filter, Register, RegisterEntry, RegisterGroup } from '../document/blocks.js';
import { clip } from '../text/printable.js';
import { marked } from './marks.js';
import { type Child, coded, html, type Markup } from './markup.js';

type Setter = (blocks: Blocks) => Child;

/** Requirements by area, each of which opens. Filters are radio buttons that the style sheet evaluates. */
export function register({ filters, groups }: Register, set: Setter): Markup {
  return html`<div class="filters">${filters.map(filter)}</div>
${groups.map((each) => group(each, set))}
<p class="nothing">No requirement of this area has this verdict.</p>`;
}

function filter({ name, legend, options }: Filter): Markup {
  return html`<fieldset><legend>${legend}</legend>${options.map(
    ([value, label, count], index) =>
      html`<label><input type="radio" name="${name}" id="${name}-${value}"${index === 0 && html` checked`}><span>${label} <span class="soft">${count}</span></span></label>`,
  )}</fieldset>`;
}

function group({ name, key, counts, entries }: RegisterGroup, set: Setter): Markup {
  return html`<div class="group" data-area="${key}"><h3>${name} <span class="soft">${counts}</span></h3>${entries.map((each) => entry(each, set))}</div>`;
}

function entry({ requirement, outcome, basis, inside }: RegisterEntry, set: Setter): Markup {
  const { id, verdict, title, clause, checks } = requirement;
  return html`<details class="req" id="${id}" data-verdict="${verdict}"><summary>${marked(verdict)}<span class="id">${id}</span><span class="what">${title}${outcome && html`<span class="soft aside">${coded(clip(outcome, 400))}</span>`}</span><span class="clause soft">${basis}: ${clause}</span><span class="n soft">${checks.length > 1 && `${checks.length} checks`}</span></summary>
<div class="inside">${set(inside)}</div></details>`;
}
