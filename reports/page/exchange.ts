import type { Exchange, Header } from '../../schemas/exchange.js';
import { clip } from '../text/printable.js';
import { html, type Markup } from './html.js';

/** Long bodies stand whole in evidence.har; a page has to open. */
const longestBody = 4_000;
const longestHeader = 1_000;

/** One exchange, request beside response. */
export function exchangePair({ id, purpose, request, response, fault, durationMs }: Exchange): Markup {
  const { method, url, headers, body } = request;
  const sent = message(`${method} ${clip(url, longestHeader)}`, headers, body);
  const cut = response?.cut ? '\n… cut here: the response was longer than the suite reads' : '';
  const received = response
    ? message(`HTTP/${response.httpVersion} ${response.status} ${response.reason}`, response.headers, response.body) +
      cut
    : clip(fault ?? 'No response.', longestHeader);
  return html`<p><span class="id">${id}</span> <span class="soft">${clip(purpose, 300)}, ${Math.round(durationMs)} ms</span></p>
<div class="pair"><pre>${sent}</pre><pre>${received}</pre></div>`;
}

function message(start: string, headers: readonly Header[], body = ''): string {
  const lines = headers.map(([name, value]) => `${clip(name, 200)}: ${clip(value, longestHeader)}`);
  return [clip(start, longestHeader), ...lines, ...(body === '' ? [] : ['', clip(indented(body), longestBody)])].join(
    '\n',
  );
}

/** JSON with line breaks and indentation, where writing it again changes nothing else; any other text as it is. */
function indented(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}
