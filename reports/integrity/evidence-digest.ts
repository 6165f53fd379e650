import type { Exchange } from '../../schemas/exchange.js';
import { entry } from '../formats/har.js';
import { chained, type EvidenceSeal, sealOf } from './chain.js';

/** The seal of a run's exchanges, as evidence.har will chain them. */
export function evidenceSeal(run: string, evidence: readonly Exchange[]): EvidenceSeal {
  return sealOf(
    run,
    chained(
      run,
      evidence.map((exchange) => entry(exchange, [])),
    ),
  );
}
