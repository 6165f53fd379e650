import type { Stream } from '../../reports/terminal/terminal.js';

/**
 * A stream whose text the log of a GitHub job may have: a line that would be obeyed as a workflow command, because a target's
 * words came to stand at its beginning, is broken by a space. Elsewhere the stream as it is.
 */
export function plainLog(stream: Stream, env: NodeJS.ProcessEnv): Stream {
  if (env.GITHUB_ACTIONS !== 'true') return stream;
  return { write: (text) => stream.write(withoutCommands(text)), isTTY: stream.isTTY, columns: stream.columns };
}

// The two forms that runners know: `::name::` first in a line, white space aside, and `##[name]` anywhere in it.
function withoutCommands(text: string): string {
  return text.replace(/^([^\S\n\r\u2028\u2029]*):(?=:)/gm, '$1: ').replaceAll('##[', '## [');
}
