import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { renderComparisonJson, renderComparisonMarkdown, renderComparisonPage } from '../../../reports/compare/page.js';
import { type Comparison, compareReports, isSame } from '../../../reports/drift/comparison.js';
import { terminalCapabilities } from '../../../reports/terminal/capabilities.js';
import { renderComparison } from '../../../reports/terminal/comparison.js';
import type { Exchange } from '../../../schemas/exchange.js';
import type { Report } from '../../../schemas/types.js';
import { UsageError } from '../../configuration/usage-error.js';
import { readReport } from '../../run-folder/report-file.js';
import { readEvidence } from '../../run-folder/run-files.js';
import { defineCommand, type Outcome, type Surroundings } from '../define-command.js';

/** What a log is given, which has no width. */
const logColumns = 120;

/** `diff`: prints what differs between two reports. */
export const command = defineCommand({
  positionals: ['OLD', 'NEW'],
  options: {
    format: { value: 'NAME', help: 'terminal, html (one page, with the exchanges), md or json; terminal unless given' },
  },
  exits: [
    ['0', 'the same'],
    ['1', 'they differ'],
    ['2', 'unusable'],
  ],
  run: ({ words: [old, later], values: { json, format = json ? 'json' : 'terminal' } }, surroundings) => {
    if (json && format !== 'json') throw new UsageError('--json and --format name two formats: leave one of them out.');
    return diff({ old: resolve(surroundings.cwd, old), later: resolve(surroundings.cwd, later), format }, surroundings);
  },
});

interface Asked {
  readonly old: string;
  readonly later: string;
  readonly format: string;
}

/** Gives 0 where nothing differs that says something about the target, else 1. @throws UsageError for unusable reports */
function diff({ old, later, format }: Asked, surroundings: Surroundings): Outcome {
  if (!['terminal', 'html', 'md', 'json'].includes(format))
    throw new UsageError('--format takes terminal, html, md or json.');
  const [before, now] = [readReport(old, 'OLD'), readReport(later, 'NEW')];
  const comparison = compareReports(before, now);
  const evidence = () => ({ before: evidenceOf(old, before), now: evidenceOf(later, now) });
  const render = {
    html: () => renderComparisonPage(comparison, evidence()),
    md: () => renderComparisonMarkdown(comparison),
    json: () => renderComparisonJson(comparison),
    terminal: () => onTerminal(comparison, surroundings),
  };
  const text = render[format as keyof typeof render]();
  const data: unknown = format === 'json' ? JSON.parse(text) : undefined;
  return { status: isSame(comparison) ? 0 : 1, lines: [text.replace(/\n$/, '')], data };
}

/** The exchanges that stand beside a report; none where there are none. @throws UsageError for those of another run */
function evidenceOf(path: string, report: Report): readonly Exchange[] {
  return readEvidence(statSync(path).isDirectory() ? path : dirname(path), report) ?? [];
}

function onTerminal(comparison: Comparison<Report>, { env }: Surroundings): string {
  const { stdout } = process;
  const isTerminal = stdout.isTTY === true;
  const { colour, unicode } = terminalCapabilities(stdout, env);
  const columns = isTerminal ? Math.max(40, stdout.columns || 80) : logColumns;
  return renderComparison(comparison, { colour, unicode, glyphs: isTerminal, columns });
}
