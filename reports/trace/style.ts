/** What trace.html adds to the style of the report: sentences with notes beside them. */
export const traceStyle = `
.line{display:grid;grid-template-columns:minmax(0,1fr) 336px;padding:8px 0;border-bottom:1px solid var(--line)}
.line.item{grid-template-columns:28px minmax(0,1fr) 336px}
.line.depth-1{padding-left:28px}.line.depth-2{padding-left:56px}.line.depth-3{padding-left:84px}
.line.item .notes{grid-column:3}
.says{font-size:16px;line-height:24px;max-width:66ch;overflow-wrap:break-word}
.notes{font-size:13px;line-height:20px}
.line .notes{padding:2px 0 0 40px}
.notes a.id{display:inline-block;color:inherit;text-decoration-color:var(--line);margin-right:10px}
.notes a.fail,.notes a.inconclusive,.notes a.waived{font-weight:600}
.notes a.fail{color:var(--fail)}.notes a.waived{color:var(--waived)}.notes a.inconclusive{color:var(--inconclusive)}
.notes a .m{margin-right:5px}
.notes a .m,.owner .m{width:13px;height:13px}
.notes a:not(.fail,.waived,.inconclusive) .m{color:var(--soft)}
.notes a.pass .m{color:var(--pass)}
.said-by th:last-child{width:336px;padding-left:40px}
.said-by td:last-child{padding-left:40px}
.said-by td:first-child{font-weight:600}
.owner .mark{display:flex;margin-bottom:2px}
.tally+.line{border-top:0}
h2+.line{margin-top:8px}
:target:is(.line,tr){background:var(--wash)}
#limits ul{margin-top:8px}
#by-requirement th:first-child{width:150px}#by-requirement th:nth-child(2){width:40%}
#by-requirement th:nth-child(3){width:110px}
#review th:first-child{width:110px}#review th:nth-child(2){width:32%}
nav a .soft{flex:none}
@media print{.two .account caption{white-space:normal}}
@media screen and (max-width:1023px){
.line{grid-template-columns:minmax(0,1fr) 240px}
.line.item{grid-template-columns:28px minmax(0,1fr) 240px}
.said-by th:last-child{width:240px}
}
@media screen and (max-width:719px){
.line{grid-template-columns:minmax(0,1fr)}
.line.item{grid-template-columns:28px minmax(0,1fr)}
.line .notes{padding-left:0}
.line.item .notes{grid-column:2}
.line.depth-1{padding-left:14px}.line.depth-2,.line.depth-3{padding-left:28px}
.said-by td:last-child{padding-left:0}
}
@media print{
.line{break-inside:avoid;grid-template-columns:minmax(0,1fr) 170pt;padding:4pt 0}
.line.item{grid-template-columns:18pt minmax(0,1fr) 170pt}
.says{font-size:10pt;line-height:14pt}
.notes{font-size:8.5pt;line-height:12pt}
.said-by th:last-child{width:170pt}
.line .notes,.said-by td:last-child,.said-by th:last-child{padding-left:16pt}
#by-requirement{break-before:page}
}
`;
