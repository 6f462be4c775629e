// The stylesheet of all pages and their icon. One accent colour; light, dark, print and narrow screens.
import { versionOf } from './version-of.ts';

export const style = `:root { color-scheme: light dark; --page: #f5f6f7; --card: #fff; --ink: #1b2228; --quiet: #4d5962; --line: #c9d0d6; --accent: #14588a; --on-accent: #fff; --soft: #e2ecf4; --warn: #fff6df; --warn-line: #a86b00; font: 100%/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
@media (prefers-color-scheme: dark) { :root { --page: #12171b; --card: #1b2228; --ink: #e9edf0; --quiet: #aab5bd; --line: #3d4852; --accent: #85bde8; --on-accent: #0d1a24; --soft: #22384a; --warn: #332a14; --warn-line: #e0ac4a; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--page); color: var(--ink); }
main, .bar, .foot > div { width: 100%; max-width: 72rem; margin: 0 auto; padding: 0 1rem; }
main { flex: 1; padding-block: 1.5rem 3rem; }
main:focus { outline: none; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
h1, h2, h3, h4 { line-height: 1.2; overflow-wrap: anywhere; text-wrap: balance; }
h1 { margin: 0 0 0.75rem; font-size: clamp(1.6rem, 1.2rem + 1.8vw, 2.3rem); letter-spacing: -0.01em; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.4rem; }
h3 { margin: 1.5rem 0 0.25rem; font-size: 1.05rem; }
h3 + p { margin-top: 0; }
h4 { margin: 1rem 0 0.25rem; font-size: 1rem; }
p, li, dd, dt, code, td, th, blockquote { overflow-wrap: anywhere; }
main > p, main > ul, section > p, section > ul, .text { max-width: 46rem; }
.lead { font-size: 1.15rem; }
.head { background: var(--card); border-bottom: 1px solid var(--line); border-top: 4px solid var(--accent); }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.5rem; padding-block: 0.7rem; }
.bar > p { margin: 0; font-weight: 700; font-size: 1.05rem; }
.bar > p a { color: var(--ink); text-decoration: none; }
.bar nav ul { gap: 0.25rem 1.1rem; margin: 0; }
.bar form { display: flex; gap: 0.4rem; margin-left: auto; flex: 1 1 11rem; max-width: 18rem; }
.bar input { padding: 0.35rem 0.6rem; flex: 1; width: 0; }
.bar button { padding: 0.35rem 0.8rem; }
.bar { position: relative; }
.found { position: absolute; z-index: 1; top: 100%; right: 1rem; width: min(30rem, calc(100% - 2rem)); padding: 0 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 0 0 0.5rem 0.5rem; box-shadow: 0 4px 12px rgb(0 0 0 / 0.2); }
.found:empty { display: none; }
[hidden] { display: none !important; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; list-style: none; }
.foot { background: var(--card); border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.9rem; }
.foot > div { padding-block: 1.25rem 2rem; }
label { display: block; font-weight: 600; }
input, select, button { font: inherit; color: inherit; padding: 0.5rem 0.75rem; border: 1px solid var(--quiet); border-radius: 0.3rem; max-width: 100%; background: var(--card); min-width: 0; }
input { width: 24rem; }
button { cursor: pointer; font-weight: 600; background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.field { display: flex; flex-wrap: wrap; align-items: end; gap: 0.5rem; }
pre, code { font-family: ui-monospace, "Cascadia Mono", Menlo, monospace; font-size: 0.9em; }
pre { margin: 0.5rem 0; overflow-x: auto; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.3rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--card); }
.skip:not(:focus) { position: absolute; left: -100rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.notice { padding: 0.75rem 1rem; border: 1px solid var(--warn-line); border-left-width: 6px; border-radius: 0.3rem; background: var(--warn); }
.sample { margin: 0; border-width: 0 0 2px; border-radius: 0; text-align: center; }
.small, .about, .from { font-size: 0.9rem; color: var(--quiet); }
.about { margin: 0 0 0.75rem; }
.crumbs { margin: 0 0 0.5rem; font-size: 0.9rem; }
.crumbs ul { gap: 0.25rem 0.5rem; margin: 0; }
.crumbs li:not(:last-child)::after { content: "›"; margin-left: 0.5rem; color: var(--quiet); }
.long { margin-top: 1.5rem; }
.contents ul { gap: 0.15rem 1rem; margin: 0 0 1rem; font-size: 0.95rem; }
.parts > :first-child { margin-top: 0; }
.panel, .part { margin: 1rem 0; padding: 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; }
.part > h2, .panel > h2 { margin-top: 0; }
.part > :last-child, .panel > :last-child, .part > div > :last-child { margin-bottom: 0; }
.notes { font-size: 0.9rem; color: var(--quiet); }
ul.notes { padding-left: 1.2rem; }
.from { margin-top: 1.25rem; padding-top: 0.6rem; border-top: 1px solid var(--line); }
.from p { margin: 0.15rem 0; max-width: none; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: 0.75rem; padding: 0; margin: 1rem 0; list-style: none; }
.cards > * { padding: 0.9rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; }
.cards dt, .cards .name { margin: 0; font-weight: 600; font-size: 0.9rem; color: var(--quiet); }
.cards dd { margin: 0; }
.part .cards > * { background: var(--page); }
.figure { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.cards .figure { display: block; font-size: 1.6rem; font-weight: 700; line-height: 1.3; }
.cards .absent { font-size: 1.15rem; font-weight: 600; }
.cards .small { display: block; line-height: 1.4; }
mark { display: inline-block; padding: 0 0.4rem; border: 1px solid var(--warn-line); border-radius: 0.25rem; background: var(--warn); font-size: 0.75rem; line-height: 1.4; font-weight: 400; color: var(--ink); white-space: nowrap; }
.why { display: block; margin: 0.1rem 0; font-size: 0.85rem; color: var(--quiet); font-weight: 400; }
.columns { columns: 16rem; gap: 2rem; max-width: none; }
.columns > * { break-inside: avoid; }
.columns dt { margin-top: 0; padding-top: 0.6rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 0.5rem 2.5rem; align-items: start; }
.pair > div > :first-child { margin-top: 0.75rem; }
.tree ul { list-style: none; padding-left: 0; margin: 0.25rem 0 0.75rem; max-width: none; }
.tree > ul > li { margin-bottom: 1rem; padding: 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; }
.tree h2 { margin-top: 0; }
.tree ul ul > li { padding-top: 0.3rem; }
.tree ul ul ul { columns: 19rem; column-gap: 2rem; }
.tree ul ul ul > li { break-inside: avoid; padding-bottom: 0.5rem; }
.tree ul ul ul ul { columns: auto; padding-left: 0.9rem; border-left: 2px solid var(--line); margin-bottom: 0; }
.tree ul ul ul ul > li { padding: 0.1rem 0; }
.tree ul ul > li > h3 { margin-top: 0.5rem; }
.scroll { overflow-x: auto; }
.scroll.wide table { min-width: 42rem; }
table { border-collapse: collapse; width: 100%; margin-top: 0.75rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: 0.25rem; }
.figures { max-width: 46rem; }
.area { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
.area select, .area button { padding: 0.35rem 0.6rem; }
.flow { columns: 20rem; column-gap: 2.5rem; }
.flow > * { break-inside: avoid; }
.flow > * > :first-child { margin-top: 0.75rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid var(--line); }
.wide th, .wide td { overflow-wrap: normal; }
.figures td, .figures th + th { text-align: right; padding: 0.4rem 0 0.4rem 1rem; }
.figures td, .figures thead th { overflow-wrap: normal; }
thead th { font-size: 0.85rem; color: var(--quiet); }
tbody th { font-weight: 400; }
.stack tbody th { min-width: 8rem; max-width: 24rem; }
.stack th code { overflow-wrap: normal; }
.values { margin: 0.25rem 0 0; padding: 0; list-style: none; font-size: 0.85rem; color: var(--quiet); }
.stack td { min-width: 5rem; }
.versus { table-layout: fixed; }
.versus thead th:first-child { width: 10rem; }
.versus .absent { font-weight: 600; }
.remark { display: block; font-size: 0.9rem; color: var(--quiet); }
time { white-space: nowrap; }
sup { line-height: 0; color: var(--quiet); }
li { padding: 0.1rem 0; }
summary { cursor: pointer; padding: 0.2rem 0; width: fit-content; color: var(--accent); }
dt { font-weight: 600; margin-top: 0.75rem; }
dd { margin: 0; }
figure { margin: 1rem 0; }
figcaption { margin-bottom: 0.25rem; }
figcaption h3, caption { font-size: 1rem; margin: 0; }
figure details { margin-top: 0.25rem; }
svg.picture { display: block; width: 100%; max-width: 28rem; height: auto; margin: 0.5rem 0; font-size: 14px; overflow: visible; }
.picture text { fill: var(--ink); font-family: inherit; }
.picture .tick text, .picture .soft text { fill: var(--quiet); font-size: 13px; }
.picture .e { text-anchor: end; }
.picture .m { text-anchor: middle; }
.picture .grid { fill: none; stroke: var(--line); }
.picture .bar-of, .picture .dot { fill: var(--accent); }
.picture .tail { stroke: var(--accent); stroke-width: 2; }
.picture .middle { fill: var(--soft); stroke: var(--accent); stroke-width: 1.5; }
.picture .mark { stroke: var(--ink); stroke-width: 3; }
.picture .path { fill: none; stroke: var(--accent); stroke-width: 2.5; stroke-linejoin: round; }
.picture .hollow { fill: var(--card); stroke: var(--accent); stroke-width: 2.5; }
.picture .gap { fill: none; stroke: var(--quiet); stroke-dasharray: 3 3; }
.picture .tile { fill: none; stroke: var(--line); }
.picture .shade { fill: var(--accent); }
figcaption .why { margin: 0; }
.fold, .fold > summary { display: inline; }
.fold > summary { padding: 0; color: inherit; }
.fold:not([open]) > summary::after { content: ' … show'; color: var(--accent); }
blockquote { margin: 0.5rem 0; padding-left: 1rem; border-left: 4px solid var(--line); }
.tok-key { color: var(--accent); }
.tok-text { color: light-dark(#1f6b3a, #8fd0a5); }
.tok-plain { color: light-dark(#8a3b12, #f0b48c); }
@media (max-width: 34rem) {
  .bar form { flex-basis: 100%; margin: 0; max-width: 100%; }
  .part, .panel { padding: 1rem; margin-inline: -0.5rem; }
  .cards { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .cards > * { padding: 0.7rem 0.8rem; }
  .cards .figure { font-size: 1.35rem; }
  .cards .absent { font-size: 1.05rem; }
  .stack tr, .stack td, .stack th { display: block; border: 0; padding: 0.1rem 0; text-align: left; }
  .stack tr { border-bottom: 1px solid var(--line); padding: 0.4rem 0; }
  .stack tbody th, .stack td { min-width: 0; }
  .stack thead { position: absolute; clip-path: inset(50%); }
  .versus tr { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; padding: 0.4rem 0; border-bottom: 1px solid var(--line); }
  .versus th, .versus td { border: 0; padding: 0.1rem 0; }
  .versus tbody th { grid-column: 1 / -1; font-weight: 600; }
  .versus thead th:first-child { position: absolute; clip-path: inset(50%); }
}
@media (min-width: 64rem) {
  .long { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 2rem; align-items: start; }
  .contents { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
  .contents ul { flex-direction: column; gap: 0.1rem; border-left: 2px solid var(--line); padding-left: 0.9rem; }
  .contents a { text-decoration: none; }
  .contents a:hover { text-decoration: underline; }
}
.logo img { box-sizing: border-box; height: 5rem; max-width: 100%; padding: .5rem; background: #fff; }
@media not print { .print-only { display: none; } }
@media print {
  :root { --page: #fff; --card: #fff; --ink: #000; --quiet: #333; --line: #999; --accent: #14588a; --soft: #ddd; --warn: #fff; font-size: 60%; line-height: 1.33; }
  @page { margin: 9mm; }
  .bar nav, .bar form, .foot nav, .skip, .no-print, details:not(.notes), .notes summary, nav { display: none; }
  details.notes::details-content { display: block; content-visibility: visible; }
  body { display: block; }
  main { max-width: none; padding-block: 0.5rem; }
  a { color: inherit; text-decoration: none; }
  .long { display: block; }
  .part, .cards > * { border-radius: 0; padding: 0.5rem; margin: 0.4rem 0; }
  .cards { grid-template-columns: repeat(4, 1fr); gap: 0.4rem; margin: 0.4rem 0; }
  .foot > div { padding-block: 0.5rem; }
  .parts { columns: 2; column-gap: 1rem; }
  .pair { display: block; }
  .flow { columns: auto; }
  svg.picture { max-width: 62%; margin: 0.25rem 0; }
  .lead, .text, section > p, section > ul { max-width: none; }
  ul { padding-left: 1.5rem; }
  h3 { margin-top: 0.5rem; }
  h1 { font-size: 1.8rem; }
  h2 { font-size: 1.2rem; }
  p, ul, figure { margin-block: 0.35rem; }
  th, td, .figures td, .figures th + th { padding-block: 0.1rem; }
  figure, tr, .cards > *, h2, h3 { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
`;

/** The icon of all pages: three bars. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#14588a" d="M1 9h4v6H1zm5-4h4v10H6zm5-4h4v14h-4z"/></svg>\n';

/** Names this stylesheet and icon, so that a browser that has another one asks for it. */
export const styleVersion = versionOf(`${style}${icon}`);
