import { dark, light } from '../../document/colours.js';

/** Colours and type; light, dark and paper. */
export const tokens = `
:root{${declared(light)};
--sans:-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif;
--mono:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"Noto Sans Mono","Liberation Mono",monospace;color-scheme:light dark}
@media screen and (prefers-color-scheme:dark){:root{${declared(dark)}}}
`;

function declared(colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}
