import { singleSentences } from '../read/premises.ts';
import type { ReadClaim } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';
import type { PairMatrix } from '../verification.ts';
import type { ScoredSpan } from './score-span.ts';

/** The verdict model's scores of the single sentences where it read them, else the evidence model's. */
export function pairMatrix(claim: ReadClaim, source: ReadSource, scored: readonly ScoredSpan[]): PairMatrix {
  const bySpan = new Map(scored.map((one) => [one.span, one]));
  return {
    claimSpans: claim.parts.map(({ span }) => span),
    sourceSpans: source.standingAlone.map((i) => source.sentences[i]!.span),
    rows: claim.parts.map((part) => cellsOf(bySpan.get(part))),
  };
}

function cellsOf(scored: ScoredSpan | undefined): PairMatrix['rows'][number] {
  if (scored === undefined) return [];
  const read = singleSentences(scored.premises);
  const closest = Math.max(...read.map(({ coverage }) => coverage));
  const byVerdict = read.map(({ sentences, scores, coverage }) => {
    const relevant = coverage > 0 && isRelevant(coverage, closest);
    return [sentences[0]!, { scores, phase: 'verdict' as const, relevant }] as const;
  });
  const bySentence = new Map(byVerdict);
  if (scored.evidence.length === 0) return [...bySentence.values()];
  return scored.evidence.map(
    ({ sentences, scores }) => bySentence.get(sentences[0]!) ?? { scores, phase: 'evidence' as const, relevant: false },
  );
}

/** The share of the closest sentence's words from which on a sentence speaks of the same matter. */
const RELEVANT = 0.6;

/** Whether a sentence has enough of a span's words, beside the sentence that has most of them. Both as coverage, 0 to 1. */
export function isRelevant(coverage: number, closest: number): boolean {
  return coverage >= RELEVANT * closest;
}
