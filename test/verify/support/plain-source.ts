import { type Span, splitSentences } from '../../../src/text/index.ts';
import type { ReadSource } from '../../../src/verify/read/read-source.ts';
import { SourceReadings } from '../../../src/verify/read/source-readings.ts';
import type { TextPiece } from '../../../src/verify/read/text-pieces.ts';

/** A source that is one document of sentences which all assert something, read as it is written. */
export function plainSource(text: string, spans: readonly Span[] = splitSentences(text)): ReadSource {
  const document = { number: 0, first: 0, end: spans.length };
  const sentences = spans.map((span) => ({ ...pieceOf(text, span), asserts: true, document }));
  return {
    ...{ text, sentences, maxPremiseTokens: 500, uncut: undefined },
    standingAlone: sentences.map((_, i) => i),
    readings: new SourceReadings(text, sentences),
  };
}

export function pieceOf(text: string, span: Span): TextPiece {
  const own = text.slice(span.start, span.end);
  return { span, text: own, normalised: own };
}
