import type { CrossEncoder, NliModel } from '../../nli/types.ts';
import {
  isNonAsserting,
  isSurelyNotIn,
  type Span,
  type Steps,
  sentenceSteps,
  withQuestions,
} from '../../text/index.ts';
import { type Rest, withRests } from '../../yield-regularly.ts';
import { stepsOncePer } from '../rules/once-per.ts';
import { surfaceSteps } from '../rules/reading.ts';
import { cutToFit, fitsAll, joinNeighbours, type SplitText, type TextPiece } from './text-pieces.ts';

/** A part of a claim: a sentence, or a piece of one that is longer than the models read. */
export interface ClaimSpan extends TextPiece {
  /** False for greetings and bare questions: they are not scored and decide nothing. */
  readonly asserts: boolean;
  /** The span is surely in none of the languages that the verdict model reads. */
  readonly foreign: boolean;
}

export interface ReadClaim {
  readonly text: string;
  /** In the order of the claim; together they hold all of its words. */
  readonly parts: readonly ClaimSpan[];
  /** Those of the parts that assert something, each a hypothesis for the models. */
  readonly spans: readonly ClaimSpan[];
}

/** A hypothesis takes at most this share of what a model reads, so that premises keep room. */
const HYPOTHESIS_SHARE = 0.5;
/** Texts of a few letters a line would make a million pairs: beyond these, neighbours are read together. */
export const MAX_CLAIM_SPANS = 20;

/** The models that a request's texts must fit. */
export function modelsOf({ verdict, evidence }: CrossEncoder): readonly NliModel[] {
  return evidence === undefined ? [verdict] : [verdict, evidence];
}

/** The sentences of a text, bare answers with their questions. */
export function* assertionSteps(text: string): Steps<Span[]> {
  return yield* withQuestions(text, yield* sentenceSteps(text));
}

/** Splits a claim into spans that both models can read beside a premise. */
export async function readClaim(text: string, encoder: CrossEncoder, rest: Rest): Promise<ReadClaim> {
  const spans = joinNeighbours(await withRests(assertionSteps(text), rest), MAX_CLAIM_SPANS);
  return readClaimSpans({ text, spans }, encoder, rest);
}

/** The claim that these spans of a text make; a table row is read with its column names. */
export async function readClaimSpans(split: SplitText, encoder: CrossEncoder, rest: Rest): Promise<ReadClaim> {
  const { languages } = encoder.verdict.info;
  const maxTokens = (model: NliModel) => Math.max(1, Math.floor(model.maxContentTokens * HYPOTHESIS_SHARE));
  const pieces = await cutToFit(split, fitsAll(modelsOf(encoder), maxTokens), rest);
  const parts: ClaimSpan[] = [];
  for (const piece of pieces) {
    const foreign = languages !== undefined && isSurelyNotIn(piece.text, languages);
    parts.push({ ...piece, asserts: isNonAsserting(piece.text) === undefined, foreign });
    await rest();
  }
  return { text: split.text, parts, spans: parts.filter(({ asserts }) => asserts) };
}

/** Tokens of the longest of some hypotheses. */
export function longestTokens(model: NliModel, parts: readonly TextPiece[]): number {
  return Math.max(0, ...parts.map(({ normalised }) => model.tokenize(normalised).ids.length));
}

/** A claim span as the rules read it: read once, however many texts it is compared with. */
export const spanReading = stepsOncePer(({ text }: ClaimSpan) => surfaceSteps(text));
