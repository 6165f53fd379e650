/** The page's frame, type and marks. */
export const base = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:16px}
body{margin:0;background:var(--paper);color:var(--ink);font:14px/20px var(--sans);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
h1,h2,h3,p,ul,dl,dd,figure,fieldset,table,pre{margin:0;padding:0;border:0}
ul{list-style:none}
b,h1,h2,h3,th,dt b{font-weight:600}
code,pre,.id,.code{font-family:var(--mono);font-size:13px}
a{color:var(--link);text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:3px;text-decoration-color:color-mix(in srgb,var(--link) 45%,transparent)}
a:hover{text-decoration-color:currentColor}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:2px}
:target{scroll-margin-top:16px}
.soft{color:var(--soft);font-weight:400}
.away{position:absolute}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.label{font-size:13px;color:var(--soft)}
.n{text-align:right;white-space:nowrap}
.prose{font-size:16px;line-height:24px;max-width:66ch}
.intro{color:var(--soft);margin-bottom:24px}
.aside{display:block}
.near{color:var(--inconclusive);font-weight:600}

.layout{max-width:1440px;margin:0 auto;padding:32px 72px 96px;display:grid;grid-template-columns:176px minmax(0,1056px);gap:64px}
nav{position:sticky;top:32px;align-self:start;max-height:calc(100vh - 64px);overflow-y:auto}
nav p{padding-bottom:10px;margin-bottom:10px;border-bottom:1px solid var(--line)}
nav a{display:flex;justify-content:space-between;gap:12px;padding:5px 0;color:var(--ink);text-decoration:none}
nav .soft{white-space:nowrap}
nav a:hover span:first-child{text-decoration:underline;text-underline-offset:3px}
.top{display:flex;justify-content:space-between;gap:24px;padding-bottom:11px;border-bottom:1px solid var(--line)}
.notices{margin-top:24px;padding:12px 0;border-top:2px solid var(--ink);border-bottom:1px solid var(--line);font-size:16px;line-height:24px}
.notices p:first-child{font-weight:600}
.part{margin-top:64px;padding-top:16px;border-top:2px solid var(--ink)}
h2{font-size:26px;line-height:32px;letter-spacing:-.01em;margin-bottom:8px}
h3{font-size:20px;line-height:28px}

.m{display:inline-block;width:15px;height:15px;flex:none;vertical-align:-2px;fill:none;stroke:currentColor;stroke-width:1.5}
.m .full,.full{fill:currentColor;stroke:none}
.cut{stroke:var(--paper);stroke-width:2.1}
.bold{stroke-width:2.1}
.dash{stroke-dasharray:2.2 1.95}
.faint{stroke-width:1;opacity:.55}
.mark{display:inline-flex;align-items:baseline;gap:8px;font-weight:600;white-space:nowrap}
.mark .m{align-self:center;transform:translateY(-.5px)}
.pass{color:var(--pass)}.fail{color:var(--fail)}.waived{color:var(--waived)}.lacking{color:var(--lacking)}.inconclusive{color:var(--inconclusive)}
.skipped{color:var(--skipped)}.pending{color:var(--pending)}.attested{color:var(--attested)}.changed,.differs{color:var(--changed)}
.rows .mark.pass,.req .mark.pass,.rows .mark.skipped,.req .mark.skipped,.req .mark.pending{font-weight:400}

.rows{width:100%;border-collapse:collapse;font-size:14px;line-height:20px}
.rows th{font-weight:400;font-size:13px;color:var(--soft);text-align:left;padding:6px 16px 8px 0;border-bottom:1px solid var(--ink);vertical-align:bottom;white-space:nowrap}
.rows td{padding:7px 16px 8px 0;border-bottom:1px solid var(--line);vertical-align:baseline}
.rows th:last-child,.rows td:last-child{padding-right:0}
.rows th.n{text-align:right}
.rows th.c-side{white-space:normal}
.said li+li{margin-top:3px}
:not(pre)>code{font-size:.929em;line-height:1}
.id{white-space:nowrap}
.c-mark{width:132px}.c-check{width:20%}.c-side{width:17%}.c-id{width:100px}.c-ids{width:130px}.c-title{width:358px}.c-ending{width:240px}.c-count{width:80px}.c-sign{width:15%}
.facts{display:grid;row-gap:6px;font-size:14px;line-height:20px}
.facts>div{display:grid;grid-template-columns:var(--term,104px) minmax(0,66ch);column-gap:0}
.facts dt{color:var(--soft);padding-right:8px}
pre{background:var(--wash);padding:10px 12px;white-space:pre-wrap;overflow-wrap:anywhere;line-height:19px;font-size:12.5px;tab-size:2}
.all{user-select:all}
.w{color:var(--soft)}
details>summary{cursor:pointer;list-style:none}
details>summary::-webkit-details-marker{display:none}
.more{margin-top:12px}
.more>summary{color:var(--link)}
.more>summary::before,.x>summary::before{content:"";display:inline-block;width:7px;height:7px;margin-right:8px;border:solid currentColor;border-width:0 1.5px 1.5px 0;transform:rotate(-45deg) translate(-1px,-1px);flex:none}
.more[open]>summary::before,.x[open]>summary::before{transform:rotate(45deg) translate(-1px,-2px)}
.more>table,.more>.facts{margin-top:12px}
`;

/** What each part of the page adds to the base, in the page's order. */
export const parts = `
.summary .two{margin-top:40px}
.two{display:grid;grid-template-columns:minmax(0,1fr) 404px;gap:64px;align-items:start}
h1{font-size:36px;line-height:44px;letter-spacing:-.015em;display:flex;align-items:center;gap:16px;margin:28px 0 12px}
h1 .m{width:30px;height:30px;vertical-align:0}
h1.waived,h1 .waived{color:var(--inconclusive)}
.two .rows td.n{font-size:16px;font-weight:600}
.two .rows tbody tr:last-child{border-top:2px solid var(--ink)}
.lead{font-size:20px;line-height:28px;text-wrap:pretty;max-width:60ch}
.lead+.rows{margin-top:32px}
.summary .prose{margin-top:8px}
.summary .facts{--term:124px;margin-top:24px}
.grid{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:12px 32px;margin-top:32px}
.marks{display:flex;flex-wrap:wrap;gap:1px;margin-top:2px}
.marks a{display:block;line-height:0;padding:1px 0}
.marks .m{width:12px;height:12px}
@media screen{.paper{display:none!important}}
@media print{.screen{display:none!important}}

.finding{padding-top:24px;margin-top:32px;border-top:1px solid var(--line)}
.folded>summary{position:relative;padding-right:32px}
.folded>summary .prose{display:block}
.folded>div{scroll-margin-top:96px}
.folded>summary:hover h3{text-decoration:underline;text-decoration-color:var(--line);text-underline-offset:3px}
.finding:has(>.folded){margin-top:0;padding:16px 0}
.finding:not(:has(>.folded))+.finding:has(>.folded){margin-top:32px}
h2+.finding{border-top:0;margin-top:0;padding-top:16px}
.byline{display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 16px}
.finding h3{margin:4px 0;max-width:80ch}
.sides{display:grid;grid-template-columns:5fr 4fr 4fr;gap:32px;margin-top:20px}
.sides>div{border-top:1px solid var(--ink);padding-top:7px}
.sides .label{margin-bottom:2px}
.sides p+p:not(.label+p){margin-top:6px}
.sides .code{line-height:20px;white-space:pre-wrap}
.received .label+p b{color:var(--fail)}
.change{text-decoration:underline;text-decoration-thickness:2px;text-underline-offset:4px}
.over{margin:24px 0 8px;font-weight:600}
.finding .facts{--term:136px;margin-top:24px}
.burst li{display:grid;grid-template-columns:64px minmax(0,1fr) 150px;align-items:center;column-gap:0;font-size:13px;line-height:20px}
.burst li>span{padding-left:12px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.burst .odd{font-weight:600}
.bar{width:100%;display:block;overflow:visible}
.bar .even{fill:var(--bar)}.bar .odd{fill:var(--fail)}
.axis text,.history-line text{font:12px var(--sans);fill:var(--soft)}
.burst a{color:inherit;text-decoration:none}
.burst a:hover{text-decoration:underline}

.xs{border-top:1px solid var(--line)}
.xs.in{margin-left:16px}
.x{border-bottom:1px solid var(--line)}
.x>summary{display:flex;align-items:baseline;gap:0;padding:6px 0}
.x>summary::before{align-self:flex-start;margin-top:7px}
.x>summary .id{width:68px;flex:none}
.x>summary .id:has(+.what:last-child){width:160px}
.x .what{flex:1;min-width:0}
.x .n{min-width:72px;flex:none}
.x>summary:hover .what,.req>summary:hover .what{text-decoration:underline;text-decoration-color:var(--line);text-underline-offset:3px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px;padding:2px 0 16px;align-items:start}
.pair>div{min-width:0}
.pair .label{margin-bottom:2px}

.filters{display:grid;gap:4px;margin-bottom:8px}
.filters fieldset{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:baseline;min-width:0}
.filters legend{float:left;padding:0;width:72px;color:var(--soft)}
.filters label{position:relative;cursor:pointer;padding:4px 0}
.filters input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.filters label>span{display:block;border-bottom:2px solid transparent;padding-bottom:2px}
.filters input:checked+span{border-color:var(--ink);font-weight:600}
.filters label:hover span{border-color:var(--line)}
.filters label:hover input:checked+span{border-color:var(--ink)}
.filters input:focus-visible+span{outline:2px solid var(--link);outline-offset:3px;border-radius:2px}
.group{margin-top:32px}
.group h3,.tally{font-size:16px;line-height:24px;padding-bottom:6px;border-bottom:1px solid var(--ink)}
.group h3 .soft,.tally .soft{font-size:14px;margin-left:8px}
.req{border-bottom:1px solid var(--line)}
.req>summary{display:grid;grid-template-columns:132px 100px minmax(0,1fr) 260px 72px 20px;align-items:baseline;padding:7px 0 8px}
.req>summary::after,.folded>summary::after{content:"";justify-self:end;align-self:start;width:7px;height:7px;margin:5px 3px 0 0;border:solid var(--bar);border-width:0 1.5px 1.5px 0;transform:rotate(45deg)}
.folded>summary::after{position:absolute;top:0;right:0}
:is(.req,.folded)[open]>summary::after{transform:rotate(-135deg);margin-top:9px}
:is(.req,.folded)>summary:hover::after{border-color:var(--ink)}
.rest{margin:8px 0 0}
.req[open]>summary{padding-bottom:4px}
.clause{padding-left:16px;font-size:13px}
.inside{padding:4px 0 24px}
.inside>:not(.rows,.xs){margin-left:232px}
.inside .facts{--term:120px}
.inside>.rows{margin-top:16px;table-layout:fixed}
.rows td.n.id{white-space:normal}
.nothing{display:none;margin-top:32px;font-size:16px}

.tally{margin-top:32px}
.summary .tally{font-size:20px;line-height:28px;letter-spacing:normal;margin:40px 0 0;border-bottom:0;padding-bottom:0}
.summary .tally:not(:has(+.rows)){border-bottom:1px solid var(--ink)}
.rows .facts{--term:66px;row-gap:3px}
.rows td>.facts+p,.rows td>.facts+p+.more{padding-left:66px;margin-top:3px}
.rows td .more{margin-top:6px}
.rows td .more>.said{margin-top:4px;color:var(--soft)}
.rows td p+p{margin-top:2px}
.tally+.rows{table-layout:fixed}
.rows td>.mark{font-weight:400}
.rows dt{font-weight:400}
.more>.rows{table-layout:fixed}
.rows td>a.id,.history-line a.id{color:inherit;text-decoration-color:var(--line)}

.history-line{display:grid;grid-template-columns:100px minmax(0,1fr) 600px;align-items:center;border-bottom:1px solid var(--line);padding:3px 0}
.history-line .unreached{fill:var(--line);stroke:none}
.history-line.head{border-color:var(--ink)}
.history-line .both{grid-column:span 2}
.wide .history-line{grid-template-columns:84px 240px minmax(0,1fr)}
.wide .history-line{padding:5px 0}
.wide .history-line .what{white-space:normal}
.facts+.history{margin-top:24px}
.part>.facts,.part>.more>.facts{--term:132px}
.tally+.prose,.rows+.prose{margin-top:12px}
.history-line svg a:focus-visible{outline-offset:-1px}
.history-line .tap{stroke:none;pointer-events:all}
.history-line .what{padding-right:24px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.history-line svg{display:block;width:100%;fill:none;stroke:currentColor;stroke-width:1.5}
.history-line text{stroke:none}
.history-line .dots{stroke-width:4.4;stroke-linecap:round}

h2+ul,h2+.facts,.tally+.facts{margin-top:16px}
.tally+.facts{margin-top:10px}
.summary .more+.facts,.part .more+.facts{margin-top:4px}
ul.prose{list-style:disc;padding-left:20px}
#limits li{margin-bottom:6px}
#words .facts{--term:180px;row-gap:10px;margin-top:16px}
#record .facts{--term:150px}
#record .facts>div{grid-template-columns:var(--term) minmax(0,1fr)}
#record .digest{font-size:12px}
`;

/** Below the width of the contents column, and on a phone, where rows stack. */
export const narrow = `
@media screen and (max-width:1239px){
.layout{display:block;padding:24px 32px 64px}
nav{position:static;max-height:none;margin-bottom:20px}
nav p{display:none}
nav ul{display:flex;flex-wrap:wrap;gap:2px 20px}
nav a{color:var(--link);gap:5px}
}
@media screen and (max-width:1023px){
.two{grid-template-columns:minmax(0,1fr);gap:32px}
.c-title{width:30%}.c-ending{width:180px}
.history-line{grid-template-columns:100px minmax(0,1fr) 360px}
.wide .history-line{grid-template-columns:84px 140px minmax(0,1fr)}
.inside>:not(.rows,.xs){margin-left:0}
.req>summary{grid-template-columns:132px 100px minmax(0,1fr) 80px 20px}
.clause{display:none}
}
@media screen and (max-width:719px){
.layout{padding:20px 16px 48px}
.top{display:block}
h1{font-size:32px;line-height:40px;gap:12px}
h1 .m{width:26px;height:26px}
.facts,.facts>div,.summary .facts{--term:124px}
.finding .facts,.inside .facts,#record .facts,#words .facts{--term:100%}
.finding .facts>div,.inside .facts>div,#record .facts>div,#words .facts>div{display:block}
.grid{grid-template-columns:minmax(0,1fr)}
.marks .m{width:14px;height:14px}
.stack,.stack tbody,.stack tr,.stack td{display:block}
.stack thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.stack tr{padding:8px 0;border-bottom:1px solid var(--line)}
.stack td{border:0;padding:0;text-align:left;white-space:normal}
.stack td[data-name]::before{content:attr(data-name) " ";color:var(--soft)}
.stack td:empty{display:none}
.summary .stack td:first-child{display:flex;align-items:baseline;gap:16px}
.two .stack tr{display:flex;justify-content:space-between;gap:12px}
.two .stack tr>:first-child:nth-last-child(3){flex:0 0 112px}
.two .stack tr>:nth-child(2):nth-last-child(2){flex:1}
.sides{grid-template-columns:minmax(0,1fr);gap:16px}
.burst li{grid-template-columns:52px minmax(0,1fr) 152px}
.burst .axis text:nth-last-child(2){display:none}
.pair{grid-template-columns:minmax(0,1fr)}
.x .n{width:auto;padding-left:10px}
.filters legend{float:none;width:100%}
.filters fieldset{gap:0 16px}
.filters label{padding:8px 0}
.req>summary{grid-template-columns:auto minmax(0,1fr) 20px;column-gap:16px}
.req>summary .what{grid-column:1/-1;grid-row:2}
.req>summary .n{display:none}
.history-line,.wide .history-line{grid-template-columns:minmax(0,1fr);padding:6px 0}
.history-line .both{grid-column:auto}
.history-line .what{white-space:normal;padding:0}
.history-line.head{padding:0}
.history-line text{font-size:22px}
.wide .history-line svg{height:25px}
.wide .head text:first-child:not(:last-child){display:none}
.wide .history-line text{font-size:12px}
}
`;
