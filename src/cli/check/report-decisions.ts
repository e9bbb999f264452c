import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Html, html } from '../../html.ts';
import { PACKAGE_ROOT } from '../../package.ts';
import type { CheckedDraft } from './checked-draft.ts';
import { findingOf } from './decisions.ts';
import type { NumberedLine } from './draft-html.ts';

/** The script as `npm run build` compiles it. */
const SCRIPT = join(PACKAGE_ROOT, 'dist', 'src', 'web', 'decisions.js');

export interface DecisionParts {
  /** The figures, and the button that saves. */
  readonly section: Html;
  /** The buttons and the note beside the evidence of a sentence. */
  readonly controls: Html;
  /** The findings and the script. */
  readonly scripts: Html;
  /** The hash of the script, as a policy names it. */
  readonly scriptHash: string;
}

/** The parts of a report by which a reviewer accepts or rejects each finding. */
export function decisionParts(checked: CheckedDraft, lines: readonly NumberedLine[]): DecisionParts {
  const script = readFileSync(SCRIPT, 'utf8');
  const findings = lines.map((line) => findingOf(line, checked.sources, checked.models));
  const key = createHash('sha256').update(JSON.stringify(findings)).digest('hex').slice(0, 16);
  const file = `${basename(checked.draft.file)}.decisions.json`;
  const data = JSON.stringify({ key, file, findings, earlier: checked.decisions });
  return {
    section: html`<section id="decisions" aria-labelledby="review" hidden><h2 id="review">Your decisions</h2>
<p class="quiet">Open a sentence, then accept or reject its finding. Decisions stay in this browser until they are saved; <code>check --decisions FILE</code> shows them again where the finding is the same.</p>
<p><span role="status" id="decided"></span> <button type="button" id="save-decisions">Save the decisions</button></p></section>`,
    controls: html`<div id="decide"><button type="button" data-do="accept" aria-pressed="false"><kbd>a</kbd> accept</button> <button type="button" data-do="reject" aria-pressed="false"><kbd>r</kbd> reject</button>
<label for="decision-note"><kbd>t</kbd> note</label><textarea id="decision-note" rows="2"></textarea></div>`,
    scripts: html`<script type="application/json" id="findings">${new Html(data.replaceAll('<', '\\u003c'))}</script>
<script type="module">${new Html(script)}</script>`,
    scriptHash: `sha256-${createHash('sha256').update(script).digest('base64')}`,
  };
}
