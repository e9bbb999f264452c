import { groupBy } from '../group-by.ts';
import { isRight, type JudgedRow } from '../labelled-rows.ts';
import { formatNumber } from './format-number.ts';
import { highlightClaim, highlightSource } from './highlight.ts';
import { type Html, html } from './html.ts';

const MAX_MISTAKES_PER_SET = 8;
const MAX_MISTAKES = 60;

/** The wrong verdicts with the highest confidence, at most eight per set, highest first. */
export function worstMistakes(judged: readonly JudgedRow[]): JudgedRow[] {
  const wrong = judged
    .filter(({ row, judgement }) => !isRight(row.label, judgement.verdict))
    .toSorted((left, right) => right.judgement.confidence - left.judgement.confidence);
  const perSet = [...groupBy(wrong, ({ row }) => row.set).values()].flatMap((rows) =>
    rows.slice(0, MAX_MISTAKES_PER_SET),
  );
  return perSet
    .toSorted((left, right) => right.judgement.confidence - left.judgement.confidence)
    .slice(0, MAX_MISTAKES);
}

/** One row: claim and source with the audit trail's spans marked, and the reasoning. */
export function judgedRow({ row, judgement }: JudgedRow): Html {
  const { auditTrail } = judgement;
  const trail = auditTrail.map(({ claimSpan, sourceSpan, matchType }) => {
    const found = sourceSpan === undefined ? '' : row.source.slice(sourceSpan.start, sourceSpan.end);
    const evidence = found === '' ? html`<i class="quiet">no matching text in the source</i>` : found;
    return html`<li><mark class="${matchType}">${matchType}</mark>
      ${row.claim.slice(claimSpan.start, claimSpan.end)} <span class="quiet">←</span> ${evidence}</li>`;
  });
  return html`<article class="card row">
    <header><span>labelled <b>${row.label}</b></span><span>judged <b>${judgement.verdict}</b></span>
      <span>confidence <b>${formatNumber(judgement.confidence)}</b></span>
      <span class="quiet">${row.set} · ${row.id}</span></header>
    <p class="text">${highlightClaim(row.claim, auditTrail)}</p>
    <ol class="trail">${trail}</ol>
    <details><summary>source</summary><p class="text">${highlightSource(row.source, auditTrail)}</p></details>
    <details><summary>reasoning</summary><p class="text">${judgement.reasoning}</p></details>
  </article>`;
}
