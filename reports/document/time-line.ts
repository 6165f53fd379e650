import { byKey } from '../../schemas/by-key.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { ReportedRequirement } from '../../schemas/types.js';
import { scale } from '../model/bursts.js';
import type { DocumentInput } from '../model/document-input.js';
import { counted } from '../text/counted.js';
import { grouped } from '../text/printable.js';
import type { Blocks, Lane, Part } from './blocks.js';
import { heading, paragraph } from './compose.js';

/** All requests by time of sending and duration, one lane per area. `undefined` without evidence. */
export function timeLine(source: DocumentInput): Part | undefined {
  const { evidence, homes, report } = source;
  if (evidence.length === 0) return undefined;
  // The axis starts with the first request, not with the preparation of the run.
  const start = evidence.reduce((first, { offsetMs }) => Math.min(first, offsetMs), Number.POSITIVE_INFINITY);
  const end = evidence.reduce((latest, { offsetMs, durationMs }) => Math.max(latest, offsetMs + durationMs), start + 1);
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail');
  const slowest = evidence.reduce((most, { durationMs }) => Math.max(most, durationMs), 0);
  const introduction = `${counted(evidence.length, 'request')} in the order of sending, from the first on. The taller a stroke, the longer the response took, on a logarithmic scale; the tallest is ${grouped(slowest)} ms.${failed.length > 0 ? ' Strokes in colour are the exchanges that decided a failure.' : ''}`;
  const { others } = homes;
  const blocks: Blocks = [
    paragraph(introduction, 'intro'),
    { kind: 'time line', start, ...scale((end - start) / 1000, 8), lanes: lanesOf(source, failed) },
    others.length > 0 && [
      heading('Requests of no check', `${grouped(others.length)}, such as those that identify customers`),
      { kind: 'exchanges', exchanges: others, inFinding: false },
    ],
  ];
  return { id: 'time', title: 'Time line', size: evidence.length, on: 'page', blocks };
}

function lanesOf({ areas, evidence, homes }: DocumentInput, failed: readonly ReportedRequirement[]): readonly Lane[] {
  const groups = byKey(evidence.map((exchange) => [homes.user.get(exchange.id)?.area ?? '', exchange]));
  const lane = (name: string, exchanges: readonly Exchange[]): Lane => {
    const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
    const found = failed.flatMap((row) => {
      const here = decidingOf(row).flatMap((id) => byId.get(id) ?? []);
      return here.length > 0 ? [{ id: row.id, exchanges: here }] : [];
    });
    return { name, exchanges, failed: found };
  };
  const known = areas.flatMap(({ name, short, rows }) => {
    const exchanges = groups.get(rows[0]?.area ?? name);
    return exchanges ? [lane(short, exchanges)] : [];
  });
  const unknown = groups.get('');
  return unknown ? [...known, lane(known.length ? 'Preparing' : 'All requests', unknown)] : known;
}

// A control is among the exchanges of a failure, and did not fail. A report of 0.1 names no deciding exchange: the first is it.
function decidingOf({ checks }: ReportedRequirement): readonly string[] {
  return checks.flatMap(({ verdict, deciding, exchanges }) =>
    verdict === 'fail' ? (deciding ?? exchanges[0] ?? []) : [],
  );
}
