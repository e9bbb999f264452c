export { isSurelyNotIn } from './language.ts';
export { splitLongSpan } from './long-span.ts';
export { isNonAsserting } from './non-asserting.ts';
export { normaliseForModel } from './normalise.ts';
export { splitSentences } from './sentences.ts';
export type { Span } from './span.ts';
export { findSurface, type SurfaceIndex, surfaceIndex } from './surface.ts';
export { windowsOf } from './windows.ts';
export { sentenceWords } from './words.ts';
