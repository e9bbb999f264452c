export { normaliseForModel } from './normalise.ts';
export { splitSentences } from './sentences.ts';
export type { Span } from './span.ts';
export { type SentenceWindow, windowsOf } from './windows.ts';
