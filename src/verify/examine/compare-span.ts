import { type Rest, withRests } from '../../yield-regularly.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';
import { spanReading } from '../read/span-reading.ts';
import { compareSteps, type PairBudget, type SurfaceFindings } from '../rules/index.ts';

/** What the comparisons of one claim share. */
export interface Comparing {
  readonly source: ReadSource;
  /** Comparisons left to all spans of the claim together. */
  readonly budget: PairBudget;
  readonly rest: Rest;
}

/**
 * Compares a span with the whole source on the surface, and has its words looked up there. Nothing of it depends on a
 * model: it is done while they are busy.
 */
export async function compareSpan(span: ClaimSpan, { source, budget, rest }: Comparing): Promise<SurfaceFindings> {
  const { readings } = source;
  const reading = await withRests(spanReading(span), rest);
  const findings = await withRests(compareSteps(reading, await readings.whole(rest), budget), rest);
  await readings.quotation(span.text, rest);
  return findings;
}
