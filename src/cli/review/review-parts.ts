import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Html, html } from '../../html.ts';
import { PACKAGE_ROOT } from '../../package.ts';
import type { Decision, Finding } from './decisions.ts';

export interface ReviewedFinding extends Finding {
  readonly place: string;
  readonly outcome: string;
  readonly reasons: string;
  readonly evidence: string;
}

export interface Review {
  readonly file: string;
  /** In the order of their numbers, from 1: elements with `data-finding` show the decision on the finding of that number. */
  readonly findings: readonly ReviewedFinding[];
  readonly earlier: readonly Decision[];
  readonly command: string;
}

/** `controls` are for next to the open finding; a page writes its number into `data-opened` of the body. */
export function reviewParts({ file, findings, earlier, command }: Review) {
  const { script, hash } = pageScript('decisions');
  const key = createHash('sha256').update(JSON.stringify(findings)).digest('hex').slice(0, 16);
  const saved = findings.map(({ place, outcome, reasons, evidence, ...finding }) => finding);
  const shown = findings.map(({ place, outcome, reasons, evidence }) => [place, outcome, reasons, evidence]);
  const data = JSON.stringify({ key, file: basename(file), findings: saved, shown, earlier });
  return {
    section: html`<section id="decisions" aria-labelledby="review" hidden><h2 id="review">Your decisions</h2>
<p class="quiet">Open a finding, then accept or reject it. Decisions stay in this browser until they are saved; <code>${command} --decisions FILE</code> shows them again where the finding is the same.</p>
<p><span role="status" id="decided"></span></p>
<p class="save"><button type="button" id="save-decisions">Save the decisions</button> <button type="button" id="export-decisions">Export to Excel</button></p></section>`,
    controls: html`<div id="decide"><button type="button" data-do="accept" aria-pressed="false"><kbd>a</kbd> accept</button> <button type="button" data-do="reject" aria-pressed="false"><kbd>r</kbd> reject</button>
<label for="decision-note"><kbd>t</kbd> note</label><textarea id="decision-note" rows="2"></textarea></div>`,
    scripts: html`<script type="application/json" id="findings">${new Html(data.replaceAll('<', '\\u003c'))}</script>
<script type="module">${script}</script>`,
    scriptHash: hash,
  };
}

/** A script, and its hash as a content security policy names it, without quotation marks. */
export function pageScript(name: string) {
  const script = readFileSync(join(PACKAGE_ROOT, 'dist', 'src', 'web', `${name}.js`), 'utf8');
  return { script: new Html(script), hash: `sha256-${createHash('sha256').update(script).digest('base64')}` };
}

/** For both pages, which name their colors alike. */
export const REVIEW_STYLE = `
.decision { font-weight: 600; } .decision:empty { display: none; }
#decide { border-top: 1px solid var(--line); margin-top: .6rem; padding-top: .6rem; } #decide textarea { display: block; width: 100%; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); }
#decide button, #decisions button { font: inherit; padding: .2rem .7rem; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
#decide button[aria-pressed=true] { border-color: var(--accent); outline: 2px solid var(--accent); } #save-decisions:disabled { opacity: .6; cursor: default; } #decide kbd { font: inherit; font-weight: 600; color: var(--accent); }
@media print { #decide, #decisions .quiet, #decisions .save { display: none !important; } }
`;
