import { createHash, timingSafeEqual } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What every stack gets from the bench: two tenants, a folder for its data, and perhaps one fault. */

export const has = (fault) => process.env.STACK_FAULT === fault;
export const port = Number(process.env.STACK_PORT ?? 0);

/** Each { id, key }. */
export const tenants = JSON.parse(process.env.STACK_TENANTS);

// The bench holds the other end: where it is gone, this goes too.
if (process.env.STACK_INSTANCE !== 'worker') process.stdin.resume().once('end', () => process.exit());

/** A path for a database of this run. Instances that run side by side share it. */
export function databaseFile() {
  const file = join(process.env.STACK_FOLDER, 'stack.db');
  if (process.env.STACK_INSTANCE === undefined) rmSync(file, { force: true });
  return file;
}

const sha256 = (text) => createHash('sha256').update(text).digest();

/** The tenant whose Secret Key this is. */
export function tenantOfKey(key) {
  if (typeof key !== 'string') return undefined;
  if (has('key-in-any-case')) return tenants.find((tenant) => tenant.key.toLowerCase() === key.toLowerCase());
  if (has('key-by-prefix')) return tenants.find((tenant) => key.slice(0, 16) === tenant.key.slice(0, 16));
  return tenants.find((tenant) => timingSafeEqual(sha256(tenant.key), sha256(key)));
}

/**
 * Whose request it is, by Api-Key and x-tenant-id.
 * @param unauthorized and `forbidden` make the framework's own errors
 */
export function callerOf(key, named, unauthorized, forbidden) {
  const tenant = tenantOfKey(key);
  if (!tenant) throw unauthorized();
  if (!named || named === tenant.id) return tenant;
  if (!has('tenant-not-checked')) throw forbidden();
  return { ...tenant, id: named };
}

const currencies = ['USD', 'EUR', 'GBP', 'NGN', 'KES', 'ZAR', 'GHS'];

/** Seven accounts a tenant: { number, tenant, currency, iban, balance }. */
export const accounts = tenants.flatMap(({ id: tenant }) =>
  currencies.map((currency, index) => {
    const digest = sha256(`${tenant} ${currency}`);
    const number = digest.readUIntBE(0, 6);
    return {
      number,
      tenant,
      currency,
      iban: `XK05${number}`,
      balance: (digest[7] + index) * 100,
      uuid: uuidOf(digest),
    };
  }),
);

function uuidOf(digest) {
  const hex = digest.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** One page of a tenant's accounts, from an offset. */
export function pageOfAccounts(tenant, offset, size) {
  const own = accounts.filter((account) => account.tenant === tenant.id);
  // Only the query of the first page has the condition; the one behind the cursor was copied without it.
  if (has('page-two-of-everybody') && offset > 0) return accounts.slice(offset, offset + size);
  return own.slice(offset, offset + size);
}

const anchored = (inside) => new RegExp(has('unanchored') ? inside : `^(?:${inside})$`, has('multiline') ? 'm' : '');

/** The forms that the specification states. */
export const forms = {
  // That of the HTML standard.
  email: /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+$/,
  phone: anchored(String.raw`\+[1-9]\d{6,14}`),
  gender: anchored('[a-z]+'),
  country: anchored('[A-Z]{2}'),
  state: anchored('[A-Z]{2}-[A-Z0-9]{1,3}'),
};

/** A day that there is, as YYYY-MM-DD. */
export function isDate(text) {
  if (has('date-parse')) return !Number.isNaN(Date.parse(text));
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const texts = ['first_name', 'last_name', 'middle_name', 'type'];
export const addressTexts = ['address_line1', 'city', 'postal_code'];

/** The same rule for each name. */
export const each = (names, rule) => Object.fromEntries(names.map((name) => [name, rule]));
const string = { type: 'string', minLength: 1 };
const like = (form) => ({ type: 'string', pattern: form.source });

/** A customer as JSON Schema; `own` are further members, or other rules for these. */
export const customerSchema = (required, own, ofAddress = ['country']) => ({
  type: 'object',
  required,
  properties: {
    ...each(texts, string),
    email: like(forms.email),
    phone: like(forms.phone),
    gender: like(forms.gender),
    ...own,
    address: {
      type: 'object',
      required: ofAddress,
      properties: { ...each(addressTexts, string), country: like(forms.country), state: like(forms.state) },
    },
  },
});

/** Options of Knex for the database of this run. */
export const knexOptions = (pool = { min: 1, max: 1 }) => ({
  client: 'better-sqlite3',
  connection: { filename: databaseFile() },
  useNullAsDefault: true,
  pool,
});

/** What a write costs in a real service: a database that is not in this process. */
export const work = () => sleep(15);

/** Tells the bench where this stack listens. */
export function listening(at) {
  if (process.env.STACK_INSTANCE !== 'worker') process.stdout.write(`listening ${at}\n`);
}

/** Runs the application in two processes that share a port, and a database, and nothing else. */
export async function serveByTwo(cluster) {
  process.env.STACK_INSTANCE = 'worker';
  const start = () => new Promise((resolve) => cluster.fork().once('listening', resolve));
  await start();
  const { port: at } = await start();
  process.stdout.write(`listening ${at}\n`);
}
