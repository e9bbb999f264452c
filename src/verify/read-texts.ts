import type { CrossEncoder, NliModel } from '../nli/types.ts';
import {
  isNonAsserting,
  isSurelyNotIn,
  type KindedSpan,
  normaliseForModel,
  rowWithHeader,
  type Span,
  type Steps,
  sentenceSteps,
  splitLongSpan,
  withKinds,
  withQuestions,
} from '../text/index.ts';
import type { VerifyInput } from './types.ts';
import { type Rest, withRests, yieldRegularly } from './yield-regularly.ts';

/** A piece of the claim or the source: its place, its own words, and the words as the models read them. */
export interface TextPiece {
  readonly span: Span;
  readonly text: string;
  readonly normalised: string;
}

/** A claim span as it is put to the models. */
export interface Hypothesis extends TextPiece {
  /** False for greetings and bare questions: they decide nothing. */
  readonly asserts: boolean;
  /** The span is surely in none of the languages that the verdict model reads. */
  readonly foreign: boolean;
}

/** A source sentence, or a piece of one that is longer than the models read. A table row is read with its column names. */
export interface SourceSentence extends TextPiece {
  /** False for headings and bare questions: they are read with their neighbours and decide nothing alone. */
  readonly asserts: boolean;
}

export interface ReadTexts {
  readonly hypotheses: readonly Hypothesis[];
  readonly sentences: readonly SourceSentence[];
}

/** A hypothesis takes at most this share of what a model reads, so that premises keep room. */
const HYPOTHESIS_SHARE = 0.5;
/** Texts of a few letters a line would make a million pairs: beyond these, neighbours are read together. */
export const MOST_HYPOTHESES = 20;
export const MOST_SENTENCE_PAIRS = 2_400;

/** The models that a request's texts must fit. */
function modelsOf({ verdict, evidence }: CrossEncoder): readonly NliModel[] {
  return evidence === undefined ? [verdict] : [verdict, evidence];
}

/** Splits both texts. Spans longer than a model reads are cut, never truncated. */
export async function readTexts(
  { claim, source }: VerifyInput,
  encoder: CrossEncoder,
  signal?: AbortSignal,
): Promise<ReadTexts> {
  const rest = yieldRegularly(signal);
  const models = modelsOf(encoder);
  const { languages } = encoder.verdict.info;
  const claimLimits = models.map((model) => Math.max(1, Math.floor(model.maxContentTokens * HYPOTHESIS_SHARE)));
  const claimSpans = packed(await withRests(assertionSteps(claim), rest), MOST_HYPOTHESES);
  const pieces = await cut({ text: claim, spans: claimSpans, fits: fitting(models, claimLimits) }, rest);
  const hypotheses: Hypothesis[] = [];
  for (const piece of pieces) {
    await rest();
    const foreign = languages !== undefined && isSurelyNotIn(piece.text, languages);
    hypotheses.push({ ...piece, asserts: isNonAsserting(piece.text) === undefined, foreign });
  }
  const sourceLimits = models.map((model) => premiseLimit(model, hypotheses));
  const most = Math.floor(MOST_SENTENCE_PAIRS / Math.max(1, hypotheses.length));
  const spans = await withRests(assertionSteps(source), rest);
  const kinded = spans.length > most ? packed(spans, most) : await withRests(withKinds(source, spans), rest);
  const cutSpans = await cut({ text: source, spans: kinded, fits: fitting(models, sourceLimits) }, rest);
  return { hypotheses, sentences: assertingOf(cutSpans) };
}

/** The sentences of a text, bare answers with their questions. */
function* assertionSteps(text: string): Steps<Span[]> {
  return yield* withQuestions(text, yield* sentenceSteps(text));
}

/** A source of nothing but headings and questions is read as it is. */
function assertingOf(pieces: readonly (TextPiece & Partial<Pick<KindedSpan, 'kind'>>)[]): SourceSentence[] {
  const asserts = ({ kind }: Partial<Pick<KindedSpan, 'kind'>>) => kind !== 'heading' && kind !== 'question';
  const isEmpty = !pieces.some(asserts);
  return pieces.map(({ span, text, normalised, ...piece }) => ({
    ...{ span, text, normalised },
    asserts: isEmpty || asserts(piece),
  }));
}

/** Most tokens a premise may have beside the longest hypothesis. */
export function premiseLimit(model: NliModel, hypotheses: readonly TextPiece[]): number {
  const longest = Math.max(0, ...hypotheses.map(({ normalised }) => model.tokenize(normalised).ids.length));
  return model.maxContentTokens - longest;
}

/** At most `most` spans that cover the same text: runs of neighbours of equal count. */
function packed(spans: readonly Span[], most: number): Span[] {
  const count = Math.ceil(spans.length / most);
  const firsts = spans.filter((_, i) => i % count === 0);
  return firsts.map(({ start }, i) => ({ start, end: spans[Math.min((i + 1) * count, spans.length) - 1]!.end }));
}

/** Some tokenizers take time by the square of a text without spaces, on the thread that serves everyone. */
const LONGEST_TOKENIZED = 1_000;

type Fits = (normalised: string) => boolean;

function fitting(models: readonly NliModel[], limits: readonly number[]): Fits {
  return (normalised) => models.every((model, m) => model.tokenize(normalised).ids.length <= limits[m]!);
}

type MaybeKinded = Span & Partial<KindedSpan>;
type CutPiece = TextPiece & Partial<Pick<KindedSpan, 'kind'>>;

interface Uncut {
  readonly text: string;
  readonly spans: readonly MaybeKinded[];
  readonly fits: Fits;
}

async function cut({ text, spans, fits }: Uncut, rest: Rest): Promise<CutPiece[]> {
  const pieces: CutPiece[] = [];
  const isShort = (piece: string) => piece.length <= LONGEST_TOKENIZED && fits(normaliseForModel(piece));
  for (const span of spans) {
    const whole = span.end - span.start <= LONGEST_TOKENIZED ? pieceOf(text, span) : undefined;
    if (whole !== undefined && fits(whole.normalised)) pieces.push(whole);
    else {
      const parts = await withRests(splitLongSpan(text, span, isShort), rest);
      for (const part of parts) pieces.push(pieceOf(text, part));
    }
    await rest();
  }
  return pieces;
}

function pieceOf(source: string, { start, end, kind, header }: MaybeKinded): CutPiece {
  const text = source.slice(start, end);
  const read = header === undefined ? text : rowWithHeader(source.slice(header.start, header.end), text);
  return { span: { start, end }, text, normalised: normaliseForModel(read), ...(kind === undefined ? {} : { kind }) };
}
