import { relative, resolve } from 'node:path';
import { bar, createThroughput } from '../../../reports/terminal/bar.js';
import { terminalCapabilities } from '../../../reports/terminal/capabilities.js';
import { createStyle } from '../../../reports/terminal/style.js';
import { printableLine } from '../../../reports/text/printable.js';
import { qualifiedTotals } from '../../../reports/wording/qualification.js';
import type { Qualification } from '../../../schemas/types.js';
import { qualificationFolder, writeQualification } from '../../run-folder/qualification-folder.js';
import { configuredSigner } from '../../run-folder/signer.js';
import { defineCommand, type Surroundings } from '../define-command.js';

/** `qualify`: the kill matrix of the installed version on this machine, as a record that can be signed. */
export const command = defineCommand({
  options: {
    out: { value: 'DIR', help: `where to write it (default ${qualificationFolder}, where runs look for it)` },
    all: { help: 'test each fault with every requirement: takes twice as long' },
  },
  exits: {
    0: 'qualified: each fault was found, and each conforming variant came out clean',
    1: 'not qualified',
    2: 'usage or configuration error',
  },
  run: async ({ values: { out = qualificationFolder, all, json } }, surroundings) => {
    const { env, cwd } = surroundings;
    const signer = configuredSigner(env, cwd);
    const { matrixCases } = await import('../../qualification/matrix-case.js');
    const { qualify } = await import('../../qualification/qualify.js');
    const cases = matrixCases();
    const progress = progressOn(json ? process.stderr : process.stdout, surroundings, cases.length);
    const made = await qualify({ cases, all, signingKey: signer?.keyid, onProgress: progress.show });
    progress.end();
    const folder = resolve(cwd, out);
    await writeQualification(folder, made, signer);
    const lines = linesOf(made, relative(cwd, folder)).map(printableLine);
    return { status: made.qualified ? 0 : 1, lines, data: made };
  },
});

function linesOf(of: Qualification, folder: string): string[] {
  const otherwise = [...of.faults, ...of.variants].filter(({ asExpected }) => !asExpected);
  return [
    `${of.qualified ? 'QUALIFIED' : 'NOT QUALIFIED'}  ${qualifiedTotals(of.totals)}`,
    ...otherwise.map(
      ({ id, breaks, failed, error }) =>
        `  ${id}: expected to fail ${breaks.join(', ') || 'nothing'}; ${error ?? `failed ${failed.join(', ') || 'nothing'}`}`,
    ),
    of.signingKey === undefined
      ? 'Unsigned: CONFORMANCE_SIGNING_KEY_FILE names no key.'
      : `Signed by key ${of.signingKey}.`,
    `qualification.html in ${folder}`,
  ];
}

/** The bar on a terminal; a line of a log every hundred cases. */
function progressOn(stream: NodeJS.WriteStream, { env }: Surroundings, planned: number) {
  const { live, ...can } = terminalCapabilities(stream, env);
  const ink = createStyle({ ...can, glyphs: live });
  const speedAt = createThroughput();
  const began = performance.now();
  return {
    show: (asked: number) => {
      const speed = speedAt({ planned, asked }, performance.now() - began);
      if (live) stream.write(`\r\u001b[2K${bar({ planned, asked }, speed, ink, stream.columns ?? 80)}`);
      else if (asked % 100 === 0) stream.write(`${asked} of ${planned} cases\n`);
    },
    end: () => live && stream.write('\r\u001b[2K'),
  };
}
