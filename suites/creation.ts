import type { BuiltRequest, Response } from '../helpers/client/message.js';
import { isCreation } from '../helpers/client/response.js';
import { createCustomer } from '../schemas/fsapi/operations.js';
import type { Customer } from '../schemas/types.js';

/** A success of a creation of a customer, whatever the request changed, except its method. */
export const isCreationOfCustomer = (response: Response): boolean => isCreation(response, createCustomer.resource);

/** The customer that a request sends, where its body is one. */
export const customerIn = ({ operation, body }: Pick<BuiltRequest, 'operation' | 'body'>): Customer | undefined =>
  operation.body === createCustomer.body ? (body as Customer | undefined) : undefined;

/** Whether an operation creates a customer. */
export const createsCustomer = (operation: { readonly name: string }): boolean =>
  operation.name === createCustomer.name;
