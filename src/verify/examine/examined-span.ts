import type { ScoredPremise } from '../read/premises.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { Quotation } from '../read/source-readings.ts';
import type { CopyDifferences, SurfaceFindings } from '../rules/index.ts';
import type { Features } from './feature-names.ts';

/** One claim span with all that the policy may look at. */
export interface ExaminedSpan {
  readonly hypothesis: ClaimSpan;
  /** The premise that speaks most for the span. */
  readonly support: ScoredPremise;
  /** The premise that speaks most against it. */
  readonly opposition: ScoredPremise;
  /** The single sentence with most words in common. */
  readonly closest: ScoredPremise;
  /**
   * The span's own words, found in the source, and a premise that the verdict model read and that holds them whole;
   * `isSentence` where they are a whole sentence of the source.
   */
  readonly surface: (Quotation & { readonly premise: ScoredPremise; readonly isSentence: boolean }) | undefined;
  /** The source sentence that the span copies but for a number, date, name, negation or exception. */
  readonly copied: { readonly premise: ScoredPremise; readonly differences: CopyDifferences } | undefined;
  /** What the span's words say beside those of the closest sentence and of the whole source. */
  readonly findings: { readonly closest: SurfaceFindings; readonly source: SurfaceFindings };
  readonly features: Features;
}
