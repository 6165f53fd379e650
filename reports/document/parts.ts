import type { DocumentInput } from '../model/document-input.js';
import type { Part } from './blocks.js';
import { decisions } from './decisions.js';
import { findings } from './findings.js';
import { gaps } from './gaps.js';
import { history } from './history.js';
import { limits, words } from './limits.js';
import { record } from './record.js';
import { requirements } from './requirements.js';
import { signOff } from './sign-off.js';
import { summary } from './summary.js';
import { timeLine } from './time-line.js';

const afterSummary: readonly ((source: DocumentInput) => Part | undefined)[] = [
  signOff,
  findings,
  requirements,
  gaps,
  decisions,
  history,
  timeLine,
  limits,
  words,
  record,
];

/** The parts of the report for people, in order. Those of one surface alone say so. */
export function partsOf(source: DocumentInput): readonly Part[] {
  const parts = afterSummary.flatMap((make) => make(source) ?? []);
  return [
    summary(
      source,
      parts.filter(({ on }) => on !== 'page'),
    ),
    ...parts,
  ];
}
