/** Colours, type and space; light, dark and paper. Every text colour keeps a contrast of 5.8 or more on its ground. */

const light = `--paper:#fff;--ink:#1a1e23;--soft:#4b535d;--pass:#1d6a40;--fail:#b3211c;--waived:#6d3b9e;--inconclusive:#8a5300;--skipped:#525b66;--pending:#525b66;--attested:#0b6570;--changed:#0a55b0;--link:#0a55b0;--wash:#f4f5f7;--line:#d8dce1;--bar:#98a0a9`;
const dark = `--paper:#15181c;--ink:#e7e9ec;--soft:#a9b1bb;--pass:#79c596;--fail:#ff8b80;--waived:#c8a5f2;--inconclusive:#e6b04e;--skipped:#a9b1bb;--pending:#a9b1bb;--attested:#6ec5cf;--changed:#86b7f7;--link:#86b7f7;--wash:#1d2126;--line:#343a42;--bar:#6d7681`;

export const tokens = `
:root{${light};
--sans:-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif;
--mono:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"Noto Sans Mono","Liberation Mono",monospace;color-scheme:light dark}
@media screen and (prefers-color-scheme:dark){:root{${dark}}}
`;
