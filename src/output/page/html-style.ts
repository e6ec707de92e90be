/** The style of HTML documents: system fonts, light and dark, contrast of at least 4.5 (WCAG 2.2 AA), paper. */
export const style = `
:root{color-scheme:light dark;--text:#1d2125;--dim:#596067;--line:#d5d9dd;--back:#fff;--accent:#0b6e75;--warning:#8a5200;--danger:#b3261e}
@media(prefers-color-scheme:dark){:root{--text:#e4e7ea;--dim:#a4acb3;--line:#3a4046;--back:#16191c;--accent:#58c4cc;--warning:#f0b44c;--danger:#ff8f85}}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main,footer{box-sizing:border-box;max-width:72rem;margin:auto;padding:1rem}
main.wide,main.wide+footer{max-width:none}
h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0 0}
h2,h3,h4{font-size:1.1rem;margin:1.5rem 0 .25rem}
p{margin:.4rem 0}
.prose{max-width:65ch}
.label,.next,footer,dt,caption,thead th,tr.label th,tr.label td{color:var(--dim)}
.warning,tr.warning th,tr.warning td{color:var(--warning)}
.danger{color:var(--danger);font-weight:600}
a{color:var(--accent)}
dl{margin:1rem 0}
dl div{display:grid;grid-template-columns:9rem 1fr;gap:0 1rem;margin:.15rem 0}
dd{margin:0;overflow-wrap:anywhere}
.scrolls{overflow-x:auto;margin:.75rem 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:.25rem 0}
caption h1{color:var(--text)}
th,td{text-align:left;vertical-align:top;padding:.2rem 1rem .2rem 0;border-bottom:1px solid var(--line);font-weight:400}
td{overflow-wrap:break-word;max-width:28rem}
.n{text-align:right;white-space:nowrap}
.photo{float:right;max-width:min(100%,20rem);height:auto;margin:0 0 1rem 1.5rem;border-radius:.3rem}
.bar{display:block;width:12rem;max-width:100%;height:.4rem;margin:.2rem 0;fill:var(--accent)}
.bar .all{fill:var(--line)}
.bar.warning{fill:var(--warning)}
.map{display:block;width:100%;margin:1rem 0}
.map path{fill:none;stroke:var(--dim);stroke-width:.7}
.map circle{fill:var(--accent);fill-opacity:.6}
.groups{display:flex;flex-wrap:wrap;gap:0 3rem}
.next{padding:0;list-style:none}
.next li{display:inline-block;margin-right:1.5rem}
time{white-space:nowrap}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
hr{border:0;border-top:1px solid var(--line);margin:2rem 0}
.made-up{border-left:.3rem solid var(--warning);padding-left:.6rem;color:var(--warning)}
@media(max-width:30rem){dl div{display:block;margin:.5rem 0}}
@media print{body{font-size:11pt}.scrolls{overflow:visible}thead{display:table-header-group}tr{break-inside:avoid}}
`
