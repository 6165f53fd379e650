/** The page's frame, type and marks. */
export const base = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:16px}
body{margin:0;background:var(--paper);color:var(--ink);font:14px/20px var(--sans);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
h1,h2,h3,h4,p,ul,dl,dd,figure,fieldset,table,pre{margin:0;padding:0;border:0}
ul{list-style:none}
b,h1,h2,h3,h4,th,dt b{font-weight:600}
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

.page{max-width:1440px;margin:0 auto;padding:32px 72px 96px;display:grid;grid-template-columns:176px minmax(0,1056px);gap:64px}
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
h4{font-size:14px;line-height:20px}

.m{display:inline-block;width:15px;height:15px;flex:none;vertical-align:-2px;fill:none;stroke:currentColor;stroke-width:1.5}
.m .full,.full{fill:currentColor;stroke:none}
.cut{stroke:var(--paper);stroke-width:2.1}
.bold{stroke-width:2.1}
.dash{stroke-dasharray:2.2 1.95}
.faint{stroke-width:1;opacity:.55}
.mark{display:inline-flex;align-items:baseline;gap:8px;font-weight:600;white-space:nowrap}
.mark .m{align-self:center;transform:translateY(-.5px)}
.pass{color:var(--pass)}.fail{color:var(--fail)}.waived{color:var(--waived)}.inconclusive{color:var(--inconclusive)}
.skipped{color:var(--skipped)}.pending{color:var(--pending)}.attested{color:var(--attested)}.changed{color:var(--changed)}
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
.c-mark{width:132px}.c-check{width:20%}.c-side{width:17%}.c-id{width:100px}.c-ids{width:130px}.c-title{width:358px}.c-ending{width:240px}.c-key{width:330px}.c-short{width:72px}
.facts{display:grid;row-gap:6px;font-size:14px;line-height:20px}
.facts>div{display:grid;grid-template-columns:var(--term,104px) minmax(0,66ch);column-gap:0}
.facts dt{color:var(--soft)}
pre{background:var(--wash);padding:10px 12px;white-space:pre-wrap;overflow-wrap:anywhere;line-height:19px;font-size:12.5px;tab-size:2}
.all{user-select:all}
.w{color:var(--soft)}
details>summary{cursor:pointer;list-style:none}
details>summary::-webkit-details-marker{display:none}
.more{margin-top:12px}
.more>summary{color:var(--link)}
.more>summary::before,.x>summary::before{content:"";display:inline-block;width:7px;height:7px;margin-right:8px;border:solid currentColor;border-width:0 1.5px 1.5px 0;transform:rotate(-45deg) translate(-1px,-1px);flex:none}
.more[open]>summary::before,.x[open]>summary::before{transform:rotate(45deg) translate(-1px,-2px)}
.more>pre,.more>table,.more>.kept{margin-top:12px}
`;
