import type { Caller } from '../../nli/types.ts';
import { pauseRegularly } from '../../pause.ts';
import { type Verifier, type VerifierParts, verifierOf } from '../../verifier.ts';
import { readClaim } from '../../verify/read/read-claim.ts';
import type { ReadDocument } from '../document.ts';
import type { Candidate, Finder } from '../index/finder.ts';
import { type CheckOptions, checkDocument, type DraftSentence } from './check-document.ts';
import { withCandidates } from './find-candidates.ts';

/** Checks drafts against folders of documents, beside claims and answers. */
export interface DocumentVerifier extends Verifier {
  /** Gives every sentence of a draft in order, as soon as it is decided. */
  checkDocument(
    draft: ReadDocument,
    finder: Finder,
    options?: CheckOptions,
  ): AsyncGenerator<DraftSentence, void, undefined>;
  /** The sentences of the folder that a claim is checked against. */
  candidates(text: string, finder: Finder, caller?: Caller): Promise<readonly Candidate[]>;
}

export function documentVerifierOf(parts: VerifierParts): DocumentVerifier {
  const verifier = verifierOf(parts);
  const checking = { ...parts, leastConfidence: verifier.info.minConfidence.value };
  return Object.assign(verifier, {
    checkDocument: (draft: ReadDocument, finder: Finder, options: CheckOptions = {}) =>
      checkDocument(draft, finder, checking, options),
    async candidates(text: string, finder: Finder, caller: Caller = {}) {
      const claim = await readClaim(text, parts.encoder, pauseRegularly(caller.signal));
      return withCandidates(claim, { parts, finder, caller }, async (candidates) => candidates);
    },
  });
}
