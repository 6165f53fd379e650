import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { renderComparisonJson, renderComparisonMarkdown } from '../../../reports/compare/files.js';
import { renderComparisonPage } from '../../../reports/compare/page.js';
import { type Comparison, compareReports, isSame } from '../../../reports/drift/comparison.js';
import { terminalCapabilities } from '../../../reports/terminal/capabilities.js';
import { renderComparison } from '../../../reports/terminal/comparison.js';
import type { Exchange } from '../../../schemas/exchange.js';
import type { Report } from '../../../schemas/types.js';
import { UsageError } from '../../configuration/usage-error.js';
import { readEvidence, readReport } from '../../run-folder/report-file.js';
import { defineCommand } from '../define-command.js';

/** What a log is given, which has no width. */
const logColumns = 120;

/** `diff`: prints what differs between two reports. */
export const command = defineCommand({
  positionals: ['OLD', 'NEW'],
  options: {
    format: { value: 'NAME', help: 'terminal, html (one page, with the exchanges), md or json; terminal unless given' },
  },
  exits: { 0: 'the same', 1: 'they differ', 2: 'unusable' },
  run: ({ words: [old, later], values: { json, format = json ? 'json' : 'terminal' } }, { env, cwd }) => {
    if (json && format !== 'json') throw new UsageError('--json and --format name two formats: leave one of them out.');
    const before = readReport(resolve(cwd, old), 'OLD');
    const now = readReport(resolve(cwd, later), 'NEW');
    const comparison = compareReports(before, now);
    const render = {
      html: () =>
        renderComparisonPage(comparison, {
          before: evidenceOf(resolve(cwd, old), before),
          now: evidenceOf(resolve(cwd, later), now),
        }),
      md: () => renderComparisonMarkdown(comparison),
      json: () => renderComparisonJson(comparison),
      terminal: () => onTerminal(comparison, env),
    };
    if (!Object.hasOwn(render, format)) throw new UsageError('--format takes terminal, html, md or json.');
    const text = render[format as keyof typeof render]();
    const data: unknown = format === 'json' ? JSON.parse(text) : undefined;
    return { status: isSame(comparison) ? 0 : 1, lines: [text.replace(/\n$/, '')], data };
  },
});

/** The exchanges that stand beside a report; none where there are none. @throws UsageError for those of another run */
function evidenceOf(path: string, report: Report): readonly Exchange[] {
  return readEvidence(statSync(path).isDirectory() ? path : dirname(path), report) ?? [];
}

function onTerminal(comparison: Comparison<Report>, env: NodeJS.ProcessEnv): string {
  const { stdout } = process;
  const isTerminal = stdout.isTTY === true;
  const { colour, unicode } = terminalCapabilities(stdout, env);
  const columns = isTerminal ? Math.max(40, stdout.columns || 80) : logColumns;
  return renderComparison(comparison, { colour, unicode, glyphs: isTerminal, columns });
}
