/** The command that words call, `run` where they name none, and the words behind it. */
export function namedCommand(argv: readonly string[]): { readonly name: string; readonly rest: readonly string[] } {
  const [first, ...rest] = argv;
  return first === undefined || first.startsWith('-') ? { name: 'run', rest: argv } : { name: first, rest };
}

/** Whether words call for a run, and not for words about one. */
export function callsRun(argv: readonly string[]): boolean {
  const { name, rest } = namedCommand(argv);
  return name === 'run' && !rest.includes('--help') && !rest.includes('--version');
}
