import { ServiceError } from '../../contract/errors.ts';
import type { CrossEncoder, NliModel } from '../../nli/types.ts';
import { CANDIDATES, MOST_DOCUMENTS, PASSAGE_TOKENS, SENTENCES } from '../decision-constants.ts';
import { type ClaimSpan, MAX_CLAIM_SPANS } from '../read/read-claim.ts';
import { MAX_SENTENCE_PAIRS } from '../read/read-source.ts';
import type { SourceSentence } from '../read/source.ts';
import { needsRanking, tokensIn } from './score-span.ts';
import type { ScoringContext } from './scoring.ts';

/**
 * The most milliseconds of one worker's time that these spans can cost, whatever the models find in them: each span with
 * the longest sentences for evidence selection, and with the longest passages and sentences that the verdict model could read.
 * Where equal pairs are scored once, or scores are remembered, it is more than they cost.
 */
export function highestCost(spans: readonly ClaimSpan[], scoring: Pick<ScoringContext, 'sources' | 'encoder'>): number {
  const { sources, encoder } = scoring;
  const { verdict, evidence } = encoder;
  const ranking = evidence ?? verdict;
  const alone = sources.standingAlone;
  const ranked = needsRanking(sources, alone.length)
    ? alone.map((i) => ranking.tokenize(sources.sentences[i]!.normalised).ids.length)
    : [];
  const ofRanking = longest(ranked, CANDIDATES);
  const ofVerdict = verdictPremises(scoring);
  const cost = (model: NliModel, hypothesis: string, premises: readonly number[]) => {
    const beside = model.tokenize(hypothesis).ids.length + model.overheadTokens;
    return sum(premises.map((tokens) => model.pairMs(tokens + beside)));
  };
  return sum(
    spans.map(({ normalised }) => cost(verdict, normalised, ofVerdict) + cost(ranking, normalised, ofRanking)),
  );
}

/** Tokens of the longest premises that the verdict model could read for one span, of whichever documents it reads. */
function verdictPremises({ sources, encoder: { verdict } }: Pick<ScoringContext, 'sources' | 'encoder'>): number[] {
  const { sentences, maxPremiseTokens } = sources;
  const ofDocuments = new Map<SourceSentence['document'], number[]>();
  for (const [i, { document }] of sentences.entries()) {
    const known = ofDocuments.get(document) ?? [];
    ofDocuments.set(document, known);
    known.push(tokensIn(sources, i, verdict));
  }
  const documents = [...ofDocuments.values()];
  const best = documents.map((tokens) =>
    tokens.length === 1
      ? tokens
      : [Math.min(PASSAGE_TOKENS, maxPremiseTokens, sum(tokens)), ...longest(tokens, SENTENCES)],
  );
  const others = documents.map((tokens) => longest(tokens, 1));
  const read = Math.min(MOST_DOCUMENTS, documents.length);
  return [...largest(best, 1), ...largest(others, read - 1)].flat();
}

/** The lists with the largest sums. */
function largest(lists: readonly number[][], count: number): number[][] {
  return [...lists].sort((one, other) => sum(other) - sum(one)).slice(0, Math.max(0, count));
}

function longest(lengths: readonly number[], count: number): number[] {
  return [...lengths].sort((a, b) => b - a).slice(0, count);
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
export function expectedCostMs(
  { claim, sources }: { readonly claim: string; readonly sources: readonly string[] },
  encoder: CrossEncoder,
): number {
  const spans = Math.min(endsIn(claim), MAX_CLAIM_SPANS);
  const sentences = Math.min(Math.max(1, sum(sources.map(endsIn))), Math.floor(MAX_SENTENCE_PAIRS / spans));
  const sourceTokens = sum(sources.map(estimatedTokens));
  const sentenceTokens = sourceTokens / sentences;
  const claimTokens = estimatedTokens(claim) / spans;
  const costOf = (model: NliModel, pairs: number, premiseTokens: number) =>
    spans * pairs * (premiseTokens + claimTokens + model.overheadTokens) * model.msPerToken;
  const { verdict, evidence = verdict } = encoder;
  const ranking = sentences > SENTENCES ? costOf(evidence, Math.min(sentences, CANDIDATES), sentenceTokens) : 0;
  const passage = costOf(verdict, 1, Math.min(PASSAGE_TOKENS, sourceTokens));
  const alone = sentences === 1 ? 0 : costOf(verdict, Math.min(sentences, SENTENCES), sentenceTokens);
  const others = Math.min(MOST_DOCUMENTS, sources.length || 1) - 1;
  const elsewhere = costOf(verdict, others, sentenceTokens);
  return ranking + passage + alone + elsewhere;
}

function endsIn(text: string): number {
  return Math.max(1, text.match(SENTENCE_END)?.length ?? 0);
}

function estimatedTokens(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return Math.ceil((text.length - wide) / TOKEN_CHARACTERS) + wide;
}
