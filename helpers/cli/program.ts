import { Command, type CommanderError, Option } from 'commander';
import { calledBy, suiteVersion } from '../../schemas/suite-version.js';
import { honoured, type Setting, settings } from '../settings/schema.js';
import { nearest, quoteShort, UsageError } from '../settings/usage-error.js';
import { type Given, type Outcome, type Place, show } from './place.js';

type Result = Outcome | number;

type Definition = Readonly<{
  /** Name and arguments in commander's form. */
  usage: string;
  summary: string;
  options?: readonly Option[];
  /** Exit statuses with their meanings, if not the usual ones. */
  exits?: Readonly<Record<string, string>>;
  /** Loads what performs it, which returns the status alone if it printed its outcome itself. */
  load: () => Promise<(given: Given<never>, place: Place) => Result | Promise<Result>>;
}>;

const usageError = 'usage or configuration error';
const usualExits = { 0: 'done', 2: usageError };
const json = optionOf('--json', 'print one JSON document, and nothing else on the standard output');

export const definitions: readonly Definition[] = [
  {
    usage: 'run',
    summary: 'run the suites and write the reports; the default',
    options: settings.filter(({ option }) => option !== undefined).map(settingOption),
    exits: {
      0: 'conformant (with waivers or without), fit as declared, or partial: nothing failed, and everything that the profile requires was evaluated',
      1: 'nonconformant: a requirement failed and is not waived (or drift, with --fail-on-drift)',
      2: `${usageError}; nothing was sent`,
      3: 'inconclusive: no failures, but something that the profile requires could not be evaluated',
      4: 'internal error of this suite, without a verdict about the target; or not every file could be written',
      5: 'withheld: a report would have contained a secret, so nothing was published but created.json',
      '130, 143': 'interrupted; the report holds the results so far',
    },
    load: async () => (await import('./commands/run.js')).run,
  },
  {
    usage: 'init',
    summary: 'write .env, decisions.json and a nightly pipeline; overwrites nothing',
    options: [optionOf('--ci <github|gitlab|none>', 'write a nightly pipeline (default: the platform that is found)')],
    load: async () => (await import('./commands/first-steps/init.js')).init,
  },
  {
    usage: 'doctor',
    summary: 'look at configuration and target with ten requests at most, before the first run',
    options: [optionOf('--start <COMMAND>', 'shell command that starts the target before, and is stopped after it')],
    exits: {
      0: 'ready: nothing stands in the way of a conclusive run',
      1: 'not ready',
      2: `${usageError}; nothing was sent`,
    },
    load: async () => (await import('./commands/first-steps/doctor.js')).doctor,
  },
  {
    usage: 'explain [ID-or-area]',
    summary:
      'print the catalogue, an area, a group, or a requirement: clause, checks, faults that fail it, how to decide it',
    options: [json],
    load: async () => (await import('./commands/explain.js')).explain,
  },
  {
    usage: 'serve',
    summary: 'start the embedded reference server in the foreground; prints the variables to set',
    options: [
      optionOf('--port <N>', 'port to listen on'),
      optionOf('--fault <ID>', 'start it with one fault'),
      optionOf('--variant <ID>', 'start it as one conforming variant'),
      optionOf('--out <FILE>', 'write the variables to FILE (mode 600), for run --env-file FILE'),
      optionOf('--list', 'list the faults and variants'),
    ],
    load: async () => (await import('./commands/serve.js')).serve,
  },
  {
    usage: 'decide <KIND> <ID>',
    summary:
      'write entries of the decisions file, or remove them: waive, attest, settle, accept, lack (also a group) or revoke; several ids with commas',
    options: [
      optionOf('--by <NAME>', 'the person who decides'),
      optionOf('--reason <TEXT>', 'why'),
      optionOf('--expires <DAY>', 'last day on which it holds, YYYY-MM-DD (waive, attest)'),
      optionOf('--check <NAME>', 'checks that a waiver covers (default: those that failed in the run)', true),
      optionOf('--ticket <ID>', 'where the work on it is tracked'),
      optionOf('--approved-by <NAME>', 'the person who approves it; another one than --by'),
      optionOf('--evidence <TEXT>', 'where the proof of an attestation can be looked up'),
      optionOf('--from <RUN>', 'a report.json or run folder (default: reports/latest)'),
      optionOf('--print', 'print the entry and write nothing'),
    ],
    load: async () => (await import('./commands/decide.js')).decide,
  },
  {
    usage: 'decisions',
    summary: 'list the decisions, and what is due: expired, about to expire, unused',
    exits: {
      0: 'every decision is in force, or will be',
      1: 'a decision has expired or is unused',
      2: usageError,
    },
    load: async () => (await import('./commands/decisions.js')).decisions,
  },
  {
    usage: 'diff <OLD> <NEW>',
    summary: 'compare two reports, each a report.json or run folder',
    options: [json],
    exits: { 0: 'the same', 1: 'they differ', 2: 'unusable' },
    load: async () => (await import('./commands/diff.js')).diff,
  },
  {
    usage: 'verify <DIR>',
    summary: 'verify the integrity and signature of a run folder',
    options: [
      optionOf('--public-key <FILE>', 'public key of the expected signer; without it no signature is verified'),
      optionOf('--allow-unsigned', 'accept a folder without a verified signature: status 0 if its digests match'),
      optionOf('--not-before <TIME>', 'reject a run that began earlier'),
      optionOf('--target <URL>', 'reject a run against another base URL'),
      optionOf(
        '--require <VERDICT>',
        'conformant, conformant-with-waivers or fit-as-declared (a mock): reject a worse verdict, a profile that tests less, and a demonstration',
      ),
      optionOf('--subject <DIGEST>', 'reject a run that tested another image or commit, or names none'),
    ],
    exits: {
      0: 'intact, and signed by the key',
      1: 'modified, without a verified signature, or rejected by an option',
      2: 'unusable',
    },
    load: async () => (await import('./commands/verify.js')).verify,
  },
];

const nameOf = ({ usage }: Definition) => usage.replace(/ .*/, '');
export const commandNames = definitions.map(nameOf);

/** Performs a command. @returns the exit status @throws UsageError before anything is written or sent */
export async function perform(argv: readonly string[], place: Place): Promise<number> {
  const [first = '--'] = argv;
  if (!first.startsWith('-') && !commandNames.includes(first))
    throw new UsageError(`There is no command ${quoteShort(first)}${nearest(first, commandNames)}; see --help.`);
  const program = new Command(calledBy)
    .description(`Tests the ${place.tested.title} against each clause of its specification.`)
    .version(suiteVersion, '--version', 'print the version')
    .helpOption('--help', 'print the help, also of each command')
    .helpCommand(false)
    .configureOutput({ writeOut: (text) => void process.stdout.write(text), outputError: () => {} })
    .configureHelp({ helpWidth: 80, minWidthToWrap: 20 });
  let status = 0;
  for (const definition of definitions) {
    const { usage, summary, options = [], load } = definition;
    const command = program
      .command(usage, { isDefault: usage === 'run' })
      .description(summary)
      .addHelpText('after', ({ command: of }) => textAfter(definition, of))
      .exitOverride((error) => {
        throw error.exitCode === 0 ? error : inOurWords(error, definition);
      });
    for (const option of options) command.addOption(option);
    command.action(async () => {
      const act = await load();
      const outcome = await act({ words: command.args, options: command.opts() as never }, place);
      status = typeof outcome === 'number' ? outcome : show(outcome, command.opts().json === true);
    });
  }
  program.exitOverride();
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    // Help and version were printed.
    if ((error as Partial<CommanderError>).exitCode !== 0) throw error;
  }
  return status;
}

function settingOption(setting: Setting): Option {
  const { option, takes, type, name } = setting;
  const own = optionOf(`--${option}${takes ? ` <${takes}>` : ''}`, helpOf(setting), type === 'array');
  own.attributeName = () => name;
  return own;
}

function helpOf({ description, usual, default: value, type }: Setting) {
  const otherwise = usual ?? (type === 'boolean' ? undefined : value);
  return otherwise === undefined ? description : `${description} (default: ${otherwise})`;
}

function optionOf(flags: string, help: string, isList = false): Option {
  const option = new Option(flags, help);
  return isList ? option.argParser((value: string, before: readonly string[] = []) => [...before, value]) : option;
}

/** Rewords commander's error, which repeats a whole unknown argument: it may be a key. */
function inOurWords({ code, message }: CommanderError, { usage, options = [] }: Definition): UsageError {
  const see = `; see ${calledBy} ${usage.replace(/ .*/, '')} --help.`;
  const [, option = ''] = /'(--?[a-z-]{1,30})[^']*'/.exec(message) ?? [];
  if (code === 'commander.optionMissingArgument') return new UsageError(`${option} needs a value${see}`);
  if (code !== 'commander.unknownOption') return new UsageError(`The form is ${usage} [options]${see}`);
  const variable = `CONFORMANCE_${option.slice(2).replaceAll('-', '_').toUpperCase()}`;
  if (settings.some((setting) => setting.variable === variable && setting.option === undefined))
    return new UsageError(`${option} is no option: set ${variable} in the environment or in .env.`);
  const longNames = options.map(({ long }) => long ?? '');
  if (longNames.includes(option)) return new UsageError(`${option} takes no value${see}`);
  return new UsageError(`There is no option ${option}${nearest(option, longNames)}${see}`);
}

/** Exit statuses, and before those of `run` the variables. */
function textAfter({ usage, exits = usualExits }: Definition, command: Command) {
  const help = command.createHelp();
  const section = (heading: string, rows: readonly (readonly [term: string, text: string])[]) => {
    const width = Math.max(...rows.map(([term]) => term.length));
    return ['', `${heading}:`, ...rows.map(([term, text]) => help.formatItem(term, width, text, help))];
  };
  const sources = `Every option has a variable too: --rate is CONFORMANCE_RATE, and so on. An option overrides a variable, a variable overrides the file .env of the working folder. Secrets are never options. ${honoured.join(' and ')} are read from the environment only.`;
  const variables = settings
    .filter(({ option }) => option === undefined)
    .map((setting) => [setting.variable, helpOf(setting)] as const);
  const ofRun = [...section('Variables', variables), '', help.boxWrap(sources, 80)];
  return [...(usage === 'run' ? ofRun : []), ...section('Exit status', Object.entries(exits)), ''].join('\n');
}
