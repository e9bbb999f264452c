import type { Span } from '../text/index.ts';
import type { ClaimSpan } from './read-claim.ts';
import type { ReadSource } from './read-source.ts';
import {
  compareSteps,
  type Factuality,
  factualityOf,
  type PairBudget,
  type SurfaceFindings,
  type SurfaceReading,
  surfaceSteps,
} from './rules/index.ts';
import { type Rest, withRests } from './yield-regularly.ts';

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

/** What the words of a claim span say beside those of the closest sentence and of the whole source. */
export interface Findings {
  readonly closest: SurfaceFindings;
  readonly source: SurfaceFindings;
}

/** What the comparisons of one claim share. */
export interface Comparing {
  readonly source: ReadSource;
  /** Comparisons left to all spans of the claim together. */
  readonly budget: PairBudget;
  readonly rest: Rest;
}

/** More places than this say nothing new. */
const MAX_PLACES = 8;

/** Compares a span with the source on the surface. Nothing of it depends on a model: it is done while they are busy. */
export async function compareSpan({ text }: ClaimSpan, { source, budget, rest }: Comparing): Promise<ComparedSpan> {
  const { readings } = source;
  const claim = await withRests(surfaceSteps(text), rest);
  const findings = await withRests(compareSteps(claim, await readings.whole(rest), budget), rest);
  const places = (await readings.index(rest)).findAll(text, MAX_PLACES);
  await rest();
  return { claim, findings, quotation: plainest(source, places) };
}

/** The first place that plainly states the words, else the first place. */
function plainest({ text, readings }: ReadSource, places: readonly Span[]): Quotation | undefined {
  let first: Quotation | undefined;
  for (const span of places) {
    const quotation = { span, factuality: factualityOf(text, span, readings.spans) };
    if (quotation.factuality === undefined) return quotation;
    first ??= quotation;
  }
  return first;
}
