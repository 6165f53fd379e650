/**
 * What a stream can show, by the variables that terminals and CI systems agree on. FORCE_COLOR wins over NO_COLOR, as
 * in Node itself; a dumb terminal gets neither colour nor redrawing. `live`: lines that were written can be written over.
 */
export function terminalCapabilities(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
) {
  const live = stream.isTTY === true && env.TERM !== 'dumb';
  const { FORCE_COLOR: forced, NO_COLOR, LC_ALL, LC_CTYPE, LANG } = env;
  const colour = forced === undefined ? live && !NO_COLOR : forced !== '0' && forced !== 'false';
  // The first that is set and not empty decides, as in POSIX.
  return { live, colour, unicode: /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '') };
}
