import { baseAddress } from './values/base-address.js';
import * as values from './values/value.js';

/** What a row may say beside its kind and help. */
interface More {
  /** The option of `run`, without its hyphens, where it does not follow from the name. */
  readonly option?: string;
  /** The variable, where it does not follow from the name. */
  readonly variable?: `CONFORMANCE_${string}`;
  /** What stands for the value in the help, where its kind does not say it. */
  readonly placeholder?: string;
  /** Taken where nothing is given; in the form in which it could be given. */
  readonly fallback?: string;
  /** What the help calls the default, where it is not simply `fallback`. */
  readonly otherwise?: string;
}

/** A row of a table of settings, under its name. */
export interface Row extends More {
  readonly kind: string;
  /** One line, beginning in lower case, without a full stop. */
  readonly help: string;
  /** The value of a text. @throws UsageError for a text that is none */
  parse(text: string, sourceName: string, cwd: string): unknown;
}

/** What was given for a setting: one text, or several for a list, and what a message calls the place. */
export interface Given {
  readonly texts: readonly string[];
  readonly sourceName: string;
}

/** A kind of setting: gives a row of it. */
function kindOf<const Kind extends string, T>(
  kind: Kind,
  placeholder: string,
  parse: (text: string, sourceName: string, cwd: string) => T,
) {
  return <const Extra extends More = object>(help: string, more?: Extra) => ({
    ...{ kind, placeholder, parse, help },
    ...(more as Extra),
  });
}

/** One line. */
export const text = kindOf('text', '', values.line);
/** Travels in a request header. */
export const header = kindOf('header', '', values.headerValue);
/** Travels in a request header, and is never an option and never printed. */
export const secret = kindOf('secret', '', values.headerValue);
/** Opens a file; a secret that never leaves this process. */
export const passphrase = kindOf('passphrase', '', (given) => given);
/** A base address. */
export const url = kindOf('url', 'URL', baseAddress);
/** true or false. */
export const flag = kindOf('flag', '', values.flag);
/** A path, taken from the working folder. */
export const file = kindOf('file', 'FILE', values.path);
/** The path of a file whose content is a secret. */
export const secretFile = kindOf('secret-file', 'FILE', values.path);
/** A JSON Pointer. */
export const pointer = kindOf('pointer', '', values.pointer);
/** Names between commas, and repeatable as an option. */
export const list = kindOf('list', 'ID-or-area', values.list);
/** A whole number of a range, or any number where the range begins within 1; both ends are allowed. */
export const number = <const Extra extends More = object>(
  [least, most]: readonly [number, number],
  help: string,
  more?: Extra,
) => kindOf('number', 'N', (given, sourceName) => values.number(given, sourceName, least, most))(help, more);
/** One of a few words. */
export const choice = <const Choice extends string, const Extra extends More = object>(
  choices: readonly Choice[],
  help: string,
  more?: Extra,
) => kindOf('choice', choices.join('|'), (given, sourceName) => values.choice(given, sourceName, choices))(help, more);
