import type { CrossEncoder, NliModel } from '../../nli/types.ts';
import { finishedWithPauses, type Pause } from '../../pause.ts';
import {
  assertionsIn,
  type FoundSpan,
  isNonAsserting,
  isSurelyNotIn,
  type Span,
  sentenceSteps,
  tableSpanSteps,
  withKinds,
  withQuestions,
  withTables,
} from '../../text/index.ts';
import { oncePer } from '../rules/keyed.ts';
import { surfaceReading } from '../rules/reading.ts';
import { fitsAll, joinNeighbours, piecesOf, type SplitText, type TextPiece } from './text-pieces.ts';

/** A part of a claim: a sentence, or a piece of one that is longer than the models read. */
export interface ClaimSpan extends TextPiece {
  /** False for greetings, bare questions and furniture: they are not scored and decide nothing. */
  readonly asserts: boolean;
  /** The span is clearly in none of the languages that the verdict model reads. */
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

/** Spans that are looked at in one step. */
const SPANS_AT_ONCE = 64;

/** The assertions of a text of any length, with turns for others. */
export async function assertionsOfLongText(text: string, pause: Pause): Promise<FoundSpan[]> {
  const tables = await finishedWithPauses(tableSpanSteps(text), pause);
  const spans: Span[] = [];
  for (const span of sentenceSteps(text)) {
    if (span !== undefined) spans.push(span);
    if (span === undefined || spans.length % SPANS_AT_ONCE === 0) await pause();
  }
  return collected(withQuestions(text, withTables(text, spans, tables)), pause);
}

/** All that is yielded, with turns for others. */
export async function collected<Item>(items: Iterable<Item>, pause: Pause): Promise<Item[]> {
  const all: Item[] = [];
  for (const item of items) if (all.push(item) % SPANS_AT_ONCE === 0) await pause();
  return all;
}

/** Splits a claim into spans that both models can read with a premise. */
export function readClaim(text: string, encoder: CrossEncoder): ReadClaim {
  const spans = joinNeighbours(assertionsIn(text), MAX_CLAIM_SPANS);
  const read = readClaimSpans({ text, spans }, encoder);
  const furniture = [...withKinds(text, spans)].filter(({ kind }) => kind === 'furniture');
  return withoutFurniture(read, furniture);
}

/** A claim of nothing but furniture is read as it is. */
function withoutFurniture(read: ReadClaim, furniture: readonly Span[]): ReadClaim {
  const isIn = ({ start }: Span) => furniture.some((one) => one.start <= start && start < one.end);
  const parts = read.parts.map((part) => (isIn(part.span) ? { ...part, asserts: false } : part));
  const spans = parts.filter(({ asserts }) => asserts);
  return spans.length === 0 ? read : { ...read, parts, spans };
}

/** The claim that these spans of a text make; a table row is read with its column names. */
export function readClaimSpans(split: SplitText, encoder: CrossEncoder): ReadClaim {
  const { languages } = encoder.verdict.info;
  const maxTokens = (model: NliModel) => Math.max(1, Math.floor(model.maxContentTokens * HYPOTHESIS_SHARE));
  const fits = fitsAll(modelsOf(encoder), maxTokens);
  const parts: ClaimSpan[] = [];
  for (const piece of piecesOf(split, fits)) {
    const foreign = languages !== undefined && isSurelyNotIn(piece.text, languages);
    parts.push({ ...piece, asserts: isNonAsserting(piece.text) === undefined, foreign });
  }
  return { text: split.text, parts, spans: parts.filter(({ asserts }) => asserts) };
}

/** Tokens of the longest of some hypotheses. */
export function longestTokens(model: NliModel, parts: readonly TextPiece[]): number {
  return parts.reduce((most, { normalised }) => Math.max(most, model.tokenize(normalised).ids.length), 0);
}

/** A claim span as the rules read it: read once, however many texts it is compared with. */
export const spanReading = oncePer(({ text }: ClaimSpan) => surfaceReading(text));
