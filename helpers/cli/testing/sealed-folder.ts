import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Signer } from '../../../reports/integrity/envelope.js';
import { type Files, sealed } from '../../../reports/integrity/sealed.fixture.js';
import { suiteVersion } from '../../../schemas/suite-version.js';
import { suiteDigest } from '../../run-folder/digests.js';
import { emptyFolder } from './command.js';

/** The sample run as this very suite would have sealed it, on disk. Gives the folder that it is in, and its path. */
export async function sealedFolder(signer?: Signer): Promise<{ cwd: string; dir: string; files: Files }> {
  const cwd = emptyFolder();
  const dir = join(cwd, 'run');
  mkdirSync(dir);
  const files = await sealed({ ...(signer && { signer }) }, { exam: suiteDigest(), suiteVersion });
  for (const [name, content] of files) writeFileSync(join(dir, name), content);
  return { cwd, dir, files };
}
