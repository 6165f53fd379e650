import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Format, formats } from '../../../reports/formats/formats.js';
import { pathOf, skipWithout } from '../../../reports/testing/system-tools.js';
import { builtFormats } from '../../configuration/values/formats.js';
import { startReferenceServer } from '../../reference-server/server.js';
import { call, emptyFolder, runHere, variablesFor } from '../testing/command.js';

const contents = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file)).toString('base64')]));
/** All but the PDF, of which a browser makes other bytes each time; without one it is left out. */
const steady = (formats as readonly Format[]).filter(({ isPrinted }) => !isPrinted);
const made = steady.filter(({ name }) => name !== 'json').map(({ file }) => file);
const browser = pathOf('chromium');

/** A run's folder with all formats, against a server whose answers leave something to tell. */
async function ran(evidence: string): Promise<string> {
  const cwd = emptyFolder();
  const server = await startReferenceServer({ fault: 'leap-day-in-any-year' });
  const [today = '', tomorrow = ''] = [0, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const by = { by: 'head of operations', on: today, expires: tomorrow };
  const attested = { id: 'AUTH-11', kind: 'attest', ...by, reason: 'Every quarter', evidence: 'minutes' };
  const useless = { id: 'AUTH-01', kind: 'waive', ...by, reason: 'It passes' };
  writeFileSync(join(cwd, 'decisions.json'), JSON.stringify([attested, useless]));
  const folder = join(cwd, 'run');
  // Of one kind of evidence everything; of the others what leaves few exchanges.
  const only = evidence === 'full' ? [] : ['--only', 'AUTH,CUST-09,CUST-19,ACCT-01'];
  const argv = [
    '--quiet',
    '--out',
    folder,
    '--format',
    steady.map(({ name }) => name).join(),
    '--evidence',
    evidence,
    ...only,
  ];
  const { status, stdout, stderr } = await runHere(argv, variablesFor(server, cwd), cwd);
  await server.close();
  expect(status, stdout + stderr).toBe(1);
  return folder;
}

/** A copy of a folder, to spoil. */
function copyOf(folder: string): string {
  const copy = join(emptyFolder(), 'run');
  cpSync(folder, copy, { recursive: true });
  return copy;
}

const render = (folder: string, names: string) => call(['render', folder, '--format', names], {}, folder);
const kept: Record<string, string> = {};

describe.each(['full', 'shape', 'none'])('a run with --evidence %s', (evidence) => {
  let folder: string;
  beforeAll(async () => {
    folder = await ran(evidence);
    kept[evidence] = copyOf(folder);
  }, 60_000);

  test('has every format', () => {
    expect(builtFormats).toEqual(formats.map(({ name }) => name));
    expect(readdirSync(folder).sort()).toEqual(
      ['created.json', 'manifest.json', ...steady.map(({ file }) => file)].sort(),
    );
  });

  test('is rendered again with the same bytes, from its report and evidence alone', async () => {
    const before = contents(folder);
    for (const file of made) if (file !== 'evidence.har') rmSync(join(folder, file));
    const { status, stdout, stderr } = await render(folder, steady.map(({ name }) => name).join());
    expect(stderr).toBe('');
    expect(stdout).toContain(made.join(', '));
    expect(status).toBe(0);
    expect(contents(folder)).toEqual(before);
  });

  test('changes only the requested file', async () => {
    const before = contents(folder);
    writeFileSync(join(folder, 'junit.xml'), 'spoilt');
    writeFileSync(join(folder, 'summary.md'), 'mine');
    expect((await render(folder, 'junit')).status).toBe(0);
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toBe('mine');
    expect(contents(folder)).toEqual({ ...before, 'summary.md': Buffer.from('mine').toString('base64') });
  });
});

describe('report.pdf', () => {
  const none = { CONFORMANCE_BROWSER: '/nowhere/chrome' };

  test('is what the browser prints, and its text is that of the page', async (context) => {
    skipWithout(context, 'chromium', 'pdftotext');
    const folder = copyOf(kept.shape ?? '');
    expect(await render(folder, 'pdf')).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^report\.pdf is not listed/),
    });
    const text = execFileSync(pathOf('pdftotext') ?? '', [join(folder, 'report.pdf'), '-'], { encoding: 'utf8' });
    expect(text).toContain('Nonconformant');
    expect(text).toContain('CUST-09');
  });

  test.each(['pdf', 'all'])('a browser that is none is status 2 for %s, and nothing is written', async (names) => {
    const folder = copyOf(kept.shape ?? '');
    const before = contents(folder);
    const { status, stderr } = await call(['render', folder, '--format', names], none, folder);
    expect([status, stderr]).toEqual([
      2,
      'CONFORMANCE_BROWSER names "/nowhere/chrome", which is no Chrome or Chromium of version 131 or later.\n',
    ]);
    expect(contents(folder)).toEqual(before);
  });
});

describe('a sealed folder', () => {
  const manifestIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const write = (folder: string, change: (files: { name: string; bytes: number; sha256: string }[]) => object[]) => {
    const manifest = manifestIn(folder);
    const text = JSON.stringify({ ...manifest, files: change(manifest.files) }, null, 2);
    writeFileSync(join(folder, 'manifest.json'), `${text}\n`);
  };

  test('keeps a file whose bytes would be others; --out writes them elsewhere', async () => {
    const folder = copyOf(kept.shape ?? '');
    writeFileSync(join(folder, 'junit.xml'), 'of another version');
    const digest = createHash('sha256').update('of another version').digest('hex');
    write(folder, (files) =>
      files.map((one) => (one.name === 'junit.xml' ? { ...one, bytes: 18, sha256: digest } : one)),
    );
    const before = contents(folder);
    const refused = await render(folder, 'md,junit');
    expect([refused.status, refused.stderr]).toEqual([
      2,
      'junit.xml of "run" is sealed by manifest.json and would become another file; name another folder with --out.\n',
    ]);
    const elsewhere = ['render', folder, '--format', 'md,junit', '--out', 'again/deeper'];
    const cwd = emptyFolder();
    expect(await call(elsewhere, {}, cwd)).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(join(cwd, 'again', 'deeper')).sort()).toEqual(['junit.xml', 'summary.md']);
    expect(contents(folder)).toEqual(before);
  });

  test('is told what a file that it does not list means for verify and pack, and verify agrees', async () => {
    const folder = copyOf(kept.shape ?? '');
    rmSync(join(folder, 'junit.xml'));
    write(folder, (files) => files.filter(({ name }) => name !== 'junit.xml'));
    const verified = () => call(['verify', folder, '--allow-unsigned'], {}, folder);
    expect(await verified()).toMatchObject({ status: 0 });
    expect(await call(['render', folder, '--format', 'junit', '--out', 'out'], {}, emptyFolder())).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(await verified()).toMatchObject({ status: 0 });
    expect(await render(folder, 'junit')).toMatchObject({
      status: 0,
      stderr:
        'junit.xml is not listed in manifest.json: `verify` and `pack` reject the folder until it is moved elsewhere. `--out` writes to another folder.\n',
    });
    expect(await verified()).toMatchObject({ status: 1, stdout: expect.stringMatching(/^MODIFIED .*junit\.xml/s) });
  });
});

describe('without evidence.har', () => {
  const bare = () => {
    const folder = copyOf(kept.shape ?? '');
    rmSync(join(folder, 'evidence.har'));
    return folder;
  };

  test('formats without exchanges are rendered as usual', async () => {
    const folder = bare();
    const before = contents(folder);
    for (const file of ['junit.xml', 'oscal.json']) rmSync(join(folder, file));
    expect(await render(folder, 'junit,oscal')).toMatchObject({ status: 0, stderr: '' });
    expect(contents(folder)).toEqual(before);
  });

  test('a page without exchanges says so twice', async () => {
    const folder = bare();
    rmSync(join(folder, 'report.html'));
    const { status, stderr } = await render(folder, 'html');
    expect(status).toBe(0);
    expect(stderr).toMatch(/^.*evidence\.har.*report\.html.*\n$/);
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('evidence.har');
  });

  test.each([
    ['html', 'so report.html would lose its exchanges'],
    ['junit,html', 'so report.html would lose its exchanges'],
    ['md,har', 'nothing else holds the exchanges'],
  ])('%s is refused, and nothing is written', async (names, message) => {
    const folder = bare();
    const before = contents(folder);
    const { status, stderr } = await render(folder, names);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(contents(folder)).toEqual(before);
  });

  test('all means every format that can be rendered', async () => {
    const folder = bare();
    rmSync(join(folder, 'report.html'));
    expect((await render(folder, 'all')).status).toBe(0);
    expect(readdirSync(folder)).not.toContain('evidence.har');
    expect(readdirSync(folder)).toContain('report.html');
    expect(readdirSync(folder).includes('report.pdf')).toBe(browser !== undefined);
  });
});

describe('status 2, one sentence, and no file written', () => {
  const changed = (file: string, change: (text: string) => string) => {
    const folder = copyOf(kept.shape ?? '');
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
    return folder;
  };
  const sequence = '\u001b[2J';

  test.each<[name: string, folder: () => string, names: string, message: RegExp]>([
    ['no JSON', () => changed('report.json', () => sequence), 'html', /"run", is not well-formed JSON\./],
    [
      'damaged evidence',
      () => changed('evidence.har', (text) => text.slice(0, -20)),
      'html',
      /cannot be read back: it is not/,
    ],
    [
      'the evidence of another run',
      () => changed('evidence.har', (text) => text.replace(/"_run": "[^"]*"/, '"_run": "2001-01-01T00-00-00Z"')),
      'md',
      /evidence\.har of "run" .*"2001-01-01T00-00-00Z".*report\.json/,
    ],
    ['a format that is unknown', () => copyOf(kept.shape ?? ''), 'htlm', /nearest is html/],
    ['nothing but json', () => copyOf(kept.shape ?? ''), 'json', /name one of those/],
  ])('%s', async (_, make, names, message) => {
    const folder = make();
    const cwd = emptyFolder();
    const before = contents(folder);
    const { status, stdout, stderr } = await call(['render', folder, '--format', names], {}, cwd);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain(sequence);
    expect(stdout).toBe('');
    expect(status).toBe(2);
    expect(contents(folder)).toEqual(before);
  });

  test('a file that cannot be replaced', async () => {
    const folder = copyOf(kept.shape ?? '');
    rmSync(join(folder, 'junit.xml'));
    mkdirSync(join(folder, 'junit.xml', 'kept'), { recursive: true });
    const { status, stderr } = await render(folder, 'junit');
    expect(stderr).toMatch(/^"run" cannot be written to \(E\w+\)\.\n$/);
    expect(status).toBe(2);
    expect(readdirSync(folder).filter((file) => file.startsWith('.'))).toEqual([]);
  });
});
