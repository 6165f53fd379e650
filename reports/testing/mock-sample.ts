import { type LackName, lackNames } from '../../schemas/profiles.js';
import type { DecisionEntry } from '../../schemas/types.js';
import { assemble } from '../model/assemble.js';
import { materialOf } from '../model/findings-of.js';
import { type Sample, sample } from './sample.js';

/** The sample as the run of a mock that was declared to lack these groups; its waivers are left out. */
export function mockSample(declared: readonly LackName[] = lackNames): Sample {
  const { report, evidence } = sample();
  const decisions = declared.map((id): DecisionEntry => {
    return { id, kind: 'lack', by: 'the payments team', on: '2025-11-01', reason: 'It is made from a document.' };
  });
  const target = { ...report.target, environment: 'mock' as const };
  return { report: assemble({ ...materialOf(report), target, decisions }), evidence };
}
