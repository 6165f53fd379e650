import type { ReferenceServer } from '../reference-server/server.js';
import { type SettingName, settings } from '../settings/schema.js';

/**
 * The variables that point the suite at a reference server. Its keys are made up for it and die with it.
 * @param caFile where its authority was written, if it has one
 */
export function variablesOf({ baseUrl, credentials }: ReferenceServer, caFile?: string): Record<string, string> {
  const values: Partial<Record<SettingName, string | undefined>> = { baseUrl, ...credentials, ca: caFile };
  return Object.fromEntries(
    settings.flatMap(({ name, variable }) => (values[name] === undefined ? [] : [[variable, values[name]]])),
  );
}
