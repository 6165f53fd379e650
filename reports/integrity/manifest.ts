import { sha256 } from '../../schemas/common/sha256.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Manifest, Report, Subject } from '../../schemas/types.js';
import type { RunVerdict } from '../../schemas/verdict.js';
import { renderHar } from '../formats/har.js';

export const manifestFile = 'manifest.json';
export const attestationFile = 'attestation.dsse.json';

/** The subject that was tested; the others are files. */
const testedName = 'tested';

const results: Partial<Record<RunVerdict, 'PASSED' | 'FAILED'>> = { conformant: 'PASSED', nonconformant: 'FAILED' };

const digested = (name: string, digest: string) => ({ name, digest: { sha256: digest } });

/** manifest.json, an in-toto Statement v1 about files and what was tested. @param files SHA-256 of each, hexadecimal */
export function renderManifest(report: Report, files: ReadonlyMap<string, string>) {
  const names = [...files.keys()].sort();
  const { subject } = report.run;
  const [algorithm = '', value = ''] = subject?.split(':') ?? [];
  const tested = { name: testedName, digest: { [algorithm]: value } };
  const manifest: Manifest = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...names.map((name) => digested(name, files.get(name) ?? '')), ...(subject ? [tested] : [])],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: predicateOf(report),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

export const filesIn = ({ subject }: Manifest): readonly Subject[] => subject.filter(({ name }) => name !== testedName);

export function predicateOf({ run, summary, requirements }: Report): Manifest['predicate'] {
  const { exam, configuration, decisions, previous } = run;
  const ids = (...wanted: readonly string[]) =>
    requirements.flatMap(({ id, verdict }) => (wanted.includes(verdict) ? [id] : []));
  return {
    result: (!summary.demonstration && results[summary.verdict]) || 'WARNED',
    configuration: Object.entries({ exam, configuration, decisions, 'previous report': previous }).flatMap(
      ([name, digest]) => (digest === undefined ? [] : [digested(name, digest)]),
    ),
    url: run.job,
    passedTests: ids('pass'),
    warnedTests: ids('waived', 'lacking', 'inconclusive'),
    failedTests: ids('fail'),
  };
}

/** Adds the digest of evidence.har to a report, as its last change. */
export function withEvidence(report: Report, evidence: readonly Exchange[]) {
  const har = renderHar(report, evidence);
  const digest = { exchanges: evidence.length, sha256: sha256(har) };
  return { report: { ...report, run: { ...report.run, evidence: digest } }, har };
}
