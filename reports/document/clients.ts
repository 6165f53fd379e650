import type { DocumentInput } from '../model/document-input.js';
import { clientsHeading, clientsLead, lackingIn } from '../wording/lacking.js';
import type { Part } from './blocks.js';
import { columnsOf, idOf, paragraph, soft, strong, table } from './compose.js';

const columns = columnsOf({ Lacking: 'title', 'A client has never met': 'text' });

/** What a client has never met that was built against a mock alone. `undefined` where nothing was declared lacking. */
export function clients({ report }: DocumentInput): Part | undefined {
  const all = lackingIn(report);
  if (all.length === 0) return undefined;
  const rows = all.map(({ name, rows: own, unmet, by }) => [
    [paragraph(strong(name)), paragraph(own.map(({ id }, at) => [at > 0 && ', ', idOf(id)]))],
    [paragraph(unmet), paragraph(soft(`Declared by ${by}.`))],
  ]);
  const more = 'Test it against Sandbox, or against a mock that has it, before it meets customers.';
  return {
    id: 'clients',
    title: clientsHeading,
    size: all.length,
    blocks: [paragraph(`${clientsLead.replace(/:$/, '')} what stands below. ${more}`, 'intro'), table(columns, rows)],
  };
}
