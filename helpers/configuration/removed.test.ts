import { expect, test } from 'vitest';
import { commands } from '../cli/commands.js';
import { call, emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { readConfiguration } from './configuration.js';
import { removed } from './removed.js';
import { settingNamed, settings } from './settings.js';
import { builtFormats } from './values/formats.js';

const { commands: goneCommands, options, variables, formats } = removed;
const entries = Object.entries;
const of = (env: Record<string, string>, argv: readonly string[] = []) =>
  readConfiguration({ specification: fsapi, argv, env, cwd: emptyFolder() });

test.each(entries(goneCommands))('%s is no command any more, and its replacement is named', async (name, instead) => {
  expect(commands).not.toHaveProperty(name);
  for (const argv of [[name], [name, '--help']])
    expect(await call(argv, {}, emptyFolder())).toEqual({
      ...{ status: 2, stdout: '' },
      stderr: `The command "${name}" was removed in version 0.3. ${instead}\n`,
    });
});

const ofCommands = entries(options).filter(([name]) => !name.startsWith('run '));
test.each(ofCommands)('%s is no option any more, and its replacement is named', async (name, instead) => {
  const [command = '', option = ''] = name.split(' ');
  expect(await call([command, option, 'x'], {}, emptyFolder())).toEqual({
    ...{ status: 2, stdout: '' },
    stderr: `The option ${option} of ${command} was removed in version 0.3. ${instead}\n`,
  });
});

const ofRun = entries(options).flatMap(([name, instead]) =>
  name.startsWith('run --') ? [[name.slice(6), instead]] : [],
);
test('an option of run is none any more, nor are its variable and its name in the library', () => {
  for (const [option = '', instead = ''] of ofRun) {
    expect(settings.map((one) => one.option)).not.toContain(option);
    const [name, variable] = [
      option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      `CONFORMANCE_${option.replaceAll('-', '_').toUpperCase()}`,
    ];
    expect(() => of({}, [`--${option}`, 'x'])).toThrow(`The option --${option} was removed in version 0.3. ${instead}`);
    expect(() => of({ [variable]: 'x' })).toThrow(
      `${variable}, set in the environment, was removed in version 0.3. ${instead}`,
    );
    expect(settingNamed(name)).toBeUndefined();
    expect(() =>
      readConfiguration({ specification: fsapi, argv: [], env: {}, cwd: emptyFolder(), named: { [name]: 'x' } }),
    ).toThrow(instead);
  }
});

test('a variable or format that was removed is refused, and its replacement is named', () => {
  for (const [name, instead] of entries(variables)) {
    const message = `was removed in version 0.3. ${instead}`;
    expect(() => of({ [name]: 'x' })).toThrow(`${name}, set in the environment, ${message}`);
    const inLibrary = name
      .slice('CONFORMANCE_'.length)
      .toLowerCase()
      .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(() =>
      readConfiguration({ specification: fsapi, argv: [], env: {}, cwd: emptyFolder(), named: { [inLibrary]: true } }),
    ).toThrow(`The option ${inLibrary} ${message}`);
  }
  for (const [name, instead] of entries(formats)) {
    expect(builtFormats).not.toContain(name);
    expect(() => of({}, ['--embedded', '--format', name])).toThrow(
      `--format names ${name}, which was removed in version 0.3. ${instead}`,
    );
  }
});
