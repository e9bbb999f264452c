import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Html, highlightClaim, highlightSource, html } from '../../evaluation/report/html.ts';
import { PACKAGE_ROOT } from '../../package.ts';
import { nameOfFile } from '../../rows/file-format.ts';
import type { SampledRow } from './sample-rows.ts';
import { placed, type VerdictRow } from './verdict-row.ts';

/** Rows of a run to be labelled by a person. */
export interface LabelSample {
  /** How many rows of the run each tenth of the confidence has. */
  readonly counts: readonly number[];
  readonly rows: readonly SampledRow<VerdictRow>[];
}

/** A part of a page, and the source of its one script as a policy names it. */
export interface LabelSection {
  readonly section: Html;
  readonly scriptSource: string;
}

/** The script as `npm run build` compiles it. */
const SCRIPT = join(PACKAGE_ROOT, 'dist', 'src', 'web', 'label-rows.js');

/** The rows as cards without their verdicts, which would lead whoever labels them, and what the labels are saved with. */
export function labelSection(input: string, { counts, rows }: LabelSample): LabelSection {
  const script = readFileSync(SCRIPT, 'utf8');
  const texts = rows.map(({ tenth, row }) => ({
    tenth,
    id: row.id ?? `row-${row.row}`,
    claim: row.claim,
    grounding_source: row.source,
    verdict: row.verdict,
    confidence: row.confidence,
  }));
  const key = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  const data = JSON.stringify({ key, file: `${nameOfFile(input)}.labels.jsonl`, counts, rows: texts });
  return {
    section: html`<section id="labelling" hidden><style>${STYLE}</style><h2>Label rows</h2><details>
<summary>Label ${rows.length} rows, drawn at random within tenths of the confidence</summary>
<p class="quiet">One key a label. The verdict is not shown. Labels stay in this browser until they are saved as a file for <code>evaluate</code> and
<code>calibrate</code>; each row then has the weight of the rows that it stands for.</p>
<p role="status" id="progress"></p>
<p class="keys">${KEYS.map(([action, key_, name]) => html`<button type="button" data-do="${action}"><kbd>${key_}</kbd> ${name}</button> `)}
<button type="button" id="save">Save the labels</button></p>
${rows.map(({ row }) => labelCard(row))}</details></section>
<script type="application/json" id="sample">${new Html(data.replaceAll('<', '\\u003c'))}</script>
<script type="module">${new Html(script)}</script>`,
    scriptSource: `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  };
}

const KEYS = [
  ['SUPPORTED', 'S', 'supported'],
  ['UNSUPPORTED', 'U', 'contradicted'],
  ['UNCERTAIN', 'N', 'neither'],
  ['skip', 'K', 'skip'],
  ['undo', 'Z', 'undo'],
] as const;

const STYLE = new Html(`
#labelling summary { color: var(--accent); font-weight: 600; } #labelling .keys { position: sticky; top: 0; padding: .5rem 0;
  background: var(--paper); max-width: none; display: flex; flex-wrap: wrap; gap: .4rem; }
#labelling button { font: inherit; padding: .3rem .7rem; color: inherit; background: var(--card); border: 1px solid var(--line);
  border-radius: 6px; cursor: pointer; } #labelling button:disabled { opacity: .5; cursor: default; }
#labelling kbd { font: inherit; font-weight: 600; color: var(--accent); } #save { margin-left: auto; }
#labelling .source { max-height: 22rem; overflow-y: auto; border-top: 1px solid var(--line); position: relative; }
#labelling .claim { font-size: 1.15rem; } #labelling mark { background: var(--soft); } #labelling sup { display: none; }
`);

function labelCard({ claim, source, auditTrail, row, id }: VerdictRow): Html {
  const trail = placed(claim, source, auditTrail);
  const label = `row ${row}${id === undefined ? '' : ` · id ${id}`}`;
  return html`<article class="card row" hidden><header><span>claim</span><span class="quiet">${label}</span></header>
<p class="text claim">${highlightClaim(claim, [])}</p><div class="source" tabindex="0"><p class="text">${highlightSource(source, trail)}</p></div></article>`;
}
