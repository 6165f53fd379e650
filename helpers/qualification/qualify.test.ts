import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderQualification } from '../../reports/formats/qualification.js';
import { qualificationFiles, readQualification } from '../../reports/integrity/qualification.js';
import {
  bundleOf,
  edit,
  type Files,
  lines,
  newSigner,
  reseal,
  sealed,
  tampered,
} from '../../reports/integrity/sealed.fixture.js';
import { examine } from '../../reports/integrity/verify.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Qualification } from '../../schemas/types.js';
import { call, emptyFolder } from '../cli/testing/command.js';
import { suiteDigest } from '../run-folder/digests.js';
import {
  qualificationAt,
  qualificationBelow,
  qualificationFolder,
  writeQualification,
} from '../run-folder/qualification-folder.js';
import { type MatrixCase, matrixCases } from './matrix-case.js';
import { qualify } from './qualify.js';

const suite = { suiteVersion, exam: suiteDigest() };
const cases = matrixCases();
const named = (id: string) => cases.find((one) => one.id === id) as MatrixCase;
const [fault, variant] = [
  named('leap-day-in-any-year'),
  named(cases.findLast(({ kind }) => kind === 'variant')?.id ?? ''),
];

describe('a qualification', () => {
  let good: Qualification;
  let bad: Qualification;
  const heard: number[] = [];
  beforeAll(async () => {
    const onProgress = (ended: number) => heard.push(ended);
    good = await qualify({ cases: [fault, variant], all: false, signingKey: undefined, onProgress });
    // A fault that is expected to fail what it does not fail.
    bad = await qualify({ cases: [{ ...fault, breaks: ['CUST-08'] }], all: false, signingKey: undefined });
  }, 300_000);

  test('names each server, what failed there, and the machine', () => {
    expect(heard).toEqual([1, 2]);
    expect(good).toMatchObject({
      qualified: true,
      totals: { faults: 1, found: 1, variants: 1, clean: 1 },
      faults: [{ id: fault.id, breaks: ['CUST-09'], failed: ['CUST-09'], asExpected: true }],
      variants: [{ id: variant.id, breaks: [], failed: [], asExpected: true }],
      machine: { node: process.version },
      ...suite,
    });
  });

  test('is none where a fault is found elsewhere, after three runs', () => {
    expect(bad).toMatchObject({ qualified: false, totals: { faults: 1, found: 0 } });
    expect(bad.faults).toMatchObject([{ failed: ['CUST-09'], asExpected: false, runs: 3 }]);
  });

  test('is cited by runs of the same suite, and only where it holds', async () => {
    const cwd = emptyFolder();
    const put = (of: Qualification) =>
      writeFileSync(join(cwd, qualificationFolder, 'qualification.json'), renderQualification(of));
    expect(qualificationBelow(cwd, suite.exam)).toBeUndefined();
    await writeQualification(join(cwd, qualificationFolder), good, undefined);
    expect(qualificationBelow(cwd, suite.exam)).toMatchObject({ on: good.finishedAt, faults: 1, found: 1, clean: 1 });
    expect(qualificationBelow(cwd, 'f'.repeat(64))).toBeUndefined();
    put(bad);
    expect(qualificationBelow(cwd, suite.exam)).toBeUndefined();
    const forged = { ...bad, qualified: true, totals: { ...bad.totals, found: 1 } };
    put(forged);
    expect(qualificationBelow(cwd, suite.exam)).toBeUndefined();
    writeFileSync(join(cwd, qualificationFolder, 'qualification.json'), '{"qualified":true}\n');
    expect(qualificationBelow(cwd, suite.exam)).toBeUndefined();
  });

  describe('in the bundle of a run', () => {
    const signer = newSigner();
    let files: Files;
    const found = async (of: Files, publicKeys = [signer.publicKey]) =>
      lines((await examine(bundleOf(of), { ...suite, publicKeys })).found);

    beforeAll(async () => {
      const cwd = emptyFolder();
      const signed = { ...good, signingKey: signer.keyid };
      await writeQualification(join(cwd, qualificationFolder), signed, signer);
      const qualification = qualificationBelow(cwd, suite.exam);
      files = await sealed({ signer }, { ...suite, ...(qualification && { qualification }) });
      for (const [name, content] of qualificationAt(join(qualificationFolder, 'qualification.json'), cwd))
        files.set(name, content);
    });

    test('belongs to the run that cites it, with its documents', async () => {
      expect([...files.keys()].filter((name) => name.startsWith('qualification'))).toEqual(qualificationFiles);
      expect(await found(files)).toEqual([]);
      expect(readQualification(String(files.get('qualification.json')))).toMatchObject({ qualified: true });
      expect(String(files.get('qualification.html'))).toContain('Qualified</h1>');
      expect(String(files.get('qualification.pdf')).slice(0, 5)).toBe('%PDF-');
    });

    test.each([
      [
        'a better total',
        (of: Files) => edit(of, 'qualification.json', (it) => (it.totals.found = 2)),
        /expected 1 \(per its cases\)/,
      ],
      [
        'another day',
        (of: Files) => edit(of, 'qualification.json', (it) => (it.finishedAt = it.startedAt)),
        /sha256 is .* \(per report.json\)/,
      ],
      [
        'another suite',
        (of: Files) => edit(of, 'qualification.json', (it) => (it.exam = 'a'.repeat(64))),
        /exam is .* \(per report.json\)/,
      ],
      [
        'another page',
        (of: Files) => of.set('qualification.html', Buffer.from('<p>Qualified</p>')),
        /qualification.html differs/,
      ],
      ['no signature', (of: Files) => of.delete('qualification.dsse.json'), /is missing: qualification.json names key/],
      ['no record', (of: Files) => of.delete('qualification.json'), /needs qualification.json, which is missing/],
      ['what is none', (of: Files) => of.set('qualification.json', Buffer.from('{}\n')), /is not a qualification/],
      ['a file of another name', (of: Files) => of.set('qualification.txt', Buffer.from('x')), /is not listed/],
    ])('with %s is named', async (_, change, message) => {
      expect((await found(tampered(files, change))).join('\n')).toMatch(message);
    });

    test('that the report does not cite has to be signed by a key that is named', async () => {
      const uncited = tampered(files, (of) => {
        const own = qualificationFiles.map((name) => [name, of.get(name) as Buffer] as const);
        for (const [name] of own) of.delete(name);
        edit(of, 'report.json', (report) => delete report.run.qualification);
        of.delete('summary.md');
        of.delete('evidence.har');
        edit(of, 'report.json', (report) => delete report.run.evidence);
        reseal(of, signer);
        for (const [name, content] of own) of.set(name, content);
      });
      expect(await found(uncited)).toEqual([]);
      const other = newSigner();
      const elsewhere = tampered(uncited, (of) => {
        const own = qualificationFiles.map((name) => [name, of.get(name) as Buffer] as const);
        for (const [name] of own) of.delete(name);
        reseal(of, other);
        for (const [name, content] of own) of.set(name, content);
      });
      expect((await found(elsewhere, [other.publicKey])).join()).toMatch(/qualification.dsse.json is not by key/);
    });
  });

  test('`pack` adds it where it belongs, and refuses another suite’s', async () => {
    const cwd = emptyFolder();
    const place = join(cwd, 'q');
    await writeQualification(place, good, undefined);
    const files = await sealed({}, suite);
    mkdirSync(join(cwd, 'run'));
    for (const [name, content] of files) writeFileSync(join(cwd, 'run', name), content);
    const packed = await call(['pack', 'run', '--with-qualification', 'q/qualification.json'], {}, cwd);
    expect(packed.status, packed.stderr).toBe(0);
    const verified = await call(['verify', 'run.zip', '--allow-unsigned'], {}, cwd);
    expect(verified.status, verified.stdout).toBe(0);
    writeFileSync(join(place, 'qualification.json'), renderQualification({ ...good, exam: 'a'.repeat(64) }));
    const refused = await call(['pack', 'run', '--with-qualification', 'q/qualification.json'], {}, cwd);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('does not belong to this run')]);
  });
});
