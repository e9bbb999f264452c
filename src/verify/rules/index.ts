import { belongsToAnother } from './binding.ts';
import { type Compared, directionDiffers, hedgeDiffers, negationDiffers } from './compare-cues.ts';
import { factFindings } from './compare-facts.ts';
import { nameFindings } from './compare-names.ts';
import { sentenceOverlaps } from './overlap.ts';
import { quantityDiffers } from './quantifiers.ts';
import { readSurface, type SurfaceReading } from './reading.ts';
import { rolesDiffer } from './roles.ts';
import { type Stance, stanceOf } from './stance.ts';
import { isSubstituted } from './substitution.ts';
import type { FactFinding, FindingStatus, NameFinding } from './types.ts';

export { type CopyDifferences, copyDifferences } from './copied-sentence.ts';
export { describeFinding } from './describe.ts';
export { readSurface, type SurfaceReading } from './reading.ts';
export { type SpeechFrame, speechFrame } from './speech.ts';
export type { Stance } from './stance.ts';

/** What the words themselves say about a claim and a passage, before any network is asked. */
export interface SurfaceFindings {
  /** One per number, date or identifier of the claim, in its order. */
  readonly facts: readonly FactFinding[];
  readonly factsMatched: number;
  readonly factsConflicting: number;
  readonly factsAbsent: number;
  /** One per name of the claim, in its order. */
  readonly nameFindings: readonly NameFinding[];
  readonly names: { readonly matched: number; readonly absent: number; readonly conflicting: number };
  /** One text denies what the other states of the same words. */
  readonly negation: boolean;
  /** The texts use opposite words, such as "rose" and "fell", of the same matter. */
  readonly direction: boolean;
  /** The passage weakens ("may reduce") what the claim states outright. */
  readonly hedge: boolean;
  /**
   * The claim gives a name or figure another's part: "B beat A" for "A beat B", what stands in another row or clause,
   * or a copied sentence with one name or figure put in another's place.
   */
  readonly roles: boolean;
  /** The claim speaks of more or fewer than the passage: "all" for "some", "always" for "usually", "only X" for "X". */
  readonly quantity: boolean;
  /** The passage has the claim's words and does not state them: asked, denied, on a condition, tried, no longer so. */
  readonly stance: Stance | undefined;
}

function count(findings: readonly { status: FindingStatus }[], status: FindingStatus): number {
  return findings.reduce((total, finding) => total + (finding.status === status ? 1 : 0), 0);
}

/** Compares two readings. Pure and cheap: read each text once and compare it as often as needed. */
export function compareReadings(claim: SurfaceReading, premise: SurfaceReading): SurfaceFindings {
  const facts = factFindings(claim, premise);
  const names = nameFindings(claim, premise);
  const pair: Compared = { claim, source: premise, overlaps: sentenceOverlaps(claim, premise) };
  return {
    facts,
    factsMatched: count(facts, 'match'),
    factsConflicting: count(facts, 'conflict'),
    factsAbsent: count(facts, 'absent'),
    nameFindings: names,
    names: { matched: count(names, 'match'), absent: count(names, 'absent'), conflicting: count(names, 'conflict') },
    negation: negationDiffers(pair),
    direction: directionDiffers(pair),
    hedge: hedgeDiffers(pair),
    roles: rolesDiffer(pair) || belongsToAnother(pair) || isSubstituted(pair),
    quantity: quantityDiffers(pair),
    stance: stanceOf(pair),
  };
}

/** Reads and compares two texts in one call. */
export function compareSurface(claim: string, premise: string): SurfaceFindings {
  return compareReadings(readSurface(claim), readSurface(premise));
}
