import type { RequirementId } from '../../schemas/catalogue.js';
import type { Operation } from '../../schemas/operations.js';
import type { Part } from './observation.js';
import { notShown } from './source.js';

const area = (name: string, description: string, rest: RequirementId) => ({
  name,
  description,
  'x-operations': { description: 'Operations beyond those of this document are not shown.', ...notShown(rest) },
});

/** The eight functional areas (What the service does). */
export const tags: readonly (Part & { readonly name: string })[] = [
  area('Customers', 'Create and manage customer details.', 'AREA-01'),
  area('Identity verification', 'Verify customer identity and manage compliance checks.', 'AREA-02'),
  area(
    'Feature eligibility and activation',
    'Check eligibility for product features and activate them for customers.',
    'AREA-03',
  ),
  area('Accounts', 'Create and manage multi-currency accounts.', 'AREA-04'),
  area(
    'External recipients',
    'Add and manage external bank accounts and mobile money recipients for outbound transfers.',
    'AREA-05',
  ),
  area('Transfers', 'Send funds internally, externally and internationally.', 'AREA-06'),
  area('Transactions', 'Retrieve transaction history and details across accounts.', 'AREA-07'),
  area('Webhooks', 'Receive real-time event notifications for payments, transfers, cards and more.', 'AREA-08'),
];

/** The functional area of a resource: `Customers`. */
export function tagOf(resource: Operation['resource']): string | undefined {
  return tags.find(({ name }) => name.toLowerCase().endsWith(`${resource}s`))?.name;
}
