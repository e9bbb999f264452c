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

function cellsOf(scored: ScoredSpan | undefined) {
  if (scored === undefined) return [];
  const read = new Map(singleSentences(scored.premises).map(({ sentences, scores }) => [sentences[0]!, scores]));
  const byVerdict = [...read].map(([sentence, scores]) => ({ sentence, scores, phase: 'verdict' as const }));
  if (scored.evidence.length === 0) return byVerdict;
  return scored.evidence.map(({ sentence, scores }) => {
    const verdict = read.get(sentence);
    return { sentence, scores: verdict ?? scores, phase: verdict ? ('verdict' as const) : ('evidence' as const) };
  });
}
