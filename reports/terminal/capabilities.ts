/**
 * What a stream can show, by the variables that terminals and CI systems agree on. FORCE_COLOR wins over NO_COLOR, as
 * in Node itself; a dumb terminal gets neither colour nor redrawing. `live`: lines that were written can be written over.
 */
export function terminalCapabilities(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
) {
  const live = stream.isTTY === true && env.TERM !== 'dumb';
  return { live, colour: forced(env.FORCE_COLOR) ?? (live && !env.NO_COLOR), unicode: isUtf8(env) };
}

function forced(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  return value !== '0' && value !== 'false';
}

// The first that is set and not empty decides, as in POSIX.
function isUtf8({ LC_ALL, LC_CTYPE, LANG }: Readonly<Record<string, string | undefined>>): boolean {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}
