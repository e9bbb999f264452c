import type { CrossEncoder, NliModel } from '../nli/types.ts';
import type { Steps } from '../text/index.ts';
import { DIGEST_SENTENCES, WINDOW_CENTRES } from './choose-premises.ts';
import { premiseLimit, type ReadTexts } from './read-texts.ts';
import { readsEverything, type SelectionLimits, sentencesPerSpan, standingAlone } from './select-evidence.ts';

/**
 * The most milliseconds of one worker's time that these texts can cost, whatever the models find in them: each asserting
 * span with every sentence in the first phase, and in the second with the longest sentences, windows and digest that it
 * could be given. Where equal pairs are scored once, or scores are remembered, it is more than they cost.
 */
export function* highestCostSteps(texts: ReadTexts, encoder: CrossEncoder, limits: SelectionLimits): Steps<number> {
  const { verdict, evidence } = encoder;
  const asserting = texts.hypotheses.filter(({ asserts }) => asserts);
  const count = sentencesPerSpan(asserting.length, limits);
  const alone = standingAlone(texts.sentences);
  const skipped = readsEverything(encoder, alone.length, count);
  const ofVerdict = yield* verdictPremises(texts, verdict, { count: skipped ? alone.length : count, limits });
  const ofEvidence = skipped ? [] : alone.map((i) => tokensOf(evidence!, texts.sentences[i]!.normalised));
  const cost = (model: NliModel, hypothesis: string, premises: readonly number[]) => {
    const beside = tokensOf(model, hypothesis) + model.overheadTokens;
    return sum(premises.map((tokens) => model.pairMs(tokens + beside)));
  };
  return sum(
    asserting.map(
      ({ normalised }) =>
        cost(verdict, normalised, ofVerdict) + (skipped ? 0 : cost(evidence!, normalised, ofEvidence)),
    ),
  );
}

interface Reading {
  /** Single sentences that each span is given. */
  readonly count: number;
  readonly limits: SelectionLimits;
}

/** Tokens of the longest premises that the verdict model could read for one span, as `choosePremises` chooses them. */
function* verdictPremises(texts: ReadTexts, verdict: NliModel, { count, limits }: Reading): Steps<number[]> {
  const first = texts.sentences.map(({ normalised }) => tokensOf(verdict, normalised));
  const later: number[] = [];
  for (const { normalised } of texts.sentences) {
    yield;
    later.push(verdict.tokenize(normalised, 'continuation').ids.length);
  }
  const limit = premiseLimit(verdict, texts.hypotheses);
  const size = Math.min(limits.windowSentences, first.length);
  const windows = size < 2 ? [] : windowTokens(first, later, size).filter((tokens) => tokens <= limit);
  const scattered = longest(
    first.map((tokens, i) => Math.max(tokens, later[i]!)),
    Math.min(DIGEST_SENTENCES, count),
  );
  // A window of the whole source holds every digest, and fewer than two sentences make none.
  const hasDigest = scattered.length >= 2 && size < first.length;
  return [
    ...longest(first, count),
    ...longest(windows, WINDOW_CENTRES),
    ...(hasDigest ? [Math.min(limit, sum(scattered))] : []),
  ];
}

/** Tokens of every run of so many neighbours, of which the first is read as a start and the others as they go on. */
function windowTokens(first: readonly number[], later: readonly number[], size: number): number[] {
  return first.slice(0, first.length - size + 1).map((tokens, i) => tokens + sum(later.slice(i + 1, i + size)));
}

function longest(lengths: readonly number[], count: number): number[] {
  return [...lengths].sort((a, b) => b - a).slice(0, count);
}

function tokensOf(model: NliModel, text: string): number {
  return model.tokenize(text).ids.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
