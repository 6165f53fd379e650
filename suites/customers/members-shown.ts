import type { Response } from '../../helpers/client/message.js';
import { byKey } from '../../schemas/common/by-key.js';
import { isObject } from '../../schemas/common/is-object.js';
import { members, nameOf } from '../../schemas/fsapi/members.js';
import { validator } from '../../schemas/validate.js';
import { memberAt } from '../shared/customer.js';
import { customerIn } from '../shared/valid-requests.js';

/** How responses show a member, what asks for an answer first. */
const forms = ['in another form', 'in its form', 'another structure', 'masked', 'as sent', 'not shown'] as const;
type Form = (typeof forms)[number];

/** Many things have a type. */
const compared = members.filter(({ type, pointer }) => type === 'string' && pointer !== '/type');
const ownNames = members.map(({ pointer }) => pointer.slice(1)).filter((name) => !/\/|^type$/.test(name));

/** The first of the forms of each member that responses show, by its name. */
export function membersShown(responses: readonly Response[]): Readonly<Record<string, Form>> {
  const bodiesSent = byKey(responses.map(({ text, request }) => [text, JSON.stringify(request.body)]));
  // What two customers have in common shows neither of them.
  const own = responses.filter(({ text }) => new Set(bodiesSent.get(text)).size === 1);
  const formsOfMembers = compared.map(({ pointer }) => {
    const seen = own.map((response) => formOf(pointer, response));
    return [nameOf(pointer), forms.find((form) => seen.includes(form)) ?? 'not shown'] as const;
  });
  return Object.fromEntries(formsOfMembers);
}

function formOf(pointer: string, { request, json }: Response): Form {
  const sent = memberAt(customerIn(request), pointer);
  const [first = '', second] = pointer.slice(1).split('/');
  const own = customerOf(json)?.[first];
  const value = second === undefined || !isObject(own) ? own : own[second];
  if (typeof sent !== 'string' || value === undefined || value === null || value === '') return 'not shown';
  if (typeof value === 'object' || (second !== undefined && !isObject(own))) return 'another structure';
  const text = String(value);
  if (typeof value === 'string' && plain(pointer, text) === plain(pointer, sent)) return 'as sent';
  const isEnd = /^\d{2,4}$/.test(text) && digits(sent).endsWith(text) && digits(sent) !== text;
  if (isEnd || /[*•]|xx/i.test(text)) return 'masked';
  const body = second === undefined ? { [first]: value } : { [first]: { [second]: value } };
  return validator('customer')(body) ? 'in its form' : 'in another form';
}

const digits = (text: string) => text.replace(/\D/g, '');

/** What a service writes in one way. */
function plain(pointer: string, text: string) {
  if (pointer === '/phone') return digits(text);
  const trimmed = text.trim().normalize('NFC');
  return pointer === '/email' ? trimmed.toLowerCase() : trimmed;
}

/** The object with most of a customer's names, three at least; of several the nearest to the root. */
function customerOf(json: unknown): Readonly<Record<string, unknown>> | undefined {
  let found: Readonly<Record<string, unknown>> | undefined;
  let most = 2;
  let level = [json];
  while (level.length > 0) {
    for (const object of level.filter(isObject)) {
      const names = ownNames.filter((name) => Object.hasOwn(object, name)).length;
      if (names > most) found = object;
      most = Math.max(most, names);
    }
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return found;
}
