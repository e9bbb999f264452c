export { findSurface, type SurfaceIndex, surfaceIndex } from './find-surface.ts';
export { isSurelyNotIn } from './language.ts';
export { splitLongSpan } from './long-span.ts';
export { isNonAsserting } from './non-asserting.ts';
export { normaliseForModel } from './normalise.ts';
export { sentenceWords } from './sentence-words.ts';
export { splitSentences } from './sentences.ts';
export type { Span } from './span.ts';
export { windowsOf } from './windows.ts';
