import type { Label } from '../../src/evaluation/labelled-rows.ts';
import type { Verdict } from '../../src/index.ts';

/** A claim, its verdict next to its source alone, and next to the source with other sentences before or after it. */
export interface MeasuredClaim {
  readonly id: string;
  /** The same for claims of one source. */
  readonly group: string;
  readonly claim: string;
  readonly label: Label;
  readonly alone: Judged;
  readonly among: readonly Judged[];
}

export interface Judged {
  readonly verdict: Verdict;
  /** 0 to 1. */
  readonly confidence: number;
}

/** The confidence from which on someone may have acted on a verdict. */
export const SURE = 0.7;

/** One line for each verdict that is another among other sentences, then the sums. */
export function changesReport(claims: readonly MeasuredClaim[]): string {
  const judged = claims.flatMap((claim) => claim.among.map((among) => ({ ...claim, among })));
  const changed = judged.filter(({ alone, among }) => alone.verdict !== among.verdict);
  const sure = changed.filter(({ alone, among }) => Math.max(alone.confidence, among.confidence) >= SURE);
  const changedClaims = new Set(changed.map(({ id }) => id)).size;
  return [
    ...changed.map(
      ({ id, label, alone, among, claim }) => `${id} (${label}): ${shown(alone)} -> ${shown(among)}: ${claim}`,
    ),
    `${changed.length} of ${judged.length} verdicts change, of ${changedClaims} of ${claims.length} claims; ${sure.length} with a confidence of ${SURE} or more before or after`,
    `right: alone ${right(claims.map(({ label, alone }) => ({ label, ...alone })))}, among others ${right(judged.map(({ label, among }) => ({ label, ...among })))}`,
  ].join('\n');
}

function right(rows: readonly { readonly label: Label; readonly verdict: Verdict }[]): string {
  return `${rows.filter(({ label, verdict }) => verdict === label).length} of ${rows.length}`;
}

function shown({ verdict, confidence }: Judged): string {
  return `${verdict} ${confidence.toFixed(2)}`;
}
