import type { MatchType } from '../../contract/words.ts';
import { sentenceWords } from '../../text/index.ts';
import type { DecidedSpan } from '../decide/policy.ts';
import { CARRIES } from '../decision-constants.ts';
import { type ExaminedDocument, highest } from '../examine/features.ts';
import type { ScoredPremise } from '../read/premises.ts';
import type { SourceSet } from '../read/read-source.ts';
import { coverage, weighWords } from '../read/source-readings.ts';

/** A premise that decided a span, and how. */
export interface DecidingPremise {
  readonly premise: ScoredPremise;
  readonly matchType: MatchType;
  /** Why it is the deciding one; `surface`: it holds the span's own words, `copied`: most of them, `computed`: a value. */
  readonly basis: 'surface' | 'copied' | 'support' | 'opposition' | 'closest' | 'computed';
  /** The sentences around it decide. */
  readonly inContext: boolean;
}

/** Difference between the scores of two sentences that speak equally for a side. */
const AS_STRONG = 0.1;

/**
 * The sentence of a document to show for a side: where the passage as a whole decides, its best-ranked one; else of those that
 * speak most for the side when read alone, the one with most words of the span.
 */
export function shown(
  document: ExaminedDocument,
  basis: 'support' | 'opposition',
  matchType: MatchType,
): DecidingPremise {
  const { inContext, ...strongest } = document[basis];
  if (inContext) return { premise: strongest, matchType, basis, inContext };
  const side = basis === 'support' ? 'entailment' : 'contradiction';
  const least = Math.max(strongest.scores[side] - AS_STRONG, Math.min(CARRIES, strongest.scores[side]));
  const strong = document.sentences.filter(({ scores }) => scores[side] >= least);
  const premise = highest([strongest, ...strong], (one) => one.coverage);
  return { premise, matchType, basis, inContext: false };
}

/** The sentence with most of the span's words that the given ones lack, the first among equals, and the share of all that it adds. */
export function mostCovering(
  { examined }: DecidedSpan,
  { readings }: SourceSet,
  { among, given }: { readonly among: readonly number[]; readonly given: readonly number[] },
): { readonly sentence: number; readonly added: number } {
  const words = readings.words();
  const weighed = weighWords(sentenceWords(examined.hypothesis.text), words);
  const covered = (shown: readonly number[]) =>
    coverage(
      weighed,
      shown.map((i) => words.sentences[i]!),
    );
  const sentence = highest(among, (i) => covered([...given, i]));
  return { sentence, added: covered([...given, sentence]) - covered(given) };
}

/** A sentence of a document's passage with its own scores; with those of the passage where it was not read alone. */
export function readAlone({ passage, sentences }: ExaminedDocument, sentence: number) {
  const alone = sentences.find(({ kind, sentences: [only] }) => kind === 'sentence' && only === sentence);
  const inContext = alone === undefined;
  const premise: ScoredPremise = alone ?? { ...passage, kind: 'sentence', sentences: [sentence] };
  return { premise, inContext };
}
