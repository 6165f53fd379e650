import { expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { members } from '../../schemas/fsapi/members.js';
import { isDecidable } from '../../schemas/specification.js';
import { runConformance } from '../api/run-conformance.js';
import { failuresIn, verdictsAlone } from './testing/run-against.js';
import { type FaultName, faults } from './testing/second-rules.js';
import { startSecondService } from './testing/second-service.js';
import { known } from './testing/services.js';

/**
 * A service that somebody wrote who was given the specification and nothing else: its validation, storage, guard and tenants
 * are its own. The reference server validates with the suite's schema, and faults of rows undo the suite's rows, so a wrong
 * pattern, or a wrong row, would be confirmed by its mirror. What each of its faults breaks:
 */
const breaks: Readonly<Record<string, string>> = {
  ...faults,
  ...Object.fromEntries(members.map(({ requirement, name }) => [`lax-${name.replace(/^address\./, '')}`, requirement])),
};

const revokedKey = 'sk_mock_Jc5Tm2Xq9Wd7Bf4Hs6Pk1';

async function asked(fault: FaultName | undefined, only?: string) {
  const tenants = { [known.apiKey]: known.tenantId, [known.otherApiKey]: known.otherTenantId };
  const service = await startSecondService({ keys: new Map(Object.entries(tenants)), revokedKey, fault });
  const options = { ...known, revokedKey, ...verdictsAlone, ...(only && { only: only.split(' ') }), seed: 1 };
  return runConformance({ baseUrl: service.baseUrl, ...options }).finally(service.close);
}

test('its honest form passes everything that a request decides, but for the certificate and notifications', async () => {
  const { report } = await asked(undefined);
  const open = report.requirements.filter((row) => isDecidable(row) && row.verdict !== 'pass').map(({ id }) => id);
  expect(open).toEqual(['HTTP-01', 'EVENT-05']);
});

test.concurrent.each(Object.entries(breaks))('its fault %s fails %s', async (fault, ids) => {
  const { report } = await asked(fault as FaultName, ids);
  expect(failuresIn(report).map(({ id }) => id)).toEqual(ids.split(' '));
});

test('there is a fault for each requirement that such a server can break', () => {
  const broken = new Set(Object.values(breaks).flatMap((ids) => ids.split(' ')));
  const others = catalogue.filter((row) => isDecidable(row) && !broken.has(row.id)).map(({ id }) => id);
  expect(others).toEqual(['HTTP-01', 'EVENT-05', 'VER-01']);
});
