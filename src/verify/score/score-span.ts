import type { Phase } from '../../nli/types.ts';
import { sentenceWords } from '../../text/index.ts';
import { coverage, coverages, type SourceWords, weighWords } from '../read/coverage.ts';
import { type Premise, premisesHolding, type ScoredPremise, singleSentence } from '../read/premises.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import { chooseCandidates } from './choose-candidates.ts';
import { choosePremises } from './choose-premises.ts';
import { scorePremises, tokensOf } from './score-premises.ts';
import { readsEverything, type Scoring } from './scoring.ts';

/** Everything that the models read for one claim span. */
export interface ScoredSpan {
  readonly span: ClaimSpan;
  /** What the verdict model read: the candidate sentences in source order, then the premises of several sentences. */
  readonly premises: readonly ScoredPremise[];
  /** What the evidence model read: each sentence that may stand alone, in source order; empty when the phase was skipped. */
  readonly evidence: readonly ScoredPremise[];
  /** Weighted share of the span's words found anywhere in the source. */
  readonly sourceCoverage: number;
  /** Sentences of the whole source, read or not. */
  readonly sourceSentences: number;
  /** Candidates that were left out because the request had more than its share of verdict pairs. */
  readonly cut: number;
}

/**
 * Both phases: the evidence model reads every sentence that may stand alone, unless there are no more of them than the
 * verdict model may read; the verdict model reads the candidates that these scores name, then the windows around the best
 * of them and the best ones together.
 */
export async function scoreSpan(span: ClaimSpan, scoring: Scoring): Promise<ScoredSpan> {
  const { source, encoder, perSpan, limits, rest } = scoring;
  const words = await source.readings.words(rest);
  const weighed = weighWords(sentenceWords(span.text), words);
  const covers = coverageBy(weighed, words);
  const read = (phase: Phase, premises: readonly Premise[]) =>
    scorePremises(premises, { span, phase, covers }, scoring);
  const alone = (scoring.nearest?.to(span) ?? source.standingAlone).map(singleSentence);
  const isOnePhase = readsEverything(encoder, alone.length, perSpan);
  const evidence = isOnePhase ? [] : await read('evidence', alone);
  await rest();
  const sentences = await read('verdict', isOnePhase ? alone : chooseCandidates(evidence, perSpan));
  const isSettled = await isCopyThatSettles(span, sentences, scoring);
  const wider = isSettled ? [] : choosePremises(sentences, source, limits.windowSentences);
  await rest();
  const fitting = wider.filter(
    (premise) => tokensOf(source, premise, encoder.verdict).ids.length <= source.maxPremiseTokens,
  );
  const premises = [...sentences, ...(await read('verdict', fitting))];
  return {
    ...{ span, premises, evidence },
    sourceCoverage: coverage(weighed, [words.places]),
    sourceSentences: source.sentences.length,
    cut: Math.max(0, Math.min(limits.candidates, evidence.length) - sentences.length),
  };
}

/** Whether one of the sentences plainly states the span word for word, and so decides it. */
async function isCopyThatSettles(
  span: ClaimSpan,
  sentences: readonly ScoredPremise[],
  { source, settles, rest }: Scoring,
): Promise<boolean> {
  if (settles === undefined) return false;
  const quotation = await source.readings.quotation(span.text, rest);
  if (quotation === undefined || quotation.factuality !== undefined) return false;
  return premisesHolding(quotation.span, sentences, source.sentences).some(({ scores }) => settles(scores));
}

/** Tells the weighted share of the words that a premise holds. */
function coverageBy(weighed: ReadonlyMap<string, number>, words: SourceWords): (premise: Premise) => number {
  const alone = coverages(weighed, words);
  return ({ kind, sentences }) =>
    kind === 'sentence'
      ? alone[sentences[0]!]!
      : coverage(
          weighed,
          sentences.map((i) => words.sentences[i]!),
        );
}
