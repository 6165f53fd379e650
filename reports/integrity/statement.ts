import type { Manifest, Report } from '../../schemas/types.js';
import type { RunVerdict } from '../../schemas/verdict.js';
import { manifestFile } from './manifest.js';

const results = {
  conformant: 'PASSED',
  'conformant-with-waivers': 'WARNED',
  'fit-as-declared': 'WARNED',
  nonconformant: 'FAILED',
  inconclusive: 'WARNED',
  partial: 'WARNED',
} as const satisfies Record<RunVerdict, string>;

const digested = (name: string, sha256: string) => ({ name, digest: { sha256 } });

/** What a statement is about: the files of a folder, manifest.json first. @param manifestDigest SHA-256 of manifest.json */
export function subjectsOf(manifest: Manifest, manifestDigest: string) {
  return [digested(manifestFile, manifestDigest), ...manifest.files.map(({ name, sha256 }) => digested(name, sha256))];
}

/** The name of the subject that was tested, beside those that are files. */
export const testedName = 'tested';

/** What was tested, where a run was told its digest. */
function tested({ subject }: Report['run']) {
  const [algorithm = '', value = ''] = subject?.split(':') ?? [];
  return subject === undefined ? [] : [{ name: testedName, digest: { [algorithm]: value } }];
}

/**
 * The signed statement, an in-toto Statement v1 with the test-result predicate v0.1: the files of the folder,
 * manifest.json first, belong to a run with this outcome, and so does what was tested, where its digest is known. Of the history it names the runs whose sealed reports were there. Tests are requirement ids. `warnedTests` are waived,
 * lacking and inconclusive ones; skipped, pending and attested ones are not listed, since no request tested them.
 * @param manifestDigest SHA-256 of manifest.json as it is written
 */
export function statementOf(
  { run, summary, requirements, history }: Report,
  manifest: Manifest,
  manifestDigest: string,
) {
  const ids = (...wanted: string[]) =>
    requirements.flatMap(({ id, verdict }) => (wanted.includes(verdict) ? [id] : []));
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...subjectsOf(manifest, manifestDigest), ...tested(run)],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: summary.demonstration ? 'WARNED' : results[summary.verdict],
      configuration: [
        digested('exam', run.exam),
        digested('configuration', run.configuration),
        ...(run.decisions === undefined ? [] : [digested('decisions', run.decisions)]),
        ...history.flatMap(({ id, report }) => (report === undefined ? [] : [digested(`earlier run ${id}`, report)])),
      ],
      ...(run.job !== undefined && { url: run.job }),
      passedTests: ids('pass'),
      warnedTests: ids('waived', 'lacking', 'inconclusive'),
      failedTests: ids('fail'),
    },
  };
}
