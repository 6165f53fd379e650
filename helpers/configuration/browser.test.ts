import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import { browserFor } from './browser.js';

/** A folder with scripts that print these lines, by their names. */
function folderOf(programs: Readonly<Record<string, string>>): string {
  const folder = emptyFolder();
  for (const [name, line] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n[ "$1" = --version ] && echo '${line}'\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}
const none = emptyFolder();

test('the first on the path that is new enough', () => {
  const old = folderOf({ chromium: 'Chromium 130.0.6723.58 built on Debian' });
  const recent = folderOf({ chromium: 'Mosaic 9', 'google-chrome': 'Google Chrome 131.0.6778.85' });
  expect(browserFor(['pdf'], { PATH: `${old}:${recent}` })).toBe(join(recent, 'google-chrome'));
  expect(browserFor(['ALL'], { PATH: `${none}:${recent}` })).toBe(join(recent, 'google-chrome'));
});

test('one that is named is taken, and no other is looked for', () => {
  const [own, other] = [folderOf({ mine: 'Chromium 156.0.8078.79' }), folderOf({ chromium: 'Chromium 140.0.0.0' })];
  expect(browserFor(['pdf'], { PATH: other }, join(own, 'mine'))).toBe(join(own, 'mine'));
  const named = join(folderOf({ chromium: 'Chromium 99.0.0.0' }), 'chromium');
  for (const names of [['pdf'], ['all']])
    expect(() => browserFor(names, { PATH: other }, named)).toThrow(
      /^CONFORMANCE_BROWSER names ".*", which is no Chrome or Chromium of version 131 or later\.$/,
    );
});

test('without one, pdf is a usage error that says what to do, and all goes without it', () => {
  expect(() => browserFor(['html', 'PDF'], { PATH: none })).toThrow(
    /^report\.pdf cannot be printed: there is no Chrome or Chromium of version 131 or later here\. Install one, or name it in CONFORMANCE_BROWSER; or print report\.html from any browser/,
  );
  expect(browserFor(['all'], { PATH: none })).toBeUndefined();
});

test('nothing is looked for where no PDF is to be made', () => {
  expect(browserFor(['html', 'har'], { PATH: none }, '/nowhere')).toBeUndefined();
});
