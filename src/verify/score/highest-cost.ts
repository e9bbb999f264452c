import { ServiceError } from '../../errors.ts';
import type { CrossEncoder, NliModel } from '../../nli/types.ts';
import type { Pausing } from '../../text/index.ts';
import { type ClaimSpan, MAX_CLAIM_SPANS } from '../read/read-claim.ts';
import { MAX_SENTENCE_PAIRS } from '../read/read-source.ts';
import type { VerifyInput } from '../verification.ts';
import {
  readsEverything,
  type ScoringContext,
  type SelectionLimits,
  sentencesPerSpan,
  TOP_SENTENCES,
  WIDER_PREMISES,
  WINDOW_CENTRES,
} from './scoring.ts';

/**
 * The most milliseconds of one worker's time that these spans can cost, whatever the models find in them: each span with
 * every sentence in the first phase, and in the second with the longest sentences, windows and top sentences that it
 * could be given. Where equal pairs are scored once, or scores are remembered, it is more than they cost.
 */
export function* pausingHighestCost(
  spans: readonly ClaimSpan[],
  scoring: Pick<ScoringContext, 'source' | 'encoder' | 'limits' | 'perSpan' | 'nearest'>,
): Pausing<number> {
  const { source, encoder, perSpan, nearest } = scoring;
  const { verdict, evidence } = encoder;
  const alone = source.standingAlone;
  const skipped = readsEverything(encoder, alone.length, perSpan);
  const count = skipped ? alone.length : perSpan;
  const ofVerdict = yield* pausingVerdictPremises(scoring, count);
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

/** Tokens of the longest premises that the verdict model could read for one span beside `count` sentences. */
function* pausingVerdictPremises(
  { source, encoder: { verdict }, limits: { windowSentences } }: Pick<ScoringContext, 'source' | 'encoder' | 'limits'>,
  count: number,
): Pausing<number[]> {
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

/** Throws `invalid_request` for a request that takes the models longer than a request may. Milliseconds. */
export function assertAffordable(costMs: number, maxMs: number, { verdict }: CrossEncoder): void {
  const estimatedMs = Math.ceil(costMs / Math.max(1, verdict.info.workers));
  if (estimatedMs <= maxMs) return;
  const message =
    `The request must take at most ${maxMs} ms of model time (MAX_REQUEST_MS), estimated ${estimatedMs} ms. ` +
    'Send fewer sentences, claims or sources in one request.';
  throw new ServiceError('invalid_request', message, { details: { estimated_ms: estimatedMs, max_ms: maxMs } });
}

/** Characters of a token in English, about; scripts without spaces take about one a token. */
const TOKEN_CHARACTERS = 5;
const WIDE = /[\u2e80-\uffdc]/g;
const SENTENCE_END = /[.!?…。！？\n\r\f\v\u2028\u2029]+/g;

/** A worker's milliseconds for a request, estimated by its characters: an overload refuses texts before they are read. */
export function expectedCostMs({ claim, source }: VerifyInput, encoder: CrossEncoder, limits: SelectionLimits): number {
  const spans = Math.min(endsIn(claim), MAX_CLAIM_SPANS);
  const sentences = Math.min(endsIn(source), Math.floor(MAX_SENTENCE_PAIRS / spans));
  const sentenceTokens = estimatedTokens(source) / sentences;
  const claimTokens = estimatedTokens(claim) / spans;
  const costOf = (model: NliModel, pairs: number, premiseTokens: number) =>
    spans * pairs * (premiseTokens + claimTokens + model.overheadTokens) * model.msPerToken;
  const { verdict, evidence } = encoder;
  const read = evidence === undefined ? sentences : Math.min(sentences, sentencesPerSpan(spans, limits));
  const size = Math.min(sentences, Math.max(limits.windowSentences, TOP_SENTENCES));
  // A window that holds the whole source is the only wider premise there is.
  const widerPremises = size < 2 ? 0 : size === sentences ? 1 : WIDER_PREMISES;
  const wider = costOf(verdict, widerPremises, size * sentenceTokens);
  const first = evidence === undefined || read === sentences ? 0 : costOf(evidence, sentences, sentenceTokens);
  return first + costOf(verdict, read, sentenceTokens) + wider;
}

function endsIn(text: string): number {
  return Math.max(1, text.match(SENTENCE_END)?.length ?? 0);
}

function estimatedTokens(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return Math.ceil((text.length - wide) / TOKEN_CHARACTERS) + wide;
}
