/** Below the width of the contents column, and on a phone, where rows stack. */
export const narrow = `
@media screen and (max-width:1239px){
.page{display:block;padding:24px 32px 64px}
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
.ids{columns:2}
.inside>:not(.rows,.xs){margin-left:0}
.req>summary{grid-template-columns:132px 100px minmax(0,1fr) 80px 20px}
.clause{display:none}
}
@media screen and (max-width:719px){
.page{padding:20px 16px 48px}
.top{display:block}
h1{font-size:32px;line-height:40px;gap:12px}
h1 .m{width:26px;height:26px}
.facts,.facts>div{--term:104px}
.finding .facts,.inside .facts,#record .facts,#words .facts{--term:100%}
.finding .facts>div,.inside .facts>div,#record .facts>div,#words .facts>div{display:block}
.account th{width:120px}
.grid{grid-template-columns:minmax(0,1fr)}
.marks .m{width:14px;height:14px}
.stack,.stack tbody,.stack tr,.stack td{display:block}
.stack thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.stack tr{padding:8px 0;border-bottom:1px solid var(--line)}
.stack td{border:0;padding:0;text-align:left;white-space:normal}
.stack td[data-name]::before{content:attr(data-name) " ";color:var(--soft)}
.stack td:empty{display:none}
.summary .stack td:nth-child(-n+2){display:inline-block;margin-right:16px}
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
.ids{columns:1}
.ids li{grid-template-columns:84px minmax(0,1fr)}
.history-line,.wide .history-line{grid-template-columns:minmax(0,1fr);padding:6px 0}
.history-line .both{grid-column:auto}
.history-line .what{white-space:normal;padding:0}
.history-line.head{padding:0}
.history-line text{font-size:22px}
.wide .history-line text{font-size:38px}
.kept{grid-template-columns:minmax(0,1fr);margin-bottom:8px}
.lane{grid-template-columns:minmax(0,1fr)}
}
`;
