/** How a request is read and decided, where the kinds of request differ. */
export interface RequestKind {
  /** A word-for-word sentence settles a span where the verdict model agrees, and nothing else is read. */
  readonly copiesSettle: boolean;
  /** Pairs of facts and names of a claim that are compared at most, by each step of the comparison; undefined: the default. */
  readonly comparedPairs: number | undefined;
  /** Refuses a request that would take more than MAX_REQUEST_MS of model time. */
  readonly isBounded: boolean;
  /** Leaves text unread that is clearly in a language that the verdict model does not read. Otherwise it is an objection. */
  readonly refusesLanguages: boolean;
}

const CLAIM: RequestKind = {
  copiesSettle: false,
  comparedPairs: undefined,
  isBounded: false,
  refusesLanguages: false,
};

const ANSWER: RequestKind = {
  copiesSettle: true,
  // Fewer than a claim of the greatest length has: an answer has more sentences.
  comparedPairs: 1_000,
  isBounded: true,
  refusesLanguages: true,
};

/**
 * The kinds of request. All go through the same pipeline: a claim is checked span by span against one source, a sentence of an
 * answer or a draft against all sources and against those that it cites. A part of a claim that is not a factual statement is
 * in the audit trail without a decision; a sentence of an answer that need not be checked has no verdict.
 */
export const REQUEST_KINDS = {
  claim: CLAIM,
  batch: { ...CLAIM, isBounded: true },
  answer: ANSWER,
  // Each sentence of a draft is a request: however long a draft is, it may take its time.
  draft: { ...ANSWER, isBounded: false },
} as const satisfies Readonly<Record<string, RequestKind>>;
