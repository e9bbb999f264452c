import { type Span, surfaceIndex } from '../text/index.ts';
import type { ReadTexts } from './read-texts.ts';
import {
  compareSteps,
  type Factuality,
  factualityOf,
  PairBudget,
  type SurfaceFindings,
  type SurfaceReading,
  surfaceSteps,
} from './rules/index.ts';
import { withRests, yieldRegularly } from './yield-regularly.ts';

/** Where the source says a claim span in the span's own words. */
export interface Quotation {
  readonly span: Span;
  /** What the source does with these words other than assert them. */
  readonly factuality: Factuality | undefined;
}

/** One claim span and the whole source, word by word. */
export interface ComparedSpan {
  readonly claim: SurfaceReading;
  readonly findings: SurfaceFindings;
  readonly quotation: Quotation | undefined;
}

/** More places than this say nothing new. */
const MOST_PLACES = 8;

/**
 * Compares every asserting span with the source on the surface, in claim order; `undefined` for spans that assert
 * nothing. Nothing of it depends on a model: it is done while they are busy. Rejects once the signal has aborted.
 */
export async function compareTexts(
  source: string,
  { hypotheses, sentences }: ReadTexts,
  signal?: AbortSignal,
): Promise<(ComparedSpan | undefined)[]> {
  const rest = yieldRegularly(signal);
  const spans = sentences.map(({ span }) => span);
  const whole = await withRests(surfaceSteps(source, spans), rest);
  const index = await withRests(surfaceIndex(source), rest);
  const budget = new PairBudget();
  const compared: (ComparedSpan | undefined)[] = [];
  for (const { asserts, text } of hypotheses) {
    await rest();
    if (!asserts) {
      compared.push(undefined);
      continue;
    }
    const claim = await withRests(surfaceSteps(text), rest);
    const findings = await withRests(compareSteps(claim, whole, budget), rest);
    const places = await withRests(index.findAll(text, MOST_PLACES), rest);
    compared.push({ claim, findings, quotation: plainest(source, places, spans) });
  }
  return compared;
}

/** The first place that plainly states the words, else the first place. */
function plainest(source: string, places: readonly Span[], sentences: readonly Span[]): Quotation | undefined {
  let first: Quotation | undefined;
  for (const span of places) {
    const quotation = { span, factuality: factualityOf(source, span, sentences) };
    if (quotation.factuality === undefined) return quotation;
    first ??= quotation;
  }
  return first;
}
