import type { MatrixResponse, PairScores, Phase } from './contract.ts';
import { el } from './dom.ts';

const STEPS = 5;

/**
 * The heat map: a row for each source span, a column for each claim span. Every cell says in signs what its colour
 * says, and has all three numbers and the model they come from as its title.
 */
export function matrixTable(matrix: MatrixResponse): HTMLTableElement {
  const { claim_spans: claims, source_spans: sources, scores, phase } = matrix;
  const head = el(
    'tr',
    {},
    el('th', { scope: 'col', class: 'corner' }, 'Source'),
    ...claims.map((claim, i) =>
      el('th', { scope: 'col', title: claim }, el('span', { class: 'column' }, `Claim ${i + 1}`)),
    ),
  );
  const rows = sources.map((source, s) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, el('span', { class: 'excerpt', title: source }, source)),
      ...claims.map((_, c) => cell(scores[c]?.[s], phase[c]?.[s])),
    ),
  );
  return el('table', { class: 'matrix' }, el('thead', {}, head), el('tbody', {}, ...rows));
}

function cell(scores: PairScores | undefined, phase: Phase | undefined): HTMLTableCellElement {
  if (scores === undefined || phase === undefined)
    return el('td', { class: 'empty', title: 'This part of the claim asserts nothing' }, '-');
  const { entailment, neutral, contradiction } = scores;
  const against = contradiction > entailment;
  const strength = Math.max(entailment, contradiction);
  const numbers = `entailed ${entailment.toFixed(2)}, neutral ${neutral.toFixed(2)}, contradicted ${contradiction.toFixed(2)}`;
  const title = `${numbers} (${phase} model)`;
  const sign = strength < 0.1 ? '·' : `${against ? '≠' : '='} ${Math.round(strength * 100)}`;
  const heat = `heat-${against ? 'against' : 'for'}-${Math.min(STEPS - 1, Math.floor(strength * STEPS))}`;
  return el('td', { class: heat, title }, el('span', { 'aria-hidden': 'true' }, sign), hidden(title));
}

function hidden(text: string): HTMLElement {
  return el('span', { class: 'visually-hidden' }, text);
}
