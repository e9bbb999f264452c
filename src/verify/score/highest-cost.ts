import type { NliModel } from '../../nli/types.ts';
import type { Steps } from '../../text/index.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import { TOP_SENTENCES, WINDOW_CENTRES } from './choose-premises.ts';
import { readsEverything, type Scoring } from './scoring.ts';

/**
 * The most milliseconds of one worker's time that these spans can cost, whatever the models find in them: each span with
 * every sentence in the first phase, and in the second with the longest sentences, windows and top sentences that it
 * could be given. Where equal pairs are scored once, or scores are remembered, it is more than they cost.
 */
export function* highestCostSteps(
  spans: readonly ClaimSpan[],
  scoring: Pick<Scoring, 'source' | 'encoder' | 'limits' | 'perSpan' | 'nearest'>,
): Steps<number> {
  const { source, encoder, perSpan, nearest } = scoring;
  const { verdict, evidence } = encoder;
  const alone = source.standingAlone;
  const skipped = readsEverything(encoder, alone.length, perSpan);
  const count = skipped ? alone.length : perSpan;
  const ofVerdict = yield* verdictPremises(scoring, count);
  const firstPhase = skipped ? [] : alone.map((i) => tokensIn(evidence!, source.sentences[i]!.normalised));
  const ofEvidence = longest(firstPhase, nearest?.most ?? firstPhase.length);
  const cost = (model: NliModel, hypothesis: string, premises: readonly number[]) => {
    const beside = tokensIn(model, hypothesis) + model.overheadTokens;
    return sum(premises.map((tokens) => model.pairMs(tokens + beside)));
  };
  return sum(
    spans.map(
      ({ normalised }) =>
        cost(verdict, normalised, ofVerdict) + (skipped ? 0 : cost(evidence!, normalised, ofEvidence)),
    ),
  );
}

/**
 * Tokens of the longest premises that the verdict model could read for one span, as `choosePremises` chooses them beside
 * `count` single sentences.
 */
function* verdictPremises(
  { source, encoder: { verdict }, limits: { windowSentences } }: Pick<Scoring, 'source' | 'encoder' | 'limits'>,
  count: number,
): Steps<number[]> {
  const { sentences, maxPremiseTokens } = source;
  const first = sentences.map(({ normalised }) => tokensIn(verdict, normalised));
  const later: number[] = [];
  for (const { normalised } of sentences) {
    later.push(verdict.tokenize(normalised, 'continuation').ids.length);
    yield;
  }
  const documents = [...new Set(sentences.map(({ document }) => document))];
  const windows = documents
    .flatMap(({ first: from, end }) => windowTokens(first.slice(from, end), later.slice(from, end), windowSentences))
    .filter((tokens) => tokens <= maxPremiseTokens);
  const scattered = longest(
    first.map((tokens, i) => Math.max(tokens, later[i]!)),
    Math.min(TOP_SENTENCES, count),
  );
  // A window of the whole source holds the top sentences, and fewer than two sentences make none.
  const isOneWindow = documents.length === 1 && first.length <= windowSentences;
  return [
    ...longest(first, count),
    ...longest(windows, WINDOW_CENTRES),
    ...(scattered.length >= 2 && !isOneWindow ? [Math.min(maxPremiseTokens, sum(scattered))] : []),
  ];
}

/** Tokens of every window of a document: its first sentence is read as a start and the others as they go on. */
function windowTokens(first: readonly number[], later: readonly number[], windowSentences: number): number[] {
  const size = Math.min(windowSentences, first.length);
  if (size < 2) return [];
  return first.slice(0, first.length - size + 1).map((tokens, i) => tokens + sum(later.slice(i + 1, i + size)));
}

function longest(lengths: readonly number[], count: number): number[] {
  return [...lengths].sort((a, b) => b - a).slice(0, count);
}

function tokensIn(model: NliModel, text: string): number {
  return model.tokenize(text).ids.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
