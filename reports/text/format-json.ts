import { escapedJson } from '../../schemas/escaped-json.js';

/**
 * JSON for people to edit: what fits a line of so many columns stands on one, the rest is broken and indented by two.
 * Invisible characters are escaped.
 */
export function formatJson(value: unknown, before = 0, width = 120): string {
  const indent = ' '.repeat(before);
  const flat = onOneLine(value);
  if (before + flat.length <= width || value === null || typeof value !== 'object') return flat;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const lines = Array.isArray(value)
    ? value.map((item) => formatJson(item, before + 2, width))
    : Object.entries(value).map(([name, item]) => `${escapedJson(name)}: ${formatJson(item, before + 2, width)}`);
  return `${open}\n${lines.map((line) => `${indent}  ${line}`).join(',\n')}\n${indent}${close}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (value === null || typeof value !== 'object') return escapedJson(value);
  const members = Object.entries(value).map(([name, item]) => `${escapedJson(name)}: ${onOneLine(item)}`);
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}
