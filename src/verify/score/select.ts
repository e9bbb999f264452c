import { range } from '../../text/index.ts';
import {
  CONTRADICTION,
  MOST_CROSSED,
  MOST_DOCUMENTS,
  PASSAGE_TOKENS,
  SENTENCES,
  WORDS_IN_COMMON,
} from '../decision-constants.ts';
import { goesOn, type Premise, type ScoredPremise, singleSentence } from '../read/premises.ts';
import type { SourceSet } from '../read/read-source.ts';

/** The premises that the verdict model reads of one document. */
export interface ChosenPremises {
  /** The number of the document. */
  readonly number: number;
  readonly passage: Premise;
  /** Single sentences, the best-ranked first. */
  readonly sentences: readonly Premise[];
}

/**
 * Chooses what the verdict model reads for a claim span: of the document with the best-ranked sentence a passage around it and
 * single sentences, of each of the next documents its best-ranked sentence alone. A passage depends only on its document and on
 * the best sentence, so equal texts give equal pairs whatever else is sent.
 *
 * @param read every candidate sentence with the scores that rank it.
 * @param tokensOf tokens of a sentence of the source.
 * @param aboutAs returns, for the first sentence of a passage, which others are about the same.
 * @param isCoherent whether all sentences of a document are about the same.
 */
export function chooseForVerdict(
  read: readonly ScoredPremise[],
  source: PassageSource,
  {
    tokensOf,
    aboutAs,
    isCoherent,
  }: {
    readonly tokensOf: SentenceTokens;
    readonly aboutAs: (seed: number) => (sentence: number) => boolean;
    readonly isCoherent: (document: number) => boolean;
  },
): ChosenPremises[] {
  const byDocument = new Map<number, ScoredPremise[]>();
  for (const one of sortedBy(read, relevance)) {
    const { number } = source.sentences[one.sentences[0]!]!.document;
    const known = byDocument.get(number);
    if (known !== undefined) known.push(one);
    else if (byDocument.size < MOST_DOCUMENTS) byDocument.set(number, [one]);
  }
  return [...byDocument].map(([number, ranked], place) => {
    const seed = ranked[0]!.sentences[0]!;
    if (place > 0) return { number, passage: singleSentence(seed), sentences: [singleSentence(seed)] };
    const isAbout = aboutAs(seed);
    const passage = growPassage(seed, source, { tokensOf, isAbout: isCoherent(number) ? () => true : isAbout });
    return { number, passage, sentences: chooseSentences(ranked, { passage, isAbout }) };
  });
}

type PassageSource = Pick<SourceSet, 'sentences' | 'maxPremiseTokens'>;
type SentenceTokens = (sentence: number) => number;

/**
 * Grows a passage around a sentence to both sides in turn, within its document, its record and the limit of tokens. A side continues to a
 * sentence that is about the same, or that goes on from its neighbor, and crosses at most MOST_CROSSED others on the way.
 *
 * @param isAbout whether a sentence is about the same: in a document that hangs together each is; in another one, those that share a
 * content word with the claim or with the first sentence.
 */
export function growPassage(
  seed: number,
  { sentences, maxPremiseTokens }: PassageSource,
  { tokensOf, isAbout }: { readonly tokensOf: SentenceTokens; readonly isAbout: (sentence: number) => boolean },
): Premise {
  const {
    document: { first, end },
    record,
  } = sentences[seed]!;
  let room = Math.min(PASSAGE_TOKENS, maxPremiseTokens) - tokensOf(seed);
  let [start, past] = [seed, seed + 1];
  const belongs = (i: number) =>
    isAbout(i) || goesOn(sentences[i]!.text) || (i + 1 < past && goesOn(sentences[i + 1]!.text));
  /** The sentences up to the next one that belongs to the passage, in the direction; none where that is too far. */
  const next = (direction: 1 | -1): number[] => {
    const run: number[] = [];
    for (
      let i = direction === 1 ? past : start - 1;
      first <= i && i < end && sentences[i]!.record === record && run.length <= MOST_CROSSED;
      i += direction
    ) {
      run.push(i);
      if (belongs(i)) return run;
    }
    return [];
  };
  const grow = (direction: 1 | -1): boolean => {
    const run = next(direction);
    const tokens = run.reduce((sum, i) => sum + tokensOf(i), 0);
    if (run.length === 0 || tokens > room) return false;
    room -= tokens;
    if (direction === 1) past += run.length;
    else start -= run.length;
    return true;
  };
  let [up, down] = [true, true];
  while (up || down) {
    down &&= grow(1);
    up &&= grow(-1);
  }
  if (past - start === 1) return singleSentence(seed);
  return { sentences: range(start, past) };
}

/** The best-ranked single sentences of one document: those of the passage and others that are about the same. */
function chooseSentences(
  ranked: readonly ScoredPremise[],
  { passage, isAbout }: { readonly passage: Premise; readonly isAbout: (sentence: number) => boolean },
): Premise[] {
  return ranked
    .map(({ sentences: [index] }) => index!)
    .filter((index) => passage.sentences.includes(index) || isAbout(index))
    .slice(0, SENTENCES)
    .map((index) => singleSentence(index));
}

function relevance({ scores, coverage }: ScoredPremise): number {
  return scores.entailment + CONTRADICTION * scores.contradiction + WORDS_IN_COMMON * coverage;
}

/** The highest first, the earlier first among equals. */
function sortedBy(read: readonly ScoredPremise[], value: (one: ScoredPremise) => number): ScoredPremise[] {
  return [...read].sort((one, other) => value(other) - value(one) || one.sentences[0]! - other.sentences[0]!);
}
