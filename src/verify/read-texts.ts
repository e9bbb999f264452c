import type { CrossEncoder, TokenizedText } from '../nli/types.ts';
import { isNonAsserting, normaliseForModel, type Span, splitLongSpan, splitSentences } from '../text/index.ts';
import { breather } from './breather.ts';

/** A claim span as it is put to the model. */
export interface Hypothesis {
  readonly span: Span;
  /** The claim's own text of the span. */
  readonly text: string;
  /** False for greetings and bare questions: they decide nothing. */
  readonly asserts: boolean;
  readonly tokens: TokenizedText;
}

/** A source sentence, or a piece of one that is longer than the model reads. */
export interface SourceSentence {
  readonly span: Span;
  readonly text: string;
  readonly tokens: TokenizedText;
  /** The same text as it reads after another sentence in a window: tokenized when first asked for, as few are. */
  readonly continuation: () => TokenizedText;
}

export interface ReadClaim {
  readonly hypotheses: readonly Hypothesis[];
  /** Most tokens a premise may have beside the longest hypothesis. */
  readonly premiseLimit: number;
}

export interface ReadTexts extends ReadClaim {
  readonly sentences: readonly SourceSentence[];
}

/** A hypothesis takes at most this share of what the model reads, so that premises keep room. */
const HYPOTHESIS_SHARE = 0.5;

/** Splits and tokenizes a claim. Spans longer than the model reads are cut, never truncated. */
export async function readClaim(claim: string, encoder: CrossEncoder): Promise<ReadClaim> {
  const rest = breather();
  const limit = Math.max(1, Math.floor(encoder.maxContentTokens * HYPOTHESIS_SHARE));
  const hypotheses: Hypothesis[] = [];
  const spans = packed(withQuestions(claim, splitSentences(claim)), MOST_HYPOTHESES);
  for (const { span, text, tokens } of cut(claim, spans, limit, encoder)) {
    hypotheses.push({ span, text, tokens, asserts: isNonAsserting(text) === undefined });
    await rest();
  }
  const longest = Math.max(0, ...hypotheses.map(({ tokens }) => tokens.ids.length));
  return { hypotheses, premiseLimit: encoder.maxContentTokens - longest };
}

/** Splits a source and tokenizes its sentences one by one, as they are asked for. */
export async function* readSource(
  source: string,
  { hypotheses, premiseLimit }: ReadClaim,
  encoder: CrossEncoder,
): AsyncGenerator<SourceSentence> {
  const rest = breather();
  const most = Math.floor(MOST_SENTENCE_PAIRS / Math.max(1, hypotheses.length));
  const spans = packed(splitSentences(source), most);
  for (const { span, text, tokens, normalised } of cut(source, spans, premiseLimit, encoder)) {
    yield { span, text, tokens, continuation: once(() => encoder.tokenize(normalised, 'continuation')) };
    await rest();
  }
}

function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** Texts of a few letters a line would make a million pairs: beyond these, neighbours are read together. */
export const MOST_HYPOTHESES = 20;
export const MOST_SENTENCE_PAIRS = 2_400;

/** At most `most` spans that cover the same text: runs of neighbours of equal count. */
function packed(spans: readonly Span[], most: number): Span[] {
  const count = Math.ceil(spans.length / most);
  const firsts = spans.filter((_, i) => i % count === 0);
  return firsts.map(({ start }, i) => ({ start, end: spans[Math.min((i + 1) * count, spans.length) - 1]!.end }));
}

/** "Yes it can." says nothing without the question before it. */
const BARE_ANSWER =
  /^["'(]*(?:the (?:short |simple )?answer is:? )?(?:yes|yeah|yep|no|none|nope|correct|true|false|absolutely|definitely|certainly|indeed|of course|not really)\b/i;

/** Joins a bare answer to the question it answers: they are one assertion. */
function withQuestions(claim: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const before = joined.at(-1);
    const asked = before !== undefined && isNonAsserting(claim.slice(before.start, before.end)) === 'question';
    if (asked && BARE_ANSWER.test(claim.slice(span.start, span.end)))
      joined[joined.length - 1] = { start: before.start, end: span.end };
    else joined.push(span);
  }
  return joined;
}

/** Some tokenizers take time by the square of a text without spaces, on the thread that serves everyone. */
const LONGEST_TOKENIZED = 1_000;

interface Piece {
  readonly span: Span;
  readonly text: string;
  /** The text as the model reads it. */
  readonly normalised: string;
  readonly tokens: TokenizedText;
}

function* cut(text: string, spans: readonly Span[], limit: number, encoder: CrossEncoder): Generator<Piece> {
  const read = (span: Span): Piece => {
    const piece = text.slice(span.start, span.end);
    const normalised = normaliseForModel(piece);
    return { span, text: piece, normalised, tokens: encoder.tokenize(normalised) };
  };
  const fits = ({ tokens }: Piece) => tokens.ids.length <= limit;
  const isTokenized = ({ start, end }: Span) => end - start <= LONGEST_TOKENIZED;
  for (const span of spans) {
    const whole = isTokenized(span) ? read(span) : undefined;
    if (whole !== undefined && fits(whole)) {
      yield whole;
      continue;
    }
    const isShort = (piece: string) =>
      piece.length <= LONGEST_TOKENIZED && encoder.tokenize(normaliseForModel(piece)).ids.length <= limit;
    for (const part of splitLongSpan(text, span, isShort)) yield read(part);
  }
}
