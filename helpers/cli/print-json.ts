import { escapedJson } from '../../reports/text/printable.js';

/** Prints the one document of `--json`: nothing else goes to the standard output then. */
export function printJson(value: unknown): void {
  process.stdout.write(`${escapedJson(value, 2)}\n`);
}
