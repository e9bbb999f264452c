import type { AuditTrailEntry, MatrixBody } from '../../contract/verify.ts';
import { el } from '../shared/dom.ts';
import { placesInOrder } from './sentence-places.ts';
import { locate, type Range, type Texts } from './spans.ts';

const STEPS = 5;

/** What the verdict made of a cell: it names the sentence, weighed it beside the one it names, or is about something else. */
type Use = 'cited' | 'weighed' | 'none';

const NOTES: Readonly<Record<Use, string>> = {
  cited: '',
  weighed: '; counted, but the verdict quotes another sentence',
  none: '; the verdict is not based on this',
};

/**
 * The heat map: one row per source span, one column per claim span. Every cell repeats its colour as a sign, and its
 * title gives all three scores and the model they come from. A model also reads contradictions between sentences about
 * different things: the contradiction of a cell is pale unless the verdict is based on it, `isUsed`, or counts its sentence
 * as one about the same matter.
 */
export function matrixTable(matrix: MatrixBody, isUsed: (claim: number, source: number) => boolean): HTMLTableElement {
  const { claim_spans: claims, source_spans: sources, scores, phase, relevant } = matrix;
  const useOf = (c: number, s: number): Use => (isUsed(c, s) ? 'cited' : relevant[c]?.[s] ? 'weighed' : 'none');
  const head = el(
    'tr',
    {},
    el('th', { scope: 'col', class: 'corner' }, 'Source'),
    ...claims.map((claim, i) =>
      el('th', { scope: 'col', title: claim }, el('span', { class: 'excerpt' }, `${i + 1}. ${claim}`)),
    ),
  );
  const rows = sources.map((source, s) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, el('span', { class: 'excerpt', title: source }, source)),
      ...claims.map((_, c) => cell(scores[c]?.[s], phase[c]?.[s], useOf(c, s))),
    ),
  );
  return el('table', { class: 'matrix' }, el('thead', {}, head), el('tbody', {}, ...rows));
}

function cell(
  scores: MatrixBody['scores'][number][number] | undefined,
  phase: MatrixBody['phase'][number][number] | undefined,
  use: Use,
): HTMLTableCellElement {
  if (scores === undefined || phase === undefined)
    return el('td', { class: 'empty', title: 'This part of the claim makes no statement to check' }, '-');
  const { entailment, neutral, contradiction } = scores;
  const against = contradiction > entailment;
  const strength = Math.max(entailment, contradiction);
  const numbers = `entailed ${entailment.toFixed(2)}, neutral ${neutral.toFixed(2)}, contradicted ${contradiction.toFixed(2)}`;
  const isStrong = against && strength >= 0.1;
  const isPale = isStrong && use === 'none';
  const title = `${numbers} (${phase} model)${isStrong ? NOTES[use] : ''}`;
  const sign = strength < 0.1 ? '·' : `${against ? '≠' : '='} ${Math.round(strength * 100)}`;
  const step = Math.min(STEPS - 1, Math.floor(strength * STEPS));
  const heat = isPale ? 'unused' : `heat-${against ? 'against' : 'for'}-${step}`;
  return el('td', { class: heat, title }, el('span', { 'aria-hidden': 'true' }, sign), hidden(title));
}

function hidden(text: string): HTMLElement {
  return el('span', { class: 'visually-hidden' }, text);
}

interface Verified extends Texts {
  /** The audit trail of the verdict about these texts. */
  readonly trail: readonly AuditTrailEntry[];
}

/** Whether the verdict is based on a cell of the matrix: its audit trail names words of both spans together. */
export function usedCells(matrix: MatrixBody, verified: Verified): (claim: number, source: number) => boolean {
  const claims = placesInOrder(verified.claim, matrix.claim_spans);
  const sources = placesInOrder(verified.source, matrix.source_spans);
  const pairs = locate(verified.trail, verified);
  return (c, s) => pairs.some(({ claim, source }) => overlap(claim, claims[c]) && overlap(source, sources[s]));
}

function overlap(a: Range | undefined, b: Range | undefined): boolean {
  return a !== undefined && b !== undefined && a.start < b.end && b.start < a.end;
}
