import type { Report } from '../../schemas/types.js';
import { counted, moment } from '../text/words.js';
import { labels } from '../wording/verdict-labels.js';
import { sign, table } from './frame.js';
import { type Child, html } from './html.js';

export function changedVerdicts({ history, requirements }: Report): Child {
  const changed = requirements.filter(({ id }) => new Set(history.map(({ verdicts }) => verdicts[id])).size > 1);
  if (changed.length === 0) return undefined;
  const days = history.map(
    ({ startedAt }) => html`<abbr title="${moment(startedAt)}">${startedAt.slice(8, 10)}</abbr>`,
  );
  const cells = changed.map(({ id }) => {
    const marks = history.map(({ verdicts: { [id]: verdict } }) => {
      return verdict && html`${sign(verdict)}<span class="away">${labels[verdict].word}</span>`;
    });
    return [html`<span class="id">${id}</span>`, ...marks];
  });
  return html`<h3>Changed within ${counted(history.length, 'run')}</h3>
<section class="scroll" tabindex="0" aria-label="Verdicts, run by run">${table(['Id', ...days], cells, '')}</section>`;
}
