import type { Exchange } from '../../schemas/exchange.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { renderHtml } from '../page/page.js';
import { renderJson } from '../text/report-json.js';
import { renderHar } from './har.js';
import { renderJunit } from './junit.js';
import { renderMarkdown } from './markdown.js';

export type Format = Readonly<{
  name: string;
  file: string;
  render: (report: Report, evidence: readonly Exchange[], specification: Specification) => string;
}>;

export const formats = [
  { name: 'json', file: 'report.json', render: renderJson },
  { name: 'html', file: 'report.html', render: renderHtml },
  { name: 'md', file: 'summary.md', render: renderMarkdown },
  { name: 'junit', file: 'junit.xml', render: renderJunit },
  { name: 'har', file: 'evidence.har', render: renderHar },
] as const satisfies readonly Format[];

export type FormatName = (typeof formats)[number]['name'];
