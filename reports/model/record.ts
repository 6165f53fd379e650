import { createHash } from 'node:crypto';
import type { Report } from '../../schemas/types.js';
import { dayInFull, daysBetween } from '../text/dates.js';
import { renderJson } from '../text/report-json.js';
import { qualifiedBy } from '../wording/qualification.js';
import { counted } from '../wording/summary-text.js';

/** One line of the record: a name, a value and how it is set. */
export interface RecordFact {
  readonly name: string;
  readonly value: string | undefined;
  readonly as?: 'code' | 'digest' | 'address';
  readonly aside?: string;
}

/** What identifies a run: digests, versions, seed; `undefined` where the run has no value. @param digest SHA-256 of report.json */
export function recordOf(report: Report, digest: string): readonly RecordFact[] {
  const { run, target, summary } = report;
  const suite = `fsapi-conformance ${run.suiteVersion}${run.node === undefined ? '' : `, on Node ${run.node}`}`;
  return [
    { name: 'Run', value: run.id, as: 'code' },
    { name: 'Suite', value: suite },
    { name: 'Specification', value: `${run.specification.title}, ${run.specification.version}` },
    { name: 'Seed', value: String(run.seed), as: 'code' },
    {
      name: 'Repetitions',
      value: run.repeat === undefined ? undefined : `each check ran ${counted(run.repeat, 'time')}`,
    },
    { name: 'Started by', value: run.operator },
    { name: 'CI job', value: run.job, as: 'address' },
    {
      name: 'Repeated',
      value:
        summary.retried === 0
          ? 'nothing: there were no transport errors'
          : `${counted(summary.retried, 'request or probe', 'requests and probes')} after a transport error`,
    },
    { name: 'Certificate', value: certificateOf(report) },
    { name: 'Fingerprint', value: target.certificate?.fingerprint256, as: 'digest' },
    { name: 'This report.json', value: digest, as: 'digest' },
    run.previous === undefined
      ? { name: 'Report before', value: 'none' }
      : { name: 'Report before', value: run.previous, as: 'digest' },
    {
      name: 'Compared with',
      value: report.comparison && `${report.comparison.baseline.id}, ${report.comparison.baseline.baseUrl}`,
      as: 'code',
    },
    {
      name: 'Suite digest',
      value: run.exam,
      as: 'digest',
      aside: 'catalogue, schemas and suites; the same digest means the same tests',
    },
    { name: 'Qualification', value: qualifiedBy(run) },
    { name: 'Its qualification.json', value: run.qualification?.sha256, as: 'digest' },
    {
      name: 'Configuration',
      value: run.configuration,
      as: 'digest',
      aside: 'the whole configuration, without secrets',
    },
    run.decisions === undefined
      ? { name: 'Decisions', value: 'no decisions file' }
      : { name: 'Decisions', value: run.decisions, as: 'digest' },
  ];
}

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
