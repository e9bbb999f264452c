import { type Verifier, type VerifierParts, verifierOf } from '../../verifier.ts';
import type { ReadDocument } from '../document.ts';
import type { Finder } from '../index/finder.ts';
import { type CheckOptions, checkDocument, type DraftSentence } from './check-document.ts';

export interface DocumentVerifier extends Verifier {
  checkDocument(
    draft: ReadDocument,
    finder: Finder,
    options?: CheckOptions,
  ): AsyncGenerator<DraftSentence, void, undefined>;
}

export function documentVerifierOf(parts: VerifierParts): DocumentVerifier {
  const verifier = verifierOf(parts);
  const checking = { ...parts, leastConfidence: verifier.info.minConfidence.answers };
  return Object.assign(verifier, {
    checkDocument: (draft: ReadDocument, finder: Finder, options: CheckOptions = {}) =>
      checkDocument(draft, finder, checking, options),
  });
}
