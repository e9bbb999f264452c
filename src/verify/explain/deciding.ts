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

/**
 * The sentence of a document to show for a side: of those that give it when read alone, the one with the highest sum of score
 * and words of the span; else, as the passage decides as a whole, the sentence of it that says most about the span, for or against it.
 */
export function shown(
  document: ExaminedDocument,
  basis: 'support' | 'opposition',
  matchType: MatchType,
): DecidingPremise {
  const { inContext, ...strongest } = document[basis];
  const { sentences, passage } = document;
  const side = basis === 'support' ? 'entailment' : 'contradiction';
  if (!inContext) {
    const alone = sentences.filter(({ scores }) => scores[side] >= CARRIES);
    const premise = highest([strongest, ...alone], (one) => one.scores[side] + one.coverage);
    return { premise, matchType, basis, inContext };
  }
  const inside = sentences.filter(({ sentences: [only] }) => passage.sentences.includes(only!));
  const telling = highest(inside.length > 0 ? inside : [strongest], (one) => one.coverage - one.scores.neutral);
  const decidesAlone = telling.scores[side] > strongest.scores[side];
  const premise = decidesAlone ? telling : { ...telling, scores: strongest.scores };
  return { premise, matchType, basis, inContext: !decidesAlone };
}

/** Least share of the span's words in a passage that another sentence of it adds, where it decides and where it is closest. */
const OTHER_PART = { deciding: 0.3, closest: 0.4 } as const;

/** Share of the span's words below which a sentence that decides alone is not enough for a reader. */
const FEW_WORDS = 0.5;

/** Difference between the scores of a passage and of a sentence alone from which the rest of the passage decides, too. */
const MORE = 0.2;

/** Also the sentence of the passage with another part of the span, where the first does not decide alone. */
export function withOtherPart(first: DecidingPremise, span: DecidedSpan, sources: SourceSet): DecidingPremise[] {
  const { passage } = span.document;
  const given = first.premise.sentences;
  const among = passage.sentences.filter((i) => !given.includes(i));
  const isInside = given.every((i) => passage.sentences.includes(i));
  const side = first.basis === 'opposition' ? 'contradiction' : 'entailment';
  const decidesAlone =
    !first.inContext && passage.scores[side] < first.premise.scores[side] + MORE && first.premise.coverage >= FEW_WORDS;
  if (among.length === 0 || !isInside || (decidesAlone && first.basis !== 'closest')) return [first];
  const { sentence, added } = mostCovering(span, sources, { among, given });
  const least = OTHER_PART[first.basis === 'closest' ? 'closest' : 'deciding'];
  return added < least ? [first] : [first, { ...first, ...readAlone(span.document, sentence) }];
}

/**
 * The sentence with most of the span's words that the given ones lack, the first among equals, and the share of those words of
 * the span that all of them together hold.
 */
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
  const all = covered([...given, ...among]);
  return { sentence, added: all === 0 ? 0 : (covered([...given, sentence]) - covered(given)) / all };
}

/** A sentence of a document's passage with its own scores; with those of the passage where it was not read alone. */
export function readAlone({ passage, sentences }: ExaminedDocument, sentence: number) {
  const alone = sentences.find((one) => one.sentences[0] === sentence);
  const inContext = alone === undefined;
  const premise: ScoredPremise = alone ?? { ...passage, sentences: [sentence] };
  return { premise, inContext };
}
