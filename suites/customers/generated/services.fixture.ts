import type { ConformanceOptions } from '../../../helpers/api/run-conformance.js';
import { created, withAnswerBody } from '../../../helpers/reference-server/answered.js';
import { isCreation, type Members, membersOf, withBody } from '../../../helpers/reference-server/asked.js';
import { takingAsIs } from '../../../helpers/reference-server/faults/lenient.js';
import type { Change } from '../../../helpers/reference-server/middleware.js';
import { type ReferenceServer, startReferenceServer } from '../../../helpers/reference-server/server.js';
import { refusal } from '../../../helpers/reference-server/service.js';
import { runAgainst } from '../../../helpers/reference-server/testing/run-against.js';
import type { Report, ReportedCheck } from '../../../schemas/types.js';

const open: ReferenceServer[] = [];

/** Starts a reference server, which `closeServices` closes. */
export async function started(options: Parameters<typeof startReferenceServer>[0]): Promise<ReferenceServer> {
  const server = await startReferenceServer(options);
  open.push(server);
  return server;
}

export async function closeServices(): Promise<void> {
  for (const server of open.splice(0)) await server.close();
}

/** A run in this process, against the honest service or a changed one. */
export async function against(change: Change | undefined, options: ConformanceOptions) {
  return runAgainst(await started({ https: false, ...(change && { change }) }), {
    ...{ seed: 11, observe: 'none' },
    ...options,
  });
}

/** The check of a requirement by its name. @throws Error without it */
export function checkOf({ requirements }: Report, id: string, name: string): ReportedCheck {
  const found = requirements.find((row) => row.id === id)?.checks.find((check) => check.name === name);
  if (!found) throw new Error(`${id} has no check ${name}`);
  return found as ReportedCheck;
}

const address = (customer: Members): Members => Object(customer.address) as Members;

/** Rejects what a rule names, known repeats and whatever is invalid aside. */
const refuses = (isRefused: (customer: Members) => boolean, status = 422): Change => ({
  middleware: (honest) => async (asked) => {
    const sent = isCreation(asked) ? membersOf(asked.body) : undefined;
    if (!sent || !isRefused(sent)) return honest(asked);
    const answer = await honest({ ...asked, body: '{}' });
    return answer.status === 422 ? refusal(status, 'rule', 'Not taken here.') : answer;
  },
});

/** Faults that no written check finds. */
export const faults = {
  /** Days are not looked at in one month: the lists of the others were corrected, and this one was forgotten. */
  july: { middleware: takingAsIs('date_of_birth', /^\d{4}-07-(?:3[2-9]|[4-9]\d)$/) },
  /** The length of a subdivision is bounded below only from five characters on, where an index is built. */
  subdivision: { middleware: takingAsIs('address.state', /^[A-Z]{2}-[A-Z0-9]{5,}$/) },
  /** The word is compared with its list without regard to letter case, but for the first letter and the whole. */
  gender: { middleware: takingAsIs('gender', /^\p{Ll}\p{Lu}[\p{L}]*$/u) },
  /** Leap years are a list, which was typed. */
  leapDay: refuses(({ date_of_birth: born }) => born === '1984-02-29'),
  /** Names are written in Latin-1. */
  latin: {
    middleware: (honest) => (asked) => {
      const name = isCreation(asked) ? membersOf(asked.body)?.first_name : undefined;
      const isOutside = typeof name === 'string' && [...name].some((letter) => letter > 'ÿ');
      return isOutside ? Promise.resolve({ status: 500, body: '' }) : honest(asked);
    },
  },
} satisfies Record<string, Change>;

const isAscii = (value: unknown) => value === undefined || /^[\x20-\x7e]*$/.test(String(value));
const postalCodes: Record<string, RegExp> = { US: /^\d{5}(-\d{4})?$/, GB: /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/ };
const states = 'CA NY TX IL WA CO FL MA'.split(' ').map((code) => `US-${code}`);
let seen = 0;

/** Services that conform, with rules of their own about whatever the specification leaves open. */
export const conforming = {
  /** Whatever can be on a list is on one, and compared with whatever it can be compared with. */
  strict: refuses((customer) => {
    const { country, postal_code: postal, state } = address(customer);
    const born = String(customer.date_of_birth);
    return (
      !['individual', 'business'].includes(String(customer.type)) ||
      !['female', 'male'].includes(String(customer.gender)) ||
      !['first_name', 'last_name', 'middle_name'].every((name) => isAscii(customer[name])) ||
      !['address_line1', 'city'].every((name) => isAscii(address(customer)[name])) ||
      born < '1950-01-01' ||
      born > '2003-12-31' ||
      !states.includes(String(state)) ||
      !(postalCodes[String(country)] ?? /^$/).test(String(postal)) ||
      !/^\+1\d{10}$/.test(String(customer.phone)) ||
      /[+A-Z]/.test(String(customer.email).split('@')[0] ?? '')
    );
  }),
  /** Everything that can be normalised is normalised, and shown so. */
  tidy: {
    middleware: (honest) => (asked) => {
      const sent = isCreation(asked) ? membersOf(asked.body) : undefined;
      return honest(sent ? withBody(asked, tidied(sent)) : asked);
    },
  },
  /** Rejections are answers like any other, without an identity. */
  polite: {
    middleware: (honest) => async (asked) => {
      const answer = await honest(asked);
      if (!isCreation(asked) || answer.status !== 422) {
        return created(asked, answer)
          ? withAnswerBody({ ...answer, status: 200 }, { success: true, customer: { id: membersOf(answer.body)?.id } })
          : answer;
      }
      return { ...answer, status: 200, body: JSON.stringify({ success: false, reason: 'not as it should be' }) };
    },
  },
  /** The same person, by name and date of birth, is no second customer. */
  onePersonOnce: {
    middleware: (honest, world) => async (asked) => {
      const sent = isCreation(asked) ? membersOf(asked.body) : undefined;
      const known = world.tenants.flatMap(({ customers }) => [...customers.values()]);
      const key = asked.headers.get('idempotency-key') ?? '';
      const isRepeat = [...world.writes.keys()].some((name) => name.endsWith(` ${key}`));
      const isTwin = known.some((one) =>
        ['first_name', 'last_name', 'date_of_birth'].every((name) => one[name] === sent?.[name]),
      );
      return sent && !isRepeat && isTwin ? refusal(409, 'known', 'There is such a customer.') : honest(asked);
    },
  },
} satisfies Record<string, Change>;

/** After so many creations no more are accepted: nothing that is rejected then was rejected for its form. */
export const quota = (most: number): Change => {
  seen = 0;
  return {
    middleware: (honest) => async (asked) => {
      if (isCreation(asked) && seen >= most && asked.headers.get('api-key'))
        return refusal(403, 'quota', 'No more today.');
      const answer = await honest(asked);
      seen += created(asked, answer) ? 1 : 0;
      return answer;
    },
  };
};

function tidied(sent: Members): Members {
  const text = (value: unknown) => (['number', 'boolean'].includes(typeof value) ? String(value) : value);
  const changed = (value: unknown, change: (of: string) => string) => {
    const own = text(value);
    return typeof own === 'string' ? change(own.trim()) : own;
  };
  const { country, state, ...rest } = address(sent);
  const isObject = sent.address !== null && typeof sent.address === 'object' && !Array.isArray(sent.address);
  const code = changed(
    country,
    (one) => ({ USA: 'US', 'UNITED STATES': 'US' })[one.toUpperCase()] ?? one.toUpperCase(),
  );
  const full = (one: string) => {
    const upper = one.toUpperCase().replace(/^([A-Z]{2})[ _/.:]?(?=[A-Z0-9]{2}$)/, '$1-');
    return /^-?[A-Z0-9]{2}$/.test(upper) ? `${code}-${upper.replace('-', '')}` : upper;
  };
  const number = (one: string) => {
    const digits = one.replace(/[ ().-]/g, '');
    if (/^\d{10}$/.test(digits)) return `+1${digits}`;
    return digits.replace(/^\+?0+(?=[1-9])/, '+').replace(/^(?=[1-9])/, '+');
  };
  return {
    ...Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [
        name,
        ['email', 'date_of_birth'].includes(name) ? value : text(value),
      ]),
    ),
    ...(sent.phone !== undefined && { phone: changed(sent.phone, number) }),
    ...(sent.gender !== undefined && { gender: changed(sent.gender, (one) => one.toLowerCase().split(/ +/)[0] ?? '') }),
    ...(isObject && {
      address: {
        ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, text(value)])),
        ...(country !== undefined && { country: code }),
        ...(state !== undefined && { state: changed(state, full) }),
      },
    }),
  };
}
