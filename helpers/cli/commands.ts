/** One command of the executable, as its help tells it. */
export interface Command {
  readonly name: string;
  /** What follows the name. */
  readonly usage: string;
  /** One line, beginning in lower case, without a full stop. */
  readonly help: string;
  /** Its own options; those of `run` come from the table of settings. */
  readonly options: readonly (readonly [option: string, help: string])[];
  /** Exit statuses with their meanings. */
  readonly exits: readonly (readonly [status: string, meaning: string])[];
  /** False for what is recognised but not built yet. */
  readonly available: boolean;
}

const unusable = ['2', 'usage or configuration error'] as const;
const done = ['0', 'done'] as const;

/** Statuses of a run, worst of all first where several hold: 130/143, 4, 5, 1, 3. */
const exitsOfRun = [
  ['0', 'conformant: nothing failed, and all that could be decided was decided'],
  ['1', 'nonconformant: a requirement failed and is not waived (or drift, with --fail-on-drift)'],
  ['2', 'usage or configuration error; nothing was sent'],
  ['3', 'inconclusive: nothing failed, but not all was decided, or nothing was judged'],
  ['4', 'internal error of this suite; no verdict about the target'],
  ['5', 'withheld: a secret was about to be published, so nothing was'],
  ['130, 143', 'interrupted; what was learned so far is in the report'],
] as const;

/** Every command, in the order in which the help lists them. */
export const commands: readonly Command[] = [
  {
    name: 'run',
    usage: '[options]',
    help: 'run the suites and write the reports; the default',
    options: [],
    exits: exitsOfRun,
    available: true,
  },
  {
    name: 'list',
    usage: '[--json | --matrix]',
    help: 'print the catalogue, and which checks cover it',
    options: [
      ['--json', 'as JSON'],
      ['--matrix', 'faults of the reference server against requirements'],
    ],
    exits: [done, unusable],
    available: true,
  },
  {
    name: 'serve',
    usage: '[options]',
    help: 'the embedded reference server in the foreground; prints the variables to set',
    options: [
      ['--port N', 'port to listen on'],
      ['--fault ID', 'with one fault'],
      ['--variant ID', 'as one conforming variant'],
      ['--webhook URL', 'notify an http address on loopback of every customer created'],
      ['--list-faults', 'print the faults and variants that there are'],
    ],
    exits: [done, unusable],
    available: true,
  },
  {
    name: 'diff',
    usage: 'OLD NEW',
    help: 'compare two reports, each a report.json or the folder of a run',
    options: [],
    exits: [
      ['0', 'the same'],
      ['1', 'they differ'],
      ['2', 'unusable'],
    ],
    available: true,
  },
  {
    name: 'render',
    usage: 'DIR --format NAME,…',
    help: 'make formats again from the report and evidence of a run',
    options: [['--format NAME,…', 'as for run; report.json itself is left as it is']],
    exits: [done, unusable],
    available: true,
  },
  {
    name: 'verify',
    usage: 'DIR [--public-key FILE]',
    help: 'check integrity and signature of a run’s folder',
    options: [['--public-key FILE', 'the key that it has to be signed with']],
    exits: [
      ['0', 'intact'],
      ['1', 'modified'],
      ['2', 'unusable'],
    ],
    available: true,
  },
  {
    name: 'pack',
    usage: 'DIR',
    help: 'one zip for hand-over',
    options: [],
    exits: [done, unusable],
    available: true,
  },
  {
    name: 'merge',
    usage: 'DIR… --out DIR',
    help: 'join the folders of shards into one run',
    options: [['--out DIR', 'folder of the joined run; one with files in it is refused']],
    exits: exitsOfRun,
    available: true,
  },
  {
    name: 'keygen',
    usage: 'FILE',
    help: 'make an Ed25519 pair: FILE (mode 600) and FILE.pub',
    options: [],
    exits: [done, unusable],
    available: true,
  },
  {
    name: 'settle',
    usage: 'ID [--report FILE]',
    help: 'print a ready decisions entry from what was last observed',
    options: [['--report FILE', 'a report.json or the folder of a run (default: reports/latest)']],
    exits: [done, unusable],
    available: true,
  },
  {
    name: 'openapi',
    usage: '[options]',
    help: 'an OpenAPI 3.1 document of what is stated, observed or settled, each marked',
    options: [
      ['--report FILE', 'a report.json or the folder of a run, or none (default: reports/latest, if it is there)'],
      ['--out FILE', 'write it there instead of printing it'],
    ],
    exits: [done, unusable],
    available: true,
  },
];
