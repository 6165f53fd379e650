/**
 * What a stream can show, by the variables that terminals and CI systems agree on. FORCE_COLOR wins over NO_COLOR, as
 * in Node itself; a dumb terminal gets neither colour nor redrawing. `live`: lines that were written can be written over.
 */
export function terminalCapabilities(
  stream: { readonly isTTY?: boolean },
  { TERM, FORCE_COLOR: forced, NO_COLOR }: Readonly<Record<string, string | undefined>>,
) {
  const live = stream.isTTY === true && TERM !== 'dumb';
  return { live, colour: forced === undefined ? live && !NO_COLOR : forced !== '0' && forced !== 'false' };
}
