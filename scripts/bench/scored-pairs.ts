import { createVerifier, type VerifierOptions, type VerifyInput } from '../../src/index.ts';
import { joinTokens, pairKey } from '../../src/nli/tokenized-text.ts';
import type { Pair } from '../../src/nli/types.ts';
import { allPremises, tokensOf } from '../../src/verify/score-premises.ts';

/** A pair that the pipeline asked the network about: its texts, for peers that read texts, and its ids. */
export interface AskedPair extends Pair {
  readonly premiseText: string;
  readonly hypothesisText: string;
  /** Sum of both ids' counts, without special tokens. */
  readonly tokens: number;
}

/** Finds out which pairs a request makes, on a verifier of its own: the measured one must not have seen the texts. */
export interface PairSource {
  pairsOf(input: VerifyInput): Promise<AskedPair[]>;
  close(): Promise<void>;
}

export async function openPairSource(settings: VerifierOptions): Promise<PairSource> {
  const verifier = await createVerifier({ ...settings, workers: 1, scoreCachePairs: 0 });
  const pairsOf = async (input: VerifyInput) => {
    const { texts, run } = await verifier.examine(input);
    const pairs = new Map<string, AskedPair>();
    for (const [h, scored] of run.hypotheses.entries()) {
      const hypothesis = texts.hypotheses[h]!;
      for (const premise of allPremises(scored)) {
        const tokens = tokensOf(texts, premise, { join: joinTokens });
        const pair = { premise: tokens, hypothesis: hypothesis.tokens };
        pairs.set(pairKey(pair), {
          ...pair,
          premiseText: premise.sentences.map((i) => texts.sentences[i]!.text).join(' '),
          hypothesisText: hypothesis.text,
          tokens: tokens.ids.length + hypothesis.tokens.ids.length,
        });
      }
    }
    return [...pairs.values()];
  };
  return { pairsOf, close: () => verifier.close() };
}
