import { programName } from '../../schemas/suite-version.js';
import type { Manifest, Report } from '../../schemas/types.js';
import type { Cell, Part } from '../document/blocks.js';
import { code, columnsOf, facts, firstPart, paragraph, soft, table } from '../document/compose.js';
import { pageOf } from '../html/page.js';
import { integrityOf, seal } from '../model/record.js';
import { dayInFull, span } from '../text/dates.js';
import { startOf } from '../text/phrases.js';
import { clip, grouped } from '../text/printable.js';
import { headline } from '../wording/scope.js';
import { account, effort, environmentOf, lead, noticesOf } from '../wording/summary-text.js';

/** For whom each file of a run is. Others explain themselves. */
const uses: Readonly<Record<string, string>> = {
  'report.html': 'The report for people. Begin here: it opens in any browser and needs no network.',
  'report.pdf': 'The same on paper, with a page to sign.',
  'summary.md': 'The summary for a chat or a pipeline.',
  'questions.md': 'What the specification leaves open, as questions to its owner.',
  'report.json': 'The report for programs: every other format follows from it and the evidence.',
  'evidence.har': 'Every recorded request and response, without keys.',
  'created.json': 'The test customers that the run created, for cleanup.',
  'target.log': 'What the tested server printed, where the suite started it.',
  'junit.xml': 'Results for pipelines.',
  'earl.jsonld': 'Results for tools of auditors (W3C EARL).',
  'oscal.json': 'Results for tools of auditors (OSCAL).',
};
const order = Object.keys(uses);
const columns = columnsOf({ File: 'title', 'What it is for': 'text', Size: 'count' });

/**
 * The first page of the zip that `pack` makes: what the zip is, its verdict and scope, what it holds, and how to verify it.
 * It follows from the run alone, so `verify` makes it again and compares. @param proofs evidence of attestations, by file
 */
export function renderStartHere(report: Report, manifest: Manifest, proofs: readonly string[]): string {
  const { run, target } = report;
  const where = environmentOf(report);
  const subject = `${run.specification.title}, ${where}, ${dayInFull(run.startedAt)}`;
  const isSigned = manifest.signedBy !== undefined;
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const files = manifest.files.toSorted((a, b) => place(a.name) - place(b.name));
  const hasEvidence = files.some(({ name }) => name === 'evidence.har');
  const row = (name: string, use: string, bytes = ''): readonly Cell[] => [
    { kind: 'file', path: name, text: clip(name, 100) },
    use,
    bytes,
  ];
  const verifying = `A page inside a zip proves nothing about the zip. Somebody who has the suite runs \`${programName} verify FILE.zip ${isSigned ? '--public-key KEY.pub' : '--allow-unsigned'}\` on the zip as it arrived. It compares each file with its digest, and this page with the run.${isSigned ? ' Get the key from the signer, not from this zip.' : ''}`;
  const part = firstPart(
    { name: 'Start here', subject, classification: run.classification },
    noticesOf(report).length > 0 && { kind: 'notices', items: noticesOf(report) },
    { kind: 'headline', ...headline(report), lead: lead(report), blocks: paragraph(account(report), 'prose') },
    facts([
      ['Target', paragraph([`${startOf(where)}, `, code(clip(target.baseUrl, 200))], 'cell')],
      ['When', span(run.startedAt, run.finishedAt)],
      ['How', effort(report)],
      ['Run', code(run.id)],
      ['report.json', { kind: 'digest', text: seal(report) }],
    ]),
  );
  const others: readonly Part[] = [
    {
      id: 'about',
      title: 'What this is',
      blocks: paragraph(
        `One run of ${programName}, sealed. The suite sent requests to the service and compared each response with the specification. This page repeats the verdict of the report and adds nothing to it.`,
        'prose',
      ),
    },
    {
      id: 'files',
      title: 'What is in it',
      blocks: [
        table(columns, [
          ...files.map(({ name, bytes }) => row(name, uses[name] ?? '', `${grouped(bytes)} bytes`)),
          row('manifest.json', 'The digest of each file above.'),
          ...(isSigned ? [row('attestation.dsse.json', 'The signature over the digests.')] : []),
          ...proofs.map((name) => row(name, 'Evidence that a decision of a person names.')),
        ]),
        ...(hasEvidence ? [] : [paragraph('The requests and responses (evidence.har) are not in it.', 'prose')]),
      ],
    },
    {
      id: 'verify',
      title: 'How to verify it',
      blocks: [verifying, soft(integrityOf(report))].map((text) => paragraph(text, 'prose')),
    },
  ];
  return pageOf({
    title: `Start here: ${headline(report).text}, ${where}, ${dayInFull(run.startedAt)}`,
    parts: [part, ...others],
    heads: {
      name: `Start here, ${run.specification.title}, ${where}`,
      classification: run.classification,
      foot: `Run ${run.id}`,
    },
  });
}
