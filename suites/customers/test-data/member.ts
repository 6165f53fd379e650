import type { Customer } from '../../../schemas/types.js';

/** A copy of a customer with the member at a pointer (of one or two steps) set to a value. */
export function withMember(customer: Customer, pointer: string, value: unknown): Customer {
  return edited(customer, pointer, (holder, name) => {
    holder[name] = value;
  });
}

export function without(customer: Customer, pointer: string): Customer {
  return edited(customer, pointer, (holder, name) => {
    delete holder[name];
  });
}

export function memberAt(customer: Customer, pointer: string): unknown {
  const { holder, name } = find(customer, pointer);
  return holder?.[name];
}

function edited(
  customer: Customer,
  pointer: string,
  edit: (holder: Record<string, unknown>, name: string) => void,
): Customer {
  const copy = structuredClone(customer);
  const { holder, name } = find(copy, pointer);
  if (!holder) throw new RangeError(`the customer has no object to hold ${pointer}`);
  edit(holder, name);
  return copy;
}

function find(customer: Customer, pointer: string): { holder: Record<string, unknown> | undefined; name: string } {
  const steps = pointer.split('/').slice(1);
  const name = steps.pop() ?? '';
  const holder = steps.reduce<unknown>((of, step) => (of as Record<string, unknown> | undefined)?.[step], customer);
  return { holder: holder as Record<string, unknown> | undefined, name };
}
