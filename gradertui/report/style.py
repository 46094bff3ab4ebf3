"""How an HTML report looks: on a screen, light or dark, narrow or wide, and in print."""

STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --dim: #5a5a5a; --paper: #fff; --line: #ccc; --band: #f4f4f4 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --dim: #a8a8a8; --paper: #15171a; --line: #444; --band: #1f2226 }
}
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 52rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; border-top: 1px solid var(--line); padding-top: .8rem }
h3 { font-size: 1rem; margin: 1.4rem 0 .3rem }
p { margin: .4rem 0; max-width: 44rem }
p.in { margin-left: 1.2rem }
nav ol { columns: 18rem; column-gap: 2.5rem; padding-left: 1.4rem; font-size: .9rem }
a { color: inherit }
.box { overflow-x: auto; max-width: 100% }
.box:focus-visible { outline: 2px solid currentColor }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; overflow-wrap: normal }
caption, figcaption { text-align: left; color: var(--dim); font-size: .85rem; padding: .3rem 0; max-width: 44rem }
caption { caption-side: top; white-space: nowrap }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap }
th[scope=row], th[scope=rowgroup], th.name, td.note { text-align: left; unicode-bidi: isolate }
th[scope=row] { font-weight: normal }
th[scope=rowgroup] { background: var(--band) }
td.note { white-space: normal; color: var(--dim); max-width: 30rem }
thead th, thead td { border-bottom: 2px solid var(--dim); vertical-align: bottom }
.data { font-size: .8rem; color: var(--dim) }
figure { margin: 1rem 0 }
figure svg { display: block; max-width: none; color: var(--ink) }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .2rem 1rem }
dt { color: var(--dim) }
dd { margin: 0 }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr } dd { margin: 0 0 .4rem 1rem } nav ol { columns: 1 } }
@media print {
  :root { color-scheme: light; --ink: #000; --dim: #333; --paper: #fff; --line: #999; --band: #eee }
  @page { margin: 16mm }
  body { padding: 0; max-width: none; font-size: 10pt }
  nav, .data { display: none }
  .box { overflow: visible; break-inside: avoid }
  table { font-size: 8.5pt }
  th, td { padding: .1rem .35rem; white-space: normal }
  h2, h3, caption { break-after: avoid }
  figure, tr { break-inside: avoid }
  figure svg { max-width: 100%; height: auto }
}
"""
