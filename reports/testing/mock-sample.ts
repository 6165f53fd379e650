import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { type LackName, lackGroups } from '../../schemas/fsapi/groups.js';
import type { DecisionEntry } from '../../schemas/types.js';
import { assemble } from '../model/assemble.js';
import { materialOf } from './findings-of.js';
import { type Sample, sample } from './sample.js';

/** The sample as the run of a mock that was declared to lack these groups; its waivers are left out. */
export function mockSample(declared = Object.keys(lackGroups) as readonly LackName[]): Sample {
  const { report, evidence } = sample();
  const decisions = declared.map((id): DecisionEntry => {
    return { id, kind: 'lack', by: 'the payments team', on: '2025-11-01', reason: 'It is made from a document.' };
  });
  const target = { ...report.target, environment: 'mock' as const };
  return { report: assemble({ ...materialOf(report, fsapi), target, decisions }), evidence };
}
