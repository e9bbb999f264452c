import type { NliModel } from '../../nli/types.ts';
import {
  type FoundSpan,
  type KindedSpan,
  normaliseForModel,
  piecesThatFit,
  readAs,
  type Span,
} from '../../text/index.ts';

/** A piece of the claim or the source: its place, its own words, and the words as the models read them. */
export interface TextPiece {
  readonly span: Span;
  readonly text: string;
  readonly normalised: string;
  /** The kind of its sentence, if known. */
  readonly kind?: KindedSpan['kind'];
}

/** A text with the spans of it that are to be read; a table row has its column names. */
export interface SplitText {
  readonly text: string;
  readonly spans: readonly FoundSpan[];
}

/** True if each model can read a text, normalized, as one piece within its maximum of tokens. */
export function fitsAll(
  models: readonly NliModel[],
  maxTokens: (model: NliModel) => number,
): (normalised: string) => boolean {
  const limits = models.map((model) => ({ model, max: maxTokens(model) }));
  return (normalised) => limits.every(({ model, max }) => model.tokenize(normalised).ids.length <= max);
}

/** Some tokenizers take time by the square of a text without spaces, on the thread that serves everyone. */
const MAX_TOKENIZED = 1_000;

/** The pieces of the spans, each cut when it is asked for. A span that does not fit is cut, never truncated. */
export function* piecesOf(
  { text, spans }: SplitText,
  fits: ReturnType<typeof fitsAll>,
): Generator<TextPiece, void, undefined> {
  const isShort = (piece: string) => piece.length <= MAX_TOKENIZED && fits(normaliseForModel(piece));
  for (const span of spans) {
    const whole = span.end - span.start <= MAX_TOKENIZED ? pieceOf(text, span) : undefined;
    if (whole !== undefined && fits(whole.normalised)) yield whole;
    else for (const part of piecesThatFit(text, asWritten(span), isShort)) yield pieceOf(text, part);
  }
}

/** Without the names of its columns or the lead of its list, with which a span may not fit. */
function asWritten({ start, end, kind }: FoundSpan): FoundSpan {
  return { start, end, ...(kind === undefined ? {} : { kind }) };
}

function pieceOf(source: string, span: FoundSpan): TextPiece {
  const { start, end, kind } = span;
  const normalised = normaliseForModel(readAs(source, span));
  return { span: { start, end }, text: source.slice(start, end), normalised, ...(kind === undefined ? {} : { kind }) };
}

/** At most `max` spans that cover the same text: these, or runs of neighbours of equal count. */
export function joinNeighbours(spans: readonly FoundSpan[], max: number): readonly FoundSpan[] {
  if (spans.length <= max) return spans;
  const count = Math.ceil(spans.length / max);
  const firsts = spans.filter((_, i) => i % count === 0);
  return firsts.map(({ start }, i) => ({ start, end: spans[Math.min((i + 1) * count, spans.length) - 1]!.end }));
}
