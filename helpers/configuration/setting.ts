interface Common {
  /** One line, beginning in lower case, without a full stop. */
  readonly help: string;
  /** What stands for the value in the help, where its kind does not say it. */
  readonly placeholder?: string;
  /** Taken where nothing is given; in the form in which it could be given. */
  readonly fallback?: string;
  /** What the help calls the default, where it is not simply `fallback`. */
  readonly otherwise?: string;
}

/** A whole number, or any with `fractions`; both ends of the range are allowed. */
interface NumberKind extends Common {
  readonly kind: 'number';
  readonly least: number;
  readonly most: number;
  readonly fractions?: true;
}
interface ChoiceKind extends Common {
  readonly kind: 'choice';
  readonly choices: readonly string[];
}
/**
 * text: one line. header, secret: travels in a request header; a secret is never an option and never printed.
 * passphrase: opens a file; a secret that never leaves this process. url: a base address. flag: true or false. file: a
 * path, taken from the working folder; secret-file: one whose content is a secret. pointer: a JSON Pointer.
 * list: names between commas, and repeatable as an option.
 */
interface PlainKind extends Common {
  readonly kind:
    | 'text'
    | 'header'
    | 'secret'
    | 'passphrase'
    | 'url'
    | 'flag'
    | 'file'
    | 'secret-file'
    | 'pointer'
    | 'list';
}

type Kind = NumberKind | ChoiceKind | PlainKind;

/** A row of a table of settings, under its name. Option and variable follow from the name, unless they are given. */
export type Row = Kind & { readonly option?: string; readonly variable?: `CONFORMANCE_${string}` };

/** What was given for a setting: one text, or several for a list, and what a message calls the place. */
export interface Given {
  readonly texts: readonly string[];
  readonly sourceName: string;
}

/** A setting. */
export type Setting = Kind & {
  /** The member of the configuration that it becomes. */
  readonly name: string;
  /** The environment variable, which may stand in `.env` too. */
  readonly variable: `CONFORMANCE_${string}`;
  /** The option of `run`, without its hyphens; none for what is set by variable only. */
  readonly option?: string;
};
