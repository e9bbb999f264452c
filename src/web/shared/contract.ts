/** The bodies of the API as the pages read them (specification, section 2). */
export type Verdict = 'SUPPORTED' | 'UNSUPPORTED' | 'UNCERTAIN';
export type MatchType = 'exact_match' | 'paraphrase_match' | 'contradiction' | 'insufficient_evidence';

export interface TrailEntry {
  readonly claim_span: string;
  readonly source_span: string;
  readonly match_type: MatchType;
}

export interface VerifyResponse {
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly reasoning: string;
  readonly audit_trail: readonly TrailEntry[];
}

export interface PairScores {
  readonly entailment: number;
  readonly neutral: number;
  readonly contradiction: number;
}

/** The model that scored a cell: the evidence model, which selects candidates, or the verdict model, which decides. */
export type Phase = 'evidence' | 'verdict';

/** POST /v1/matrix: one row per claim span (empty for a span that asserts nothing), one cell per source span. */
export interface MatrixResponse {
  readonly claim_spans: readonly string[];
  readonly source_spans: readonly string[];
  readonly scores: readonly (readonly PairScores[])[];
  readonly phase: readonly (readonly Phase[])[];
  readonly relevant: readonly (readonly boolean[])[];
}

export interface ApiResponse {
  readonly status: number;
  /** The JSON body, `undefined` when there is none. */
  readonly body: unknown;
  readonly headers: Headers;
}

export interface VerifyRequest {
  readonly claim: string;
  readonly grounding_source: string;
}
