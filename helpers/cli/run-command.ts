import { honoured, type Setting, settings } from '../configuration/settings.js';
import { hearEarly } from '../session/interrupt.js';
import { expectOpenFiles } from '../session/open-files.js';
import { type Command, exitsOfRun } from './define-command.js';

/** `run`. Its options are settings, which variables give too: the configuration parses them. */
export const command: Command = {
  usage: '[options]',
  options: settings.flatMap((setting) => {
    const { option, placeholder } = setting;
    return option ? [[`--${option}${placeholder ? ` ${placeholder}` : ''}`, helpOf(setting)] as const] : [];
  }),
  variables: settings.filter(({ option }) => !option).map((setting) => [setting.variable, helpOf(setting)]),
  notes: [
    'Every option has a variable too: --rate is CONFORMANCE_RATE, and so on. An option overrides a variable, a variable ' +
      'overrides the file .env of the working folder. Secrets are never options.',
    `${honoured.join(' and ')} are read from the environment only.`,
  ],
  exits: Object.entries(exitsOfRun),
  run: async (_, argv, surroundings) => {
    expectOpenFiles();
    const earlySignals = hearEarly();
    return (await import('./commands/run.js')).run(argv, { ...surroundings, earlySignals });
  },
};

/** The help of a setting with its default. */
function helpOf({ help, fallback, otherwise }: Setting): string {
  const usual = otherwise ?? fallback;
  return usual ? `${help} (default: ${usual})` : help;
}
