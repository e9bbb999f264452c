import { type Span, surfaceIndex } from '../text/index.ts';
import type { ReadTexts } from './read-texts.ts';
import {
  compareReadings,
  type Factuality,
  factualityOf,
  readSurface,
  type SurfaceFindings,
  type SurfaceReading,
} from './rules/index.ts';
import { yieldRegularly } from './yield-regularly.ts';

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
 * nothing. Nothing of it depends on a model: it is done while they are busy.
 */
export async function compareTexts(
  source: string,
  { hypotheses, sentences }: ReadTexts,
): Promise<(ComparedSpan | undefined)[]> {
  const rest = yieldRegularly();
  const spans = sentences.map(({ span }) => span);
  const whole = readSurface(source, spans);
  await rest();
  const index = surfaceIndex(source);
  const compared: (ComparedSpan | undefined)[] = [];
  for (const { asserts, text } of hypotheses) {
    await rest();
    if (!asserts) {
      compared.push(undefined);
      continue;
    }
    const claim = readSurface(text);
    const places = index.findAll(text, MOST_PLACES);
    const quotations = places.map((span) => ({ span, factuality: factualityOf(source, span, spans) }));
    compared.push({ claim, findings: compareReadings(claim, whole), quotation: plainest(quotations) });
  }
  return compared;
}

/** The first place that plainly states the words, else the first place. */
function plainest(quotations: readonly Quotation[]): Quotation | undefined {
  return quotations.find(({ factuality }) => factuality === undefined) ?? quotations[0];
}
