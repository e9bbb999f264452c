/** The colors are variables, each with that of the light page and that of the dark one; each outcome has its own line kind, too. */
export const REPORT_STYLE = `
:root { color-scheme: light dark;
  --paper: light-dark(#fbfaf8, #14171a); --card: light-dark(#fff, #1c2126); --ink: light-dark(#1c2024, #e6e8ea);
  --quiet: light-dark(#59626d, #a2abb5); --line: light-dark(#d9d7d1, #39414a);
  --accent: light-dark(#1f5f80, #7cc0e0); --good: light-dark(#1c6b37, #86d6a0);
  --good-back: light-dark(#e3f2e6, #1b3524); --open: light-dark(#7a5500, #f0c95f);
  --open-back: light-dark(#fcf1d2, #3a3014); --bad: light-dark(#a3271b, #ff9d8f);
  --bad-back: light-dark(#fbe0dc, #46201b); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 50rem; background: var(--paper); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .25rem; } h2 { font-size: 1.25rem; margin: 2.25rem 0 .6rem; }
.quiet { color: var(--quiet); } a { color: inherit; text-decoration-color: var(--accent); }
.cards { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); }
.card { background: var(--card); border: 1px solid var(--line); border-left-width: 5px; border-radius: 6px; padding: .6rem .9rem;
  display: flex; flex-direction: column; }
.count { font-size: 1.6rem; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums; }
.supported { --tone: var(--good); --back: var(--good-back); } .unsupported { --tone: var(--bad); --back: var(--bad-back); }
.uncertain, .review { --tone: var(--open); --back: var(--open-back); } .unchecked { --tone: var(--quiet); --back: var(--card); }
.card { border-left-color: var(--tone); } .sign { color: var(--tone); font-weight: 700; }
.facts, .missing { padding-left: 1.2rem; } .missing b { font-weight: 600; } summary { cursor: pointer; }
.to-do, .evidence, .reasons { padding-left: 1.3rem; margin: .3rem 0; } .to-do > li { margin: .4rem 0; }
.differs { border: 2px solid var(--bad); border-radius: 3px; padding: 0 .15em; } blockquote { margin: .2rem 0; padding-left: .7rem; border-left: 3px solid var(--line); white-space: pre-wrap; }
.evidence { list-style: none; padding-left: 0; } .evidence li { margin: .5rem 0; } cite { color: var(--quiet); font-style: normal; font-size: .9em; }
.filter { border: 1px solid var(--line); border-radius: 6px; display: none; flex-wrap: wrap; gap: .3rem 1.2rem; margin: .5rem 0; }
.help { display: none; font-size: .9em; } .scripted .filter { display: flex; } .scripted .help { display: block; }
.draft { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .5rem 1.5rem 1rem; }
.draft h3 { font-size: 1.35rem; } .draft h4 { font-size: 1.15rem; } .draft h5, .draft h6 { font-size: 1rem; } .draft p { white-space: pre-line; }
.draft pre { white-space: pre-wrap; tab-size: 4; font: .9em/1.6 ui-monospace, monospace; } .footnote { font-size: .85em; }
.level-2 { margin-left: 1.2rem; } .level-3, .level-4, .level-5, .level-6 { margin-left: 2.4rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; margin: .5rem 0; } th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
.sentence { background: var(--back); border-bottom: 2px solid var(--tone); border-radius: 2px; padding: .05em .15em; cursor: pointer;
  -webkit-box-decoration-break: clone; box-decoration-break: clone; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.sentence.unsupported { border-bottom-style: double; border-bottom-width: 4px; } .sentence.uncertain { border-bottom-style: dashed; } .sentence.review { border-bottom-style: dotted; }
.sentence .sign { margin-right: .2em; } .sentence:hover, .sentence[aria-expanded=true] { outline: 2px solid var(--tone); }
.sentence:focus-visible, a:focus-visible, button:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
.sentence.passed-over { background: none; border-color: transparent; cursor: auto; outline: none; } .passed-over .sign { display: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.note-number { display: none; } .notes ol { padding-left: 2.2rem; } .notes li[value] { margin: 1rem 0; } .notes p { margin: .2rem 0; }
.words { font-style: italic; }
#panel { position: fixed; z-index: 1; background: var(--card); border: 1px solid var(--line); box-shadow: 0 2px 18px #0004; padding: 1rem 1.2rem; overflow-y: auto;
  inset: auto 0 0 0; max-height: 45vh; } #close { float: right; font: inherit; background: none; border: 0; color: inherit; cursor: pointer; }
#panel p { margin: .2rem 0; } .with-panel { padding-bottom: 50vh; }
@media (min-width: 78rem) { #panel { inset: 1.5rem 1.5rem auto auto; width: 24rem; max-height: calc(100vh - 3rem); border-radius: 6px; }
  .with-panel { padding-bottom: 4rem; margin-right: 28rem; } }
@media print { :root { --paper: #fff; --card: #fff; --ink: #000; --quiet: #444; --line: #bbb; color-scheme: light; }
  body { max-width: none; margin: 0; padding: 0; font-size: 10.5pt; } .with-panel { padding: 0; margin: 0; } .sentence { outline: none !important; } #panel, .scripted .filter, .scripted .help { display: none !important; }
  .note-number { display: inline; font-size: .7em; } .draft { border: 0; padding: 0; } .notes { break-before: page; font-size: 9pt; } .notes li, .to-do > li, tr { break-inside: avoid; }
  .card { break-inside: avoid; } h2, h3, h4, h5, h6 { break-after: avoid; } a { text-decoration: none; } }
`;
