import type { CrossEncoder, NliModel } from '../../../src/nli/types.ts';
import { byWords, fakeEncoder, scores } from '../fake-encoder.ts';

/** Two characters a token: the longest sentences have to be cut. */
function byLength(model: NliModel): NliModel {
  const textOf = (length: number, key: string) => ({ ids: new Int32Array(length), unknownTokens: 0, key });
  return {
    ...model,
    tokenize: (text) => textOf(Math.ceil(text.length / 2), text),
    join: (parts) =>
      textOf(
        parts.reduce((sum, { ids }) => sum + ids.length, 0),
        parts.map(({ key }) => key).join(' '),
      ),
  };
}

const LABELS = ['entailment', 'contradiction', 'neutral'] as const;

/** Models that read nothing, so that the work is the product's own, and answer in turn everything there is. */
export function indifferentEncoder(): CrossEncoder {
  const encoder = fakeEncoder({ evidence: byWords });
  return {
    ...encoder,
    verdict: byLength(encoder.verdict),
    evidence: byLength(encoder.evidence!),
    admit: (...asked) => ({
      ...encoder.admit(...asked),
      score: (_, pairs) => Promise.resolve(pairs.map((_, i) => scores(LABELS[i % LABELS.length]!))),
    }),
  };
}
