import { createHash } from 'node:crypto';
import { calledBy } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { counted } from '../text/counted.js';
import { dayInFull, daysBetween } from '../text/dates.js';
import { renderJson } from '../text/report-json.js';

/** SHA-256 of report.json as it is written: what ties a page of paper to the file. */
export function seal(report: Report): string {
  return createHash('sha256').update(renderJson(report)).digest('hex');
}

/** The start of a digest, in groups of four: `c41f 9a07 5be2`. */
export function shortDigest(hex: string): string {
  return (hex.slice(0, 12).match(/.{4}/g) ?? []).join(' ');
}

/** The target's certificate in one sentence; `undefined` where none was seen. */
export function certificateOf({ target, run }: Report): string | undefined {
  if (!target.certificate) return undefined;
  const { subject, issuer, validTo, protocol } = target.certificate;
  const left = daysBetween(run.startedAt, validTo);
  return `${subject}, issued by ${issuer}, until ${dayInFull(validTo)} (${counted(left, 'day')} left)${protocol === undefined ? '' : `, ${protocol}`}`;
}

/**
 * Whether the folder of a run is to be signed, and by which key. A report is rendered before the folder is sealed, so it
 * says what was configured; `verify` says what is there.
 */
export function integrityOf({ run }: Pick<Report, 'run'>): string {
  if (run.signingKey === undefined)
    return 'Not signed: no signing key is named, so without attestation.dsse.json anyone who can edit the files can also recompute their digests.';
  return `Signed with the key \`${run.signingKey}\` (SHA-256 of the public key); the signature is the file attestation.dsse.json.`;
}

/** How a recipient verifies it. */
export function verifyWith({ run }: Pick<Report, 'run'>): string {
  if (run.signingKey === undefined)
    return 'Ask the engineering team to configure one (`CONFORMANCE_SIGNING_KEY_FILE`).';
  return `To verify: \`${calledBy} verify FOLDER --public-key FILE\`, with the public key from the signer, not from the folder.`;
}
