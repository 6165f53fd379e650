import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '../../schemas/package-root.js';
import { sample } from '../testing/sample.js';
import { renderPdf } from './document.js';

const compiled = new URL('.build/reports/pdf/document.js', packageRoot).href;

test('machines with different time zones and languages print the same bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fsapi-conformance-test-'));
  const input = join(folder, 'run.json');
  const { report, evidence } = sample();
  writeFileSync(input, JSON.stringify({ report, evidence }));
  const surroundings = [
    { TZ: 'Pacific/Kiritimati', LC_ALL: 'da_DK.UTF-8', LANG: 'da_DK.UTF-8' },
    { TZ: 'America/St_Johns', LC_ALL: 'lt_LT.UTF-8', LANG: 'lt_LT.UTF-8' },
  ];
  const digests = await Promise.all(
    surroundings.map(async (env, index) => {
      const output = join(folder, `${index}.pdf`);
      const script = `
        import { readFileSync, writeFileSync } from 'node:fs';
        import { renderPdf } from ${JSON.stringify(compiled)};
        const { report, evidence } = JSON.parse(readFileSync(${JSON.stringify(input)}, 'utf8'));
        writeFileSync(${JSON.stringify(output)}, await renderPdf(report, evidence));`;
      await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, env });
      return sha256(readFileSync(output));
    }),
  );
  expect(new Set([...digests, sha256(await renderPdf(report, evidence))]).size).toBe(1);
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
