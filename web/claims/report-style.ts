/** How a report looks, on a screen and on paper: within the page's shadow root too, whose own styles do not reach it. */
export const REPORT_STYLE = `
:root,:host{color-scheme:light dark;--text:#191c24;--faint:#5c6272;--line:#d5d8e0;--page:#fff;--link:#2f41ad;--supported:#1d7a3d;--refuted:#c02626;--conflicting:#8a5300;--open:#545b6d}
@media screen and (prefers-color-scheme:dark){:root{--text:#e9ebf1;--faint:#a4aaba;--line:#2e333f;--page:#15171c;--link:#a3b1ff;--supported:#6cd492;--refuted:#ff8f8a;--conflicting:#f2b95c;--open:#b4bac8}}
@page{margin:18mm 16mm;@bottom-center{content:counter(page) " / " counter(pages);font:9pt system-ui,sans-serif;color:#5c6272}}
body{margin:0;background:var(--page)}
.report{max-width:46rem;margin:3rem auto;padding:0 1.25rem;color:var(--text);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 .25rem;font-size:1.75rem;line-height:1.25}h2{margin:2.25rem 0 .75rem;font-size:1.125rem}h3,h4{margin:.25rem 0 0;font-size:1rem}h4{font-weight:500}
a{color:var(--link)}small,.faint{color:var(--faint);font-size:.875rem}p{margin:.5rem 0}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.25rem 1rem;margin:1.25rem 0}dt{color:var(--faint)}dd{margin:0}
ul,ol{margin:0;padding:0;list-style:none}
.totals{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;font-weight:600}.legend{font-size:.875rem}.legend h2{margin-bottom:.375rem}.legend li{margin:.25rem 0}
.sign{width:1.05em;height:1.05em;margin-right:.4em;vertical-align:-.16em}.sign circle{fill:currentcolor}.sign path{fill:none;stroke:var(--page);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.supported>.sign,.supported.verdict{color:var(--supported)}.refuted>.sign,.refuted.verdict{color:var(--refuted)}.conflicting>.sign,.conflicting.verdict{color:var(--conflicting)}.not_enough_evidence>.sign,.found>.sign,.verdict{color:var(--open)}
.verdict{font-weight:600}.verdict small{font-weight:400}
.text{white-space:pre-wrap;line-height:1.9}mark{background:none;color:inherit;text-decoration:underline 2px;text-underline-offset:4px}
mark.supported{text-decoration-color:var(--supported)}mark.refuted{text-decoration:underline wavy 1.5px var(--refuted)}mark.conflicting{text-decoration:underline double 2px var(--conflicting)}mark.not_enough_evidence{text-decoration:underline dashed 2px var(--open)}mark.found{text-decoration:underline dotted 1px var(--open)}
sup{line-height:0;user-select:none}sup a{padding:0 .15em;font-weight:600;text-decoration:none}
del{color:var(--refuted)}ins{color:var(--supported);font-weight:600;text-decoration:none;display:inline-block}mark ins{margin-inline-start:.3em;user-select:none}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);user-select:none}
.claims>li{margin:0 0 1rem;padding:1rem 1.25rem;border:1px solid var(--line);border-radius:12px}.parts{margin-top:.75rem}.parts>li{margin:.75rem 0 0;padding-left:.875rem;border-left:2px solid var(--line)}
.decision{margin:.5rem 0;padding-left:.875rem;border-left:3px solid}
.quote{margin:.75rem 0}blockquote{margin:0 0 .25rem;padding-left:.875rem;border-left:3px solid var(--line)}
@media (max-width:30rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
@media print{.report{max-width:none;margin:0;padding:0;font-size:10.5pt;line-height:1.45}.text{line-height:1.8}h1{font-size:18pt}h2{font-size:13pt}
h1,h2,h3,h4,.verdict,dt{break-after:avoid}.quote,.legend,.head,dl{break-inside:avoid}p,blockquote{orphans:3;widows:3}.unseen{display:none}
.claims>li{padding:0 0 .75rem;border:0;border-bottom:1px solid var(--line);border-radius:0}a{color:inherit}.source[href]::after{content:" (" attr(href) ")";font-size:.8em}}
`;
