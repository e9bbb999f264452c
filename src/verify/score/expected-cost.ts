import type { CrossEncoder, NliModel } from '../../nli/types.ts';
import { MAX_CLAIM_SPANS } from '../read/read-claim.ts';
import { MAX_SENTENCE_PAIRS } from '../read/read-source.ts';
import type { VerifyInput } from '../verification.ts';
import { TOP_SENTENCES, WIDER_PREMISES } from './choose-premises.ts';
import { type SelectionLimits, sentencesPerSpan } from './scoring.ts';

/** Characters of a token in English, about; scripts without spaces take about one a token. */
const TOKEN_CHARACTERS = 5;
const WIDE = /[\u2e80-\uffdc]/g;
const SENTENCE_END = /[.!?…。！？\n\r\f\v\u2028\u2029]+/g;

/**
 * About how many milliseconds of one worker's time a request will need, told from its characters alone: what turns it
 * away in an overload before it is read. `highestCostSteps` knows better, and takes a reading of both texts.
 */
export function expectedCostMs({ claim, source }: VerifyInput, encoder: CrossEncoder, limits: SelectionLimits): number {
  const spans = Math.min(endsIn(claim), MAX_CLAIM_SPANS);
  const sentences = Math.min(endsIn(source), Math.floor(MAX_SENTENCE_PAIRS / spans));
  const sentenceTokens = tokensIn(source) / sentences;
  const claimTokens = tokensIn(claim) / spans;
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

function tokensIn(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return Math.ceil((text.length - wide) / TOKEN_CHARACTERS) + wide;
}
