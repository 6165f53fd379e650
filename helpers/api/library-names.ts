import { settings } from '../configuration/settings.js';

const names: ReadonlyMap<string, string> = new Map(
  settings.flatMap(({ name, variable, option }) => [
    [variable, name] as const,
    ...(option ? [[`--${option}`, name] as const] : []),
  ]),
);

/**
 * A text for people in which settings have the names that a program gives them: `otherTenantId`, not
 * CONFORMANCE_OTHER_TENANT_ID. What a shell reads (`"$CONFORMANCE_API_KEY"`) stays.
 */
export function inLibraryNames(text: string): string {
  return text.replace(
    /(?<![$\w-])(?:CONFORMANCE_[A-Z_]+|--[a-z][a-z-]+)(?![\w=]|\.\w)/g,
    (word) => names.get(word) ?? word,
  );
}
