import type { Qualification, QualifiedCase } from '../../schemas/types.js';
import { counted } from '../text/counted.js';
import { span } from '../text/dates.js';
import { clip } from '../text/printable.js';
import { qualificationLimits, qualifiedTotals } from '../wording/qualification.js';
import type { Block, Cell, Part } from './blocks.js';
import { bullets, code, columnsOf, facts, firstPart, heading, paragraph, soft, table } from './compose.js';

/** The qualification of the suite as a document: what came of it, every fault, every variant, and its limits. @param digest SHA-256 of qualification.json */
export function qualificationParts(of: Qualification, digest: string): readonly Part[] {
  const faults =
    'Each is a server that breaks the named requirements and no others. It is found where exactly these fail.';
  const variants =
    'Each is a server that conforms in a way of its own where the specification is silent. It is clean where no requirement fails.';
  const about = 'Variant, and what it does where the specification is silent';
  const after: readonly Part[] = [
    {
      ...{ id: 'faults', title: 'Faults', size: of.faults.length, newPage: true },
      blocks: [paragraph(faults, 'intro'), casesOf(of.faults, 'Fault, and where such a bug comes from', 'found')],
    },
    {
      ...{ id: 'variants', title: 'Conforming variants', size: of.variants.length },
      blocks: [paragraph(variants, 'intro'), casesOf(of.variants, about, 'clean')],
    },
    { id: 'limits', title: 'What it does not prove', blocks: bullets(qualificationLimits(of)) },
  ];
  return [summary(of, digest, after), ...after];
}

function summary(of: Qualification, digest: string, parts: readonly Part[]): Part {
  const otherwise = [...of.faults, ...of.variants].filter(({ asExpected }) => !asExpected);
  const repeated = [...of.faults, ...of.variants].filter(({ runs }) => runs > 1);
  const again =
    repeated.length === 0
      ? 'Each took one run.'
      : `${counted(repeated.length, 'server')} took more than one run: what comes out otherwise is run again, alone.`;
  const how = `The suite tested its own reference server once with each fault that it has to find, and once in each form that it must not reject. ${again}`;
  return firstPart(
    { name: 'Qualification of the test suite', subject: `fsapi-conformance ${of.suiteVersion}` },
    {
      kind: 'headline',
      mark: of.qualified ? 'pass' : 'fail',
      text: of.qualified ? 'Qualified' : 'Not qualified',
      lead: qualifiedTotals(of.totals),
      blocks: [paragraph(how, 'prose'), factsOf(of, digest)],
      beside: { kind: 'contents', parts },
    },
    otherwise.length > 0 && outstanding(otherwise),
  );
}

function factsOf({ machine, ...of }: Qualification, digest: string): Block {
  const { node, platform, architecture, processors } = machine;
  const digestOf = (text: string) => paragraph({ kind: 'digest', text });
  return facts('medium', [
    ['Suite', `fsapi-conformance ${of.suiteVersion}`],
    ['Suite digest', { kind: 'digest', text: of.exam }],
    ['Machine', `Node ${node}, ${platform}, ${architecture}, ${counted(processors, 'processor')}`],
    ['When', span(of.startedAt, of.finishedAt)],
    [
      'Signature',
      of.signingKey === undefined ? 'Not signed.' : [paragraph('Signed with the key'), digestOf(of.signingKey)],
    ],
    ['This file', [digestOf(digest), paragraph(soft('SHA-256 of qualification.json'))]],
  ]);
}

function outstanding(cases: readonly QualifiedCase[]): Block {
  const columns = columnsOf({ Server: 'title', 'Expected to fail': 'check', Failed: 'text' });
  const rows = cases.map(({ id, breaks, failed, error }) => [
    code(id),
    breaks.join(', ') || 'nothing',
    error === undefined ? failed.join(', ') || 'nothing' : clip(error, 400),
  ]);
  return table(columns, rows, heading('Not as expected', String(cases.length), { anchor: 'otherwise', top: true }));
}

/** @param good the word for what came out as expected */
function casesOf(cases: readonly QualifiedCase[], name: string, good: 'found' | 'clean'): Block {
  const breaks = good === 'found';
  const columns = columnsOf({ [name]: 'text', ...(breaks && { Breaks: 'check' }), Outcome: 'mark' });
  const rows = cases.map((one): readonly Cell[] => [
    [paragraph(code(one.id)), paragraph(clip(one.about, 600))],
    ...(breaks ? [one.breaks.join(', ')] : []),
    one.asExpected ? good : { kind: 'warning', text: `not ${good}` },
  ]);
  return table(columns, rows);
}
