/** What each part of the page adds to the base, in the page's order. */
export const parts = `
.summary .two{margin-top:28px}
.two{display:grid;grid-template-columns:minmax(0,1fr) 404px;gap:64px;align-items:start}
h1{font-size:36px;line-height:44px;letter-spacing:-.015em;display:flex;align-items:center;gap:16px;margin-bottom:12px}
h1 .m{width:30px;height:30px;vertical-align:0}
.two>:only-child{grid-column:1/-1}
.lead{font-size:20px;line-height:28px;text-wrap:pretty;max-width:60ch}
.summary .prose{margin-top:8px}
.summary .facts{--term:120px;margin-top:24px}
.account{width:100%;border-collapse:collapse;margin-top:4px}
.account caption{text-align:left;font-weight:600;padding-bottom:8px}
.account th,.account td{border-top:1px solid var(--line);padding:5px 0;text-align:left;vertical-align:baseline;font-weight:400}
.account th{width:133px}
.account td:nth-child(2){color:var(--soft)}
.account .n{text-align:right;font-size:16px;font-weight:600;width:48px}
.account .none .n{font-weight:400;color:var(--soft)}
.account tfoot th,.account tfoot td{border-top:2px solid var(--ink)}
.grid{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:12px 32px;margin-top:32px}
.marks{display:flex;flex-wrap:wrap;gap:1px;margin-top:2px}
.marks a{display:block;line-height:0;padding:1px 0}
.marks .m{width:12px;height:12px}
@media screen{.paper{display:none}}
.signatures{margin-top:32px}
.signatures>div+div{margin-top:20px}
.signatures .lines{display:grid;grid-template-columns:3fr 2fr 1.5fr 3fr;gap:16px;margin-top:34px}
.signatures .lines span{border-top:1px solid var(--ink);padding-top:2px;color:var(--soft);font-size:13px}

.finding{padding-top:24px;margin-top:32px;border-top:1px solid var(--line)}
h2+.finding{border-top:0;margin-top:0;padding-top:16px}
.byline{display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 16px}
.finding h3{margin:4px 0;max-width:80ch}
.sides{display:grid;grid-template-columns:5fr 4fr 4fr;gap:32px;margin-top:20px}
.sides>div{border-top:1px solid var(--ink);padding-top:7px}
.sides h4{font-weight:400;font-size:13px;color:var(--soft);margin-bottom:2px}
.sides p+p{margin-top:6px}
.sides .code{line-height:20px;white-space:pre-wrap}
.received h4+p b{color:var(--fail)}
.change{text-decoration:underline;text-decoration-thickness:2px;text-underline-offset:4px}
.over{margin:24px 0 8px}
.finding .facts{--term:136px;margin-top:24px}
.burst li{display:grid;grid-template-columns:64px minmax(0,1fr) 150px;align-items:center;column-gap:0;font-size:13px;line-height:20px}
.burst li>span{padding-left:12px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.burst .odd{font-weight:600}
.bar{width:100%;display:block;overflow:visible}
.bar .even{fill:var(--bar)}.bar .odd{fill:var(--fail)}
.axis text,.lane text,.history-line text{font:12px var(--sans);fill:var(--soft)}
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
.x .n{width:72px;flex:none}
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
.req>summary::after{content:"";justify-self:end;align-self:start;width:7px;height:7px;margin:5px 3px 0 0;border:solid var(--bar);border-width:0 1.5px 1.5px 0;transform:rotate(45deg)}
.req[open]>summary::after{transform:rotate(-135deg);margin-top:9px}
.req>summary:hover::after{border-color:var(--ink)}
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
.two+.rows{margin-top:24px}
.tally+.rows{table-layout:fixed}
.rows td>.mark{font-weight:400}
.rows dt{font-weight:400}
.more>.rows{table-layout:fixed}
.together{padding:12px 0 10px;border-bottom:1px solid var(--line)}
.ids{columns:3;column-gap:32px;margin-top:6px}
.ids:not(:has(li:nth-child(2))){columns:1}
.ids li{display:grid;grid-template-columns:100px minmax(0,1fr);padding:3px 0;break-inside:avoid;align-items:baseline}
.rows td>a.id,.ids a.id,.kept a.id,.history-line a.id{color:inherit;text-decoration-color:var(--line)}

.history-line{display:grid;grid-template-columns:100px minmax(0,1fr) 600px;align-items:center;border-bottom:1px solid var(--line);padding:3px 0}
.history-line .unreached{fill:var(--line);stroke:none}
.history-line.head{border-color:var(--ink)}
.history-line .both{grid-column:span 2}
.wide .history-line{grid-template-columns:84px 240px minmax(0,1fr)}
.wide .history-line text{font-size:24px}
.facts+.history{margin-top:24px}
.part>.facts{--term:132px}
.tally+.prose,.rows+.prose{margin-top:12px}
.history-line svg a:focus-visible{outline-offset:-1px}
.history-line .what{padding-right:24px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.history-line svg{display:block;width:100%;fill:none;stroke:currentColor;stroke-width:1.5}
.history-line text{stroke:none}
.history-line .dots{stroke-width:4.4;stroke-linecap:round}
.kept{display:grid;grid-template-columns:132px minmax(0,1fr)}
.kept a{display:inline-block;margin-right:12px}

.lane{display:grid;grid-template-columns:168px minmax(0,1fr);align-items:end}
.lane+.lane{margin-top:4px}
.lane>svg{width:100%;display:block;overflow:visible}
.lane path{fill:none;stroke:var(--bar);stroke-width:1;vector-effect:non-scaling-stroke}
.lane .hot{stroke:var(--fail);stroke-width:2}
.lane .ground{stroke:var(--line)}
.lane text{fill:var(--fail);font:600 12px var(--mono)}
.lane .axis text{fill:var(--soft);font:12px var(--sans)}
h2+ul,h2+.facts,.tally+.facts{margin-top:16px}
.tally+.facts{margin-top:10px}
.others .xs{margin-top:0}
#limits ul{list-style:disc;padding-left:20px}
#limits li{margin-bottom:6px}
#words .facts{--term:180px;row-gap:10px;margin-top:16px}
#record .facts{--term:150px}
#record .facts>div{grid-template-columns:var(--term) minmax(0,1fr)}
#record .rows td,#record .rows code{font-size:12px}
#record .digest{font-size:12px}
`;
