import type { Stream } from '../../reports/terminal/terminal.js';

/** In a GitHub job a space breaks what would be a workflow command in a target's words. */
export function plainLog(stream: Stream, env: NodeJS.ProcessEnv): Stream {
  if (env.GITHUB_ACTIONS !== 'true') return stream;
  return { write: (text) => stream.write(withoutCommands(text)), isTTY: stream.isTTY, columns: stream.columns };
}

// Runners know two forms: `::name::` first in a line, white space aside, and `##[name]` anywhere.
function withoutCommands(text: string): string {
  return text.replace(/^([^\S\n\r\u2028\u2029]*):(?=:)/gm, '$1: ').replaceAll('##[', '## [');
}
