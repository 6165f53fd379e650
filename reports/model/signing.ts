import type { Report } from '../../schemas/types.js';

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
  return 'To verify: `npx --no -- fsapi-conformance verify FOLDER --public-key FILE`, with the public key from the signer, not from the folder. Or open `verify.html` of the zip and enter the fingerprint that the signer gave you.';
}
