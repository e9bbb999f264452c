import type { ClaimSpan } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';
import type { Quotation } from '../read/source-readings.ts';
import {
  compareSteps,
  type PairBudget,
  type SurfaceFindings,
  type SurfaceReading,
  surfaceSteps,
} from '../rules/index.ts';
import { type Rest, withRests } from '../yield-regularly.ts';

/** One claim span and the whole source, word by word. */
export interface ComparedSpan {
  readonly claim: SurfaceReading;
  readonly findings: SurfaceFindings;
  readonly quotation: Quotation | undefined;
}

/** What the comparisons of one claim share. */
export interface Comparing {
  readonly source: ReadSource;
  /** Comparisons left to all spans of the claim together. */
  readonly budget: PairBudget;
  readonly rest: Rest;
}

/** Compares a span with the source on the surface. Nothing of it depends on a model: it is done while they are busy. */
export async function compareSpan({ text }: ClaimSpan, { source, budget, rest }: Comparing): Promise<ComparedSpan> {
  const { readings } = source;
  const claim = await withRests(surfaceSteps(text), rest);
  const findings = await withRests(compareSteps(claim, await readings.whole(rest), budget), rest);
  return { claim, findings, quotation: await readings.quotation(text, rest) };
}
