import type { ReadClaim } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';
import type { PairMatrix } from '../verification.ts';
import { type ScoredSpan, sentencesOf } from './score-span.ts';

/** What was read: claim, source, and the scores of the spans that assert something. */
export interface ScoredTexts {
  readonly claim: ReadClaim;
  readonly source: ReadSource;
  readonly scored: readonly ScoredSpan[];
}

/** The verdict model's scores of the single sentences where it read them, else the evidence model's. */
export function pairMatrix({ claim, source, scored }: ScoredTexts): PairMatrix {
  const bySpan = new Map(scored.map((one) => [one.span, one]));
  const rows = claim.parts.map((part) => cellsOf(bySpan.get(part)));
  return {
    claimSpans: claim.parts.map(({ span }) => span),
    sourceSpans: source.standingAlone.map((i) => source.sentences[i]!.span),
    scores: rows.map((row) => row.map(({ scores }) => scores)),
    phases: rows.map((row) => row.map(({ phase }) => phase)),
  };
}

function cellsOf(scored: ScoredSpan | undefined) {
  if (scored === undefined) return [];
  const read = new Map(sentencesOf(scored).map(({ sentences, scores }) => [sentences[0]!, scores]));
  const byVerdict = [...read].map(([sentence, scores]) => ({ sentence, scores, phase: 'verdict' as const }));
  if (scored.evidence.length === 0) return byVerdict;
  return scored.evidence.map(({ sentence, scores }) => {
    const verdict = read.get(sentence);
    return { sentence, scores: verdict ?? scores, phase: verdict ? ('verdict' as const) : ('evidence' as const) };
  });
}
