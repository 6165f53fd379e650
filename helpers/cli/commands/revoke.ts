import { basename } from 'node:path';
import { counted } from '../../../reports/text/counted.js';
import { formatJson } from '../../../reports/text/format-json.js';
import { quote } from '../../configuration/usage-error.js';
import { decisionsFile, entriesFor, removeEntries } from '../../run-folder/decisions-file.js';
import { defineCommand } from '../define-command.js';
import { knownRequirement } from './known.js';

/** `revoke`: removes what was decided on a requirement, or that a mock lacks a group. */
export const command = defineCommand({
  positionals: ['ID-or-group'],
  options: {
    decisions: { value: 'FILE', help: 'decisions file (default: decisions.json)' },
    print: { help: 'print the entries and remove nothing' },
  },
  run: ({ values, words: [id] }, { env, cwd, tested }) => {
    if (!Object.hasOwn(tested.groups, id)) knownRequirement(id, tested);
    const now = new Date();
    const file = decisionsFile(cwd, env, values.decisions);
    const entries = (values.print ? entriesFor : removeEntries)(file, id, now, tested);
    const last = values.print
      ? 'To remove them, leave out --print.'
      : `${counted(entries.length, 'decision')} on ${id} removed from ${quote(basename(file))}.`;
    return { status: 0, lines: [formatJson(entries)], data: entries, notes: [last] };
  },
});
