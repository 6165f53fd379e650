import { escapedJson } from '../../schemas/escaped-json.js';
import { type OptionKind, parseArguments, unknownOption } from '../configuration/arguments.js';
import { removal } from '../configuration/removed.js';
import { UsageError } from '../configuration/usage-error.js';
import { flag } from '../configuration/values/value.js';
import { programOf, type Tested } from '../session/tested.js';

/** One option of a command. */
interface Option {
  /** What stands for its value in the help; a flag has none. */
  readonly value?: string;
  /** One line, beginning in lower case, without a full stop. */
  readonly help: string;
  readonly required?: true;
  readonly repeatable?: true;
}

/** Two columns of the help: a term, and what it means. */
export type Rows = readonly (readonly [term: string, text: string])[];

/** Where a command is called. */
export interface Surroundings {
  /** The API that is tested, with its tests. */
  readonly tested: Tested;
  readonly env: NodeJS.ProcessEnv;
  /** Absolute path of the working folder. */
  readonly cwd: string;
  /** Whether a run for which nothing is configured asks the embedded reference server, whoever calls. */
  readonly demonstrates?: true;
}

/** A command as the executable calls it and as its help shows it. */
export interface Command {
  /** What follows the name: `OLD NEW [options]`. */
  readonly usage: string;
  readonly options: Rows;
  readonly variables?: Rows;
  /** Sentences below the options and variables. */
  readonly notes?: readonly string[];
  /** Exit statuses with their meanings. */
  readonly exits: Rows;
  /**
   * @param name the name by which it was called, for messages
   * @param argv what follows the name
   * @returns the exit status
   * @throws UsageError before anything is written or sent
   */
  run(name: string, argv: readonly string[], surroundings: Surroundings): number | Promise<number>;
}

/** What a command came to, for people and for programs. */
export interface Outcome {
  readonly status: number;
  /** Of the standard output, safe to print. */
  readonly lines: readonly string[];
  /** The same as data: with `--json` the one document there. */
  readonly data: unknown;
  /** What people have to know beside it, on the standard error. */
  readonly notes?: readonly string[];
}

/** Prints what a command came to. Gives its status. */
export function show({ status, lines, data, notes = [] }: Outcome, asJson: boolean): number {
  const shown = asJson ? [escapedJson(data, 2)] : lines;
  if (shown.length > 0) process.stdout.write(`${shown.join('\n')}\n`);
  if (notes.length > 0) process.stderr.write(`${notes.join('\n')}\n`);
  return status;
}

/** Exit statuses of a command that either does what it says or cannot be used so. */
const doneOrUnusable = { 0: 'done', 2: 'usage or configuration error' };

/** Exit statuses of a run. Where several hold: 130/143, 4, 5, 1, 3. */
export const exitsOfRun = {
  0: 'conformant (with waivers or without), or partial: nothing failed, and everything that the profile wants was evaluated',
  1: 'nonconformant: a requirement failed and is not waived (or drift, with --fail-on-drift)',
  2: 'usage or configuration error; nothing was sent',
  3: 'inconclusive: no failures, but not every wanted requirement could be evaluated, or none',
  4: 'internal error of this suite, without a verdict about the target; or the disk took not every file',
  5: 'withheld: a report would have contained a secret, so nothing was published but created.json',
  '130, 143': 'interrupted; the report holds the results so far',
};

const jsonOption = { json: { help: 'print one JSON document, and nothing else on the standard output' } } as const;

/** Options by name, without hyphens. */
export type OptionTable = Readonly<Record<string, Option>>;
type Value<O> = O extends { value: string }
  ? O extends { repeatable: true }
    ? readonly string[]
    : O extends { required: true }
      ? string
      : string | undefined
  : boolean;
type Values<Options> = { readonly [Name in keyof Options]: Value<Options[Name]> };
type Words<Positionals> = Positionals extends readonly [`${string}…`]
  ? readonly [string, ...string[]]
  : { readonly [Place in keyof Positionals]: Positionals[Place] extends `[${string}` ? string | undefined : string };

interface Definition<Options extends OptionTable, Positionals extends readonly string[]> {
  /** By name, without hyphens. */
  readonly options?: Options;
  /** Names of the words that the command takes. One that ends in `…` stands for one or more, one in brackets for none or one. */
  readonly positionals?: Positionals;
  /** That it did what it says, or cannot be used so, unless given. */
  readonly exits?: Readonly<Record<string, string>>;
  /** Gives the outcome, or the exit status of a command that printed it by itself. */
  readonly run: (
    given: { readonly values: Values<Options & typeof jsonOption>; readonly words: Words<Positionals> },
    surroundings: Surroundings,
  ) => Outcome | number | Promise<Outcome | number>;
}

/** A command whose usage, help and parsing come from one definition. Each has `--json`. */
export function defineCommand<
  const Options extends OptionTable = Readonly<Record<never, Option>>,
  const Positionals extends readonly string[] = readonly [],
>({ options, positionals, exits = doneOrUnusable, run }: Definition<Options, Positionals>): Command {
  const table = Object.entries<Option>({ ...options, ...jsonOption });
  const names = positionals ?? [];
  return {
    usage: usageOf(table, names),
    options: table.map(([name, option]) => [termOf(name, option), option.help]),
    exits: Object.entries(exits),
    run: (name, argv, surroundings) => {
      const { words, values } = parsed(name, argv, { table, names, program: programOf(surroundings.tested) });
      const shown = (made: Outcome | number) => (typeof made === 'number' ? made : show(made, values.json === true));
      // What was parsed has the members that the table names, which the compiler cannot see.
      const made = run({ values, words } as unknown as Parameters<typeof run>[0], surroundings);
      return made instanceof Promise ? made.then(shown) : shown(made);
    },
  };
}

const termOf = (name: string, { value }: Option) => `--${name}${value ? ` ${value}` : ''}`;

function usageOf(table: readonly (readonly [string, Option])[], names: readonly string[]): string {
  const required = table.filter(([, option]) => option.required).map(([name, option]) => termOf(name, option));
  const others = table.length > required.length ? ['[options]'] : [];
  return [...names, ...required, ...others].join(' ');
}

const kindOf = ({ value, repeatable }: Option): OptionKind => (value ? (repeatable ? 'list' : 'value') : 'flag');

function parsed(
  name: string,
  argv: readonly string[],
  {
    table,
    names,
    program,
  }: { table: readonly (readonly [string, Option])[]; names: readonly string[]; program: string },
): { words: readonly string[]; values: Readonly<Record<string, unknown>> } {
  const kinds = new Map(table.map(([option, about]) => [option, kindOf(about)]));
  const unknown = (rawName: string) =>
    removal('options', `${name} ${rawName}`, `The option ${rawName} of ${name}`) ??
    unknownOption(rawName, [...kinds.keys(), 'help']);
  const given = parseArguments(argv, kinds, unknown);
  const words = given.words.map(({ text }) => text).filter((text) => text !== '');
  const see = `see ${program} ${name} --help`;
  const missing = names[words.length];
  if (missing !== undefined && !missing.startsWith('[')) throw new UsageError(`${name} needs ${missing}; ${see}.`);
  if (words.length > names.length && !names.at(-1)?.endsWith('…'))
    throw new UsageError(`${name} takes ${names.join(' and ') || 'options only'}, and nothing else; ${see}.`);
  const values = table.map(([option, about]) => {
    const texts = given.options.get(option) ?? [];
    if (about.required && texts.length === 0) throw new UsageError(`${name} needs ${termOf(option, about)}; ${see}.`);
    if (!about.value) return [option, flag(texts[0] ?? 'false', `--${option}`)];
    return [option, about.repeatable ? texts : texts[0]];
  });
  return { words, values: Object.fromEntries(values) };
}
