import { type Span, splitSentences } from '../../../src/text/index.ts';
import { type SourceSet, sourceSet } from '../../../src/verify/read/read-source.ts';
import type { TextPiece } from '../../../src/verify/read/text-pieces.ts';

/** One source of sentences which all assert something, read as it is written. */
export function plainSource(text: string, spans: readonly Span[] = splitSentences(text)): SourceSet {
  const document = { number: 0, first: 0, end: spans.length };
  const sentences = spans.map((span) => ({ ...pieceOf(text, span), document, record: 0 }));
  return sourceSet([{ text, spans, before: 0, start: 0 }], sentences, 500);
}

export function pieceOf(text: string, span: Span): TextPiece {
  const own = text.slice(span.start, span.end);
  return { span, text: own, normalised: own };
}
