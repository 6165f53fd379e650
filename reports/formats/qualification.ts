import { createHash } from 'node:crypto';
import type { Qualification } from '../../schemas/types.js';
import type { Document } from '../document/blocks.js';
import { qualificationParts } from '../document/qualification.js';
import { pageOf } from '../html/page.js';
import { shortDigest } from '../model/record.js';
import { dayInFull } from '../text/dates.js';

/** qualification.json. */
export function renderQualification(of: Qualification): string {
  return `${JSON.stringify(of, null, 2)}\n`;
}

/** The two documents for people that follow from qualification.json, by file. */
export const qualificationDocuments: Readonly<Record<string, (of: Qualification) => string | Promise<Uint8Array>>> = {
  'qualification.html': (of) => pageOf(documentOf(of)),
  'qualification.pdf': async (of) => {
    // What prints takes longer to load than a run to start.
    const { paperOf } = await import('../pdf/document.js');
    return paperOf(documentOf(of));
  },
};

function documentOf(of: Qualification): Document {
  const digest = createHash('sha256').update(renderQualification(of)).digest('hex');
  const name = `Qualification of fsapi-conformance ${of.suiteVersion}`;
  return {
    title: `${of.qualified ? 'Qualified' : 'Not qualified'}: fsapi-conformance ${of.suiteVersion}, ${dayInFull(of.finishedAt)}`,
    heads: { name, foot: `qualification.json ${shortDigest(digest)}` },
    parts: qualificationParts(of, digest),
    keyword: of.exam,
    suiteVersion: of.suiteVersion,
    made: of.finishedAt,
  };
}
