import type { NliModel, Pair, Phase, TokenizedText } from '../../nli/types.ts';
import type { Premise, ScoredPremise } from '../read/premises.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';
import { scoreInParts } from './score-in-parts.ts';
import type { Scoring } from './scoring.ts';

/** Premises of which the tokens and the words in common are put together without a pause. */
const PREMISES_AT_ONCE = 64;

/**
 * The premises with the scores of a phase's model beside a claim span, and the share of the span's words that they hold,
 * which `covers` tells.
 */
export async function scorePremises(
  premises: readonly Premise[],
  { span, phase, covers }: { span: ClaimSpan; phase: Phase; covers: (premise: Premise) => number },
  { source, encoder, permit, rest }: Scoring,
): Promise<ScoredPremise[]> {
  const model = encoder[phase]!;
  const hypothesis = model.tokenize(span.normalised);
  const pairs: Pair[] = [];
  for (const [i, premise] of premises.entries()) {
    if (i % PREMISES_AT_ONCE === 0) await rest();
    pairs.push({ premise: tokensOf(source, premise, model), hypothesis });
  }
  const scores = await scoreInParts(pairs, (part) => permit.score(phase, part), rest);
  const scored: ScoredPremise[] = [];
  for (const [i, premise] of premises.entries()) {
    // One answer of the model often ends the wait of many spans: each goes on in a turn of its own.
    if (i % PREMISES_AT_ONCE === 0) await rest();
    scored.push({ ...premise, scores: scores[i]!, coverage: covers(premise) });
  }
  return scored;
}

/** A premise as a model reads it: its first sentence, and the others as they go on from it. */
export function tokensOf(
  { sentences }: Pick<ReadSource, 'sentences'>,
  premise: Pick<Premise, 'sentences'>,
  model: Pick<NliModel, 'tokenize' | 'join'>,
): TokenizedText {
  const [first, ...others] = premise.sentences;
  const start = model.tokenize(sentences[first!]!.normalised);
  if (others.length === 0) return start;
  return model.join([start, ...others.map((i) => model.tokenize(sentences[i]!.normalised, 'continuation'))]);
}
