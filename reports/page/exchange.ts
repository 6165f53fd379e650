import type { Exchange } from '../../schemas/exchange.js';
import { clip } from '../text/words.js';
import { html } from './html.js';

const longestBody = 4_000;
const longestHeader = 1_000;

export function exchangePair({ id, purpose, request, response, fault, durationMs }: Exchange) {
  const sent = message(`${request.method} ${request.url}`, request);
  const received = response
    ? message(`HTTP/${response.httpVersion} ${response.status} ${response.reason}`, response)
    : clip(fault ?? 'No response.', longestHeader);
  const cut = response?.cut && '\n… cut here: the response was longer than the suite reads';
  return html`<p><span class="id">${id}</span> <span class="soft">${clip(purpose, 300)}, ${Math.round(durationMs)} ms</span></p>
<div class="pair"><pre>${sent}</pre><pre>${received}${cut}</pre></div>`;
}

function message(start: string, { headers, body = '' }: Pick<Exchange['request'], 'headers' | 'body'>) {
  const lines = headers.map(([name, value]) => `${clip(name, 200)}: ${clip(value, longestHeader)}`);
  const content = body === '' ? [] : ['', clip(indented(body), longestBody)];
  return [clip(start, longestHeader), ...lines, ...content].join('\n');
}

/** Indents JSON where that changes nothing else. */
function indented(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}
